// SPDX-License-Identifier: MIT
/**
 * Panels of host_tools/machine/panel.js, driven by the bytes of a bus. test_machine.py runs it
 * with the folder of the machine's modules. It reads a JSON list of cases from standard input:
 * the panel's kind, its initial state (hex), and steps, each a method's name and arguments. It
 * writes a list of results, final states and pictures.
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
