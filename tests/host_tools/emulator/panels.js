// SPDX-License-Identifier: MIT
/**
 * Panels of host_tools/machine/panel.js that are fed the bytes of a bus; run by test_machine.py
 * with the folder of the machine's modules. Reads a JSON list of cases from standard input: the
 * panel's kind, its state in the beginning (hex), and steps: the name of a method and its
 * arguments. Writes a list of what they return, the state in the end and the picture.
 */

import { readFileSync } from 'node:fs';

const { Panel } = await import(`${process.argv[2]}/panel.js`);
const hex = (bytes) => Buffer.from(bytes).toString('hex');

const results = JSON.parse(readFileSync(0, 'utf8')).map(({ kind, state, steps }) => {
  const panel = new Panel(kind);
  panel.restore(Uint8Array.from(Buffer.from(state, 'hex')));
  const returned = steps.map(([name, ...its]) => panel[name](...its) ?? null);
  return { returned, state: hex(panel.state()), picture: hex(panel.pixels()) };
});
console.log(JSON.stringify(results));
