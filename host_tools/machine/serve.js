// SPDX-License-Identifier: MIT
/**
 * The board behind two pipes: requests on standard input, answers on standard output.
 *
 * host_tools/emulator/on_node.py is the other end. All numbers are little-endian. A frame has its
 * length (32 bits, without these), a byte for its kind, and the contents:
 *
 *   request              contents                                      answer
 *   M make a board       length of a JSON text, the text, the flash    state
 *   R run                nanoseconds since power-on (float64),         state
 *                        milliseconds of real time to take (float64)
 *   B button             a byte: 1 pressed, 0 released, and its name
 *   S serial             bytes for the board
 *   H hear               a byte: 1 the computer reads the port, 0 it only holds it open
 *   P panel              its state
 *   W watch              GPIO number
 *   V hold a pin         GPIO number, volts (float64)
 *   A age the timer      nanoseconds to add (float64)
 *   K worn sectors       their numbers (32 bits each): they no longer erase or program
 *   C power cycle
 *   X reset
 *   L load into flash    offset (32 bits), bytes
 *   F read the flash     offset and length (32 bits each)              the bytes
 *   J changes of the flash since the last J; the first J starts the    offset, length (32 bits
 *     record                                                           each), bytes, for each
 *   D digest                                                           JSON text
 *
 * The state has float64 values of the nanoseconds since power-on and of the cycles. Then come flags
 * (1 connected, 2 asleep, 4 crashed), and the number of bytes that the board has not taken (32
 * bits). Four blocks follow, each after its length (32 bits):
 *  - serial output;
 *  - the panel's state, if it was touched;
 *  - edges: GPIO number, nanoseconds as float64, GPIOPinState;
 *  - a text: why the firmware crashed, or the faults in the use of the flash, a line each.
 *
 * An answer `!` has a text: the request cannot be executed, and the process ends.
 */

import { createHash } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';

const SLICE = 10e6; // ns of emulated time between two polls of real time

/** @typedef {import('./board.js').Board | import('./board8.js').Board8} Board */

/** @type {Board | null} */
let board = null;
/** @type {Uint8Array[]} */
let output = [];
/** @type {number[]} GPIO number, nanoseconds, state, for each */
let edges = [];
/** @type {[number, number][] | null} offset and length of each change of the flash */
let changes = null;
/** @type {Uint8Array[]} what was written, for each of them */
let written = [];

const parent = process.ppid;

/** @param {number} length @returns {Buffer} */
function read(length) {
  const buffer = Buffer.allocUnsafe(length);
  for (let at = 0; at < length; ) {
    const got = readSync(0, buffer, at, length - at, null);
    if (!got) process.exit(0); // the other end is gone
    at += got;
  }
  return buffer;
}

/** @param {string} kind @param {Uint8Array[]} parts */
function answer(kind, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 1);
  const head = Buffer.alloc(5);
  head.writeUInt32LE(length);
  head.write(kind, 4, 'latin1');
  const frame = Buffer.concat([head, ...parts]);
  for (let at = 0; at < frame.length; ) at += writeSync(1, frame, at);
}

/** @param {Uint8Array} bytes @returns {Buffer[]} after their length */
function block(bytes) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return [length, Buffer.from(bytes)];
}

/** @param {Board} machine */
function tellState(machine) {
  const head = Buffer.alloc(21);
  head.writeDoubleLE(machine.nanos, 0);
  head.writeDoubleLE(machine.cycles, 8);
  const flags = [machine.host.connected, machine.waiting, machine.crashed !== ''];
  head[16] = flags.reduce((sum, flag, bit) => sum | (flag ? 1 << bit : 0), 0);
  head.writeUInt32LE(machine.host.backlog, 17);
  const panel = machine.panel.touched ? machine.panel.state() : new Uint8Array();
  machine.panel.touched = false;
  const changes = Buffer.alloc((edges.length / 3) * 10);
  for (let at = 0; at * 3 < edges.length; at++) {
    changes[at * 10] = edges[3 * at];
    changes.writeDoubleLE(edges[3 * at + 1], at * 10 + 1);
    changes[at * 10 + 9] = edges[3 * at + 2];
  }
  const text = machine.crashed || machine.flash.faults.join('\n');
  answer(
    'R',
    head,
    ...block(Buffer.concat(output)),
    ...block(panel),
    ...block(changes),
    ...block(Buffer.from(text)),
  );
  output = [];
  edges = [];
}

/** @param {Buffer} payload @returns {Promise<Board>} */
async function make(payload) {
  const at = 4 + payload.readUInt32LE();
  if (at > payload.length) throw new Error('a request is cut off');
  const parts = JSON.parse(payload.subarray(4, at).toString());
  // Each takes half a second to compile, and most processes serve only one kind.
  const Kind =
    parts.chip === 'RP2350'
      ? (await import('./board8.js')).Board8
      : (await import('./board.js')).Board;
  return new Kind({
    ...parts,
    flash: payload.subarray(at),
    onSerial: (data) => output.push(data),
    onFlash: (offset, length) => {
      if (!changes || !board) return;
      changes.push([offset, length]);
      written.push(board.read(offset, length));
    },
    onEdge: (pin, nanos, state) => edges.push(pin, nanos, state),
  });
}

/** @param {Board} machine @param {number} nanos @param {number} wall milliseconds to take */
function run(machine, nanos, wall) {
  const end = performance.now() + wall;
  while (machine.nanos < nanos && !machine.crashed && performance.now() < end) {
    if (process.ppid !== parent) process.exit(0);
    machine.runTo(Math.min(nanos, machine.nanos + SLICE));
  }
}

/** Return everything by which two machines are compared. @param {Board} machine */
function digest(machine) {
  const sha = (/** @type {Uint8Array} */ bytes) => createHash('sha256').update(bytes).digest('hex');
  const { flash, panel, nanos, cycles } = machine;
  const { registers, flags, sram } = machine.registers();
  return {
    nanos,
    cycles,
    registers,
    flags,
    sram: sha(sram),
    flash: sha(flash.bytes),
    erases: flash.erases,
    panel: sha(panel.state()),
  };
}

/** @param {string} kind @param {Buffer} payload */
async function obey(kind, payload) {
  if (kind === 'M') {
    [output, edges] = [[], []]; // left over from another board
    changes = null;
    board = await make(payload);
    tellState(board);
    return;
  }
  if (!board) throw new Error('there is no board yet');
  switch (kind) {
    case 'R':
      run(board, payload.readDoubleLE(0), payload.readDoubleLE(8));
      tellState(board);
      break;
    case 'B':
      if (payload[0]) board.press(payload.toString('utf8', 1));
      else board.release(payload.toString('utf8', 1));
      break;
    case 'S':
      board.host.send(Uint8Array.from(payload));
      break;
    case 'H':
      board.host.read(payload[0] === 1);
      break;
    case 'P':
      board.become(Uint8Array.from(payload));
      break;
    case 'W':
      board.watch(payload[0]);
      break;
    case 'V':
      board.hold(payload[0], payload.readDoubleLE(1));
      break;
    case 'A':
      board.age(payload.readDoubleLE());
      break;
    case 'K':
      board.flash.dead = new Set();
      for (let at = 0; at < payload.length; at += 4) board.flash.dead.add(payload.readUInt32LE(at));
      break;
    case 'C':
      board.powerCycle();
      break;
    case 'X':
      board.reset();
      break;
    case 'L':
      board.load(payload.readUInt32LE(0), payload.subarray(4));
      break;
    case 'F': {
      const [offset, length] = [payload.readUInt32LE(0), payload.readUInt32LE(4)];
      answer('F', board.read(offset, length));
      break;
    }
    case 'J': {
      const heads = (changes ?? []).map((place) => Buffer.from(Uint32Array.from(place).buffer));
      answer('J', ...heads.flatMap((head, index) => [head, written[index]]));
      [changes, written] = [[], []];
      break;
    }
    case 'D':
      answer('D', Buffer.from(JSON.stringify(digest(board))));
      break;
    default:
      throw new Error(`unknown request ${JSON.stringify(kind)}`);
  }
}

try {
  for (;;) {
    const length = read(4).readUInt32LE();
    if (length < 1 || length > 1 << 24) throw new Error(`a request of ${length} bytes`);
    const request = read(length);
    await obey(request.toString('latin1', 0, 1), request.subarray(1));
  }
} catch (error) {
  const { message, stack } = /** @type {Error} */ (error);
  process.stderr.write(`${stack}\n`);
  answer('!', Buffer.from(message));
  process.exitCode = 1;
}
