// SPDX-License-Identifier: MIT
/**
 * What host_tools/machine/flash.js reports for a few writes. test_machine.py runs it with the
 * folder of the machine's modules. Prints a line for each.
 */

const { Flash, Serial } = await import(`${process.argv[2]}/flash.js`);

const START = 1 << 20;
const bytes = new Uint8Array(2 << 20);
const store = { bytes, forget() {} };

/** @param {(flash: any) => void} act */
function faults(act, busy = true) {
  const flash = new Flash(START, () => {}, store);
  bytes.fill(0xff);
  bytes[START] = 0x0f;
  flash.busy = busy;
  act(flash);
  console.log(flash.faults.join('; ') || `${bytes[START]}`);
}

faults((flash) => flash.program(START, [0x03]));
faults((flash) => flash.program(START, [0x10]));
faults((flash) => flash.erase(START, 4096));
faults((flash) => flash.erase(START + 1, 4096));
faults((flash) => flash.erase(START - 4096, 4096));
faults((flash) => flash.program(START - 1, [0]));
faults((flash) => flash.program((2 << 20) - 1, [0, 0]));
faults((flash) => flash.program(START, [0x03]), false);

// The status register of a chip that takes its time: before and after an erase command.
const flash = new Flash(START, () => {}, store, 'typical');
let now = 0;
flash.begin(() => now);
flash.busy = true;
const chip = new Serial(flash);
/** @param {number[]} bytes @returns {number} the last one that comes back */
const command = (...bytes) => {
  chip.select(true);
  const answers = bytes.map((byte) => chip.shift(byte));
  chip.select(false);
  return answers[answers.length - 1];
};
const found = [command(5, 0)];
command(6);
found.push(command(5, 0));
command(0x20, START >> 16, 0, 0);
found.push(command(5, 0));
now = 44e6;
found.push(command(5, 0));
now = 45e6;
found.push(command(5, 0));
console.log(found.join(' '), flash.faults.length);
