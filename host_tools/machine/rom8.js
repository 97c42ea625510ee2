// SPDX-License-Identifier: MIT
/**
 * The project's own boot ROM for the RP2350: the table in which the pico-sdk looks up functions, a
 * breakpoint for each of them that JavaScript serves, and the search for the image to start.
 *
 * Written from the RP2350 data sheet, chapter 5 (5.1.5 blocks, 5.2 boot sequence, 5.4 functions,
 * 5.9 image definitions); it contains no byte of Raspberry Pi's ROM. There is no partition table
 * and no other core, no image is hashed or signed, and RISC-V images do not start.
 */

import { TARGET } from './access.js';
import { pass } from './clock.js';
import { POLL } from './flash.js';
import { FLASH_START, ROM_SIZE, flash32, registers as R, state } from './memory.js';

/** @typedef {import('./rp2350.js').Rp2350} Rp2350 */
/** @typedef {(chip: Rp2350) => number} Service returns cycles */

const FIRST = 0x400; // where the traps begin: BKPT number; BX LR
const TABLE = 0x40; // code, flags, value: 16 bits each
const LITERALS = 0x300; // where the data with a code begins
const REVISION = 2; // as in chips of stepping A2

const BOOTRAM = 0x400e0000;
const SETUP = BOOTRAM; // 256 bytes that set the flash up for reading, which the pico-sdk copies
const DEVINFO = BOOTRAM + 0x300;
const PARTITIONS = BOOTRAM + 0x308;

const FUNCTION = 0x14; // flags of an entry: for secure and for other code
const DATA = 0x40;

// Errors, as the pico-sdk names them
const NOT_PERMITTED = -4;
const INVALID_ARGUMENT = -5;
const INVALID_ADDRESS = -10;
const BAD_ALIGNMENT = -11;
const BUFFER_TOO_SMALL = -13;
const NOT_FOUND = -17;

const QMI_DIRECT_CSR = 0x400d0000;
const EN = 1;
const WATCHDOG_CTRL = 0x400d8000;
const WATCHDOG_LOAD = 0x400d8004;
const WATCHDOG_SCRATCH4 = 0x400d801c;
const TICKS_WATCHDOG = 0x40108030;

const NORMAL = 0; // kinds of a reboot
const BOOTSEL = 2;
const FLASH_UPDATE = 4;

/** @type {Map<string, Service>} by two letters, as in the table, or by a name of this project */
const SERVICES = new Map();

SERVICES.set('lookup', (chip) => {
  const [code, mask] = [R[0] & 0xffff, R[1]];
  R[0] = 0;
  for (let at = TABLE; chip.readUint16(at); at += 6) {
    if (chip.readUint16(at) === code && chip.readUint16(at + 2) & mask) {
      R[0] = chip.readUint16(at + 4);
      return 40;
    }
  }
  return 200;
});

// Flash

/** @param {Rp2350} chip @param {() => void} act while nothing reads the flash as memory */
function directly(chip, act) {
  chip.writeUint32(QMI_DIRECT_CSR, chip.readUint32(QMI_DIRECT_CSR) | EN);
  act();
  chip.writeUint32(QMI_DIRECT_CSR, chip.readUint32(QMI_DIRECT_CSR) & ~EN);
}

/** @param {Rp2350} chip @param {number} from @param {number} length @returns {Uint8Array} */
const bytes = (chip, from, length) =>
  Uint8Array.from({ length }, (_, at) => chip.readUint8((from >>> 0) + at));

const nothing = () => 30;
SERVICES.set('IF', nothing).set('CX', nothing).set('XM', nothing);
SERVICES.set('setup', nothing);
SERVICES.set('FC', (chip) => {
  chip.cache?.flush();
  return 30;
});
SERVICES.set('EX', (chip) => {
  directly(chip, () => {});
  return 300;
});
SERVICES.set('RE', (chip) => {
  directly(chip, () => chip.nor.erase(R[0], R[1]));
  return 100;
});
SERVICES.set('RP', (chip) => {
  const data = bytes(chip, R[1], R[2]);
  directly(chip, () => chip.nor.program(R[0], data));
  return 100;
});
SERVICES.set('RA', (chip) => {
  chip.qmi.resetTranslation();
  return 30;
});
SERVICES.set('FA', (chip) => {
  const address = R[0] >>> 0;
  R[0] = address >>> 26 === FLASH_START >>> 26 ? chip.qmi.offset(address) : INVALID_ADDRESS;
  if (R[0] < 0) R[0] = INVALID_ADDRESS;
  return 40;
});

/** flash_op: the flags select the operation, and whether the address is a run-time address. */
SERVICES.set('FO', (chip) => {
  const [flags, address, length, buffer] = R;
  const op = (flags >> 16) & 7;
  const at = flags & 1 ? chip.qmi.offset(address >>> 0) : (address >>> 0) - FLASH_START;
  if (at < 0 || at + length > chip.nor.bytes.length) R[0] = INVALID_ADDRESS;
  else if ((op === 0 && (at | length) & 0xfff) || (op === 1 && (at | length) & 0xff)) {
    R[0] = BAD_ALIGNMENT;
  } else if (op === 0) {
    directly(chip, () => chip.nor.erase(at, length));
    R[0] = 0;
  } else if (op === 1) {
    const data = bytes(chip, buffer, length);
    directly(chip, () => chip.nor.program(at, data));
    R[0] = 0;
  } else if (op === 2) {
    chip.nor.bytes.subarray(at, at + length).forEach((byte, index) => {
      chip.writeUint8((buffer >>> 0) + index, byte);
    });
    R[0] = 0;
  } else R[0] = INVALID_ARGUMENT;
  return 200;
});

// Information

/** @param {Rp2350} chip @param {number[]} words for the buffer at R0, of R1 words */
function tell(chip, words) {
  const [to, room] = R;
  if (room < words.length) {
    R[0] = BUFFER_TOO_SMALL;
    return;
  }
  words.forEach((word, index) => chip.writeUint32((to >>> 0) + 4 * index, word >>> 0));
  R[0] = words.length;
}

/**
 * get_sys_info: the words for each bit of its flags, in their order.
 * @type {((chip: Rp2350) => number[])[]}
 */
const KNOWN = [
  () => [1, 0x50545459, 0x00002350], // package QFN-60, two words of the chip's own number
  () => [0],
  () => [0], // Arm
  (chip) => [chip.readUint16(DEVINFO)],
  (chip) => [chip.random(), chip.random(), chip.random(), chip.random()],
  (chip) => [chip.random(), chip.random()],
  () => [0x00ff00ff, 0, 0, 0], // no partition; a normal start (type 0)
];
SERVICES.set('GS', (chip) => {
  const flags = R[2] & ((1 << KNOWN.length) - 1);
  tell(chip, [flags, ...KNOWN.flatMap((words, bit) => ((flags >> bit) & 1 ? words(chip) : []))]);
  return 100;
});
SERVICES.set('GP', (chip) => {
  // No partition table: everything may be read and written.
  const flags = R[2] & 1;
  tell(chip, flags ? [flags, 0, 0xfc000000, 0xfc000000] : [flags]);
  return 100;
});
/** @param {number} result @returns {Service} */
const always = (result) => () => {
  R[0] = result;
  return 30;
};
SERVICES.set('LP', always(0)).set('SR', always(0)).set('SS', always(0)).set('RC', always(0));
for (const name of ['AB', 'GB', 'GU', 'CI']) SERVICES.set(name, always(NOT_FOUND));
for (const name of ['EB', 'SC', 'SP', 'VB']) SERVICES.set(name, always(NOT_PERMITTED));
SERVICES.set('OA', (chip) => {
  const [to, length, command] = R;
  R[0] = command & 0x10000 ? NOT_PERMITTED : 0; // nothing is programmed there, and nothing can be
  if (!R[0]) for (let at = 0; at < length; at++) chip.writeUint8((to >>> 0) + at, 0);
  return 100;
});

// Reboot

SERVICES.set('RB', (chip) => {
  const [flags, delay] = R;
  const kind = flags & 0xf;
  if (kind === NORMAL || kind === FLASH_UPDATE) {
    chip.writeUint32(WATCHDOG_SCRATCH4, 0);
    chip.writeUint32(TICKS_WATCHDOG, 1);
    chip.writeUint32(WATCHDOG_LOAD, Math.max(1, delay * 1000));
    chip.writeUint32(WATCHDOG_CTRL, 0x40000000);
    R[0] = 0;
  } else {
    if (kind === BOOTSEL) chip.logger.warn('ROM', 'reset into USB boot: not possible here');
    R[0] = NOT_PERMITTED;
  }
  return 60;
});

const NAMES = [...SERVICES.keys()];

/** @param {string} name of two letters */
const code = (name) => name.charCodeAt(0) | (name.charCodeAt(1) << 8);

/** @returns {Uint8Array} the ROM's 32 KiB */
export function makeRom() {
  const rom = new Uint8Array(ROM_SIZE);
  const view = new DataView(rom.buffer);
  const half = (/** @type {number} */ at, /** @type {number} */ value) => {
    view.setUint16(at, value, true);
  };
  view.setUint32(0, 0x20082000, true); // the stack
  for (const at of [4, 8, 12]) view.setUint32(at, 0x3f1, true); // reset, NMI, HardFault
  half(0x3f0, 0xe7fe); // an endless loop
  rom.set([0x4d, 0x75, 2, REVISION], 0x10); // "Mu"
  half(0x14, TABLE);
  let entry = TABLE;
  const put = (/** @type {string} */ name, /** @type {number} */ flags, /** @type {number} */ value) => {
    half(entry, code(name));
    half(entry + 2, flags);
    half(entry + 4, value);
    entry += 6;
  };
  NAMES.forEach((name, number) => {
    const at = FIRST + 4 * number;
    half(at, 0xbe00 | number); // BKPT number
    half(at + 2, 0x4770); // BX LR
    if (name === 'lookup') half(0x16, at | 1);
    else if (name.length === 2) put(name, FUNCTION, at | 1);
  });
  [DEVINFO, PARTITIONS, SETUP | 1].forEach((address, index) => {
    view.setUint32(LITERALS + 4 * index, address, true);
    put(['FD', 'PT', 'XF'][index], DATA, LITERALS + 4 * index);
  });
  return rom;
}

/** @param {string} name @returns {number} the address of its trap, with the bit of Thumb code */
const trap = (name) => (FIRST + 4 * NAMES.indexOf(name)) | 1;

/** @param {Rp2350} chip whose boot RAM is filled as the ROM leaves it */
function fillBootRam(chip) {
  const size = Math.log2(chip.nor.bytes.length) - 12; // 1 is 8 KiB
  chip.bootram.words[0] = 0x47004800; // LDR R0, [PC, #0]; BX R0
  chip.bootram.words[1] = trap('setup');
  chip.writeUint32(DEVINFO, (size << 8) | (1 << 7)); // and 64 KiB can be erased at once
  chip.writeUint32(PARTITIONS, 1 << 16); // none, but looked for
  chip.writeUint32(PARTITIONS + 4, 0xfc000000);
}

const BLOCK = 0xffffded3 | 0;
const END = 0xab123579 | 0;
const SEARCHED = 4096; // bytes at the start of the flash in which there has to be a block
const LONGEST = 640; // bytes of a block
const IMAGE_TYPE = 0x42;
const VECTOR_TABLE = 0x03;
const ENTRY_POINT = 0x44;
const LAST = 0xff;
const EXECUTABLE_HERE = 0x1021; // EXE, secure, Arm, RP2350
const TYPE = 0x773f; // the bits of an image's type that say so

/** @typedef {Map<number, number>} Block where the words of each item begin, by its type */

/**
 * Read a block.
 * @param {number} at word in the flash
 * @returns {{ items: Block, next: number } | null} and the word where the next one begins
 */
function readBlock(at) {
  if (flash32[at] !== BLOCK) return null;
  const items = new Map();
  for (let word = at + 1; word < at + LONGEST / 4; ) {
    const head = flash32[word];
    const type = head & 0xff;
    const size = type & 0x80 ? (head >> 8) & 0xffff : (head >> 8) & 0xff;
    if (type === LAST) {
      if (size !== word - at - 1 || flash32[word + 2] !== END) return null;
      return { items, next: at + (flash32[word + 1] >> 2) };
    }
    if (!size) return null;
    items.set(type, word);
    word += size;
  }
  return null;
}

/**
 * Return the image: the last block of the loop that is an image definition for this chip.
 * @returns {Block | null}
 */
function findImage() {
  for (let first = 0; first < SEARCHED / 4; first++) {
    let image = null;
    let at = first;
    for (let block = readBlock(at); block; block = readBlock(at)) {
      const type = block.items.get(IMAGE_TYPE);
      if (type !== undefined && ((flash32[type] >>> 16) & TYPE) === EXECUTABLE_HERE) {
        image = block.items;
      }
      at = block.next;
      if (at === first) return image;
      if (at < 0 || at >= flash32.length) break;
    }
  }
  return null;
}

/**
 * Do what the boot ROM does after a reset: start the processor with the image in the flash.
 * @param {Rp2350} chip
 */
export function boot(chip) {
  fillBootRam(chip);
  const image = findImage();
  if (!image) {
    chip.crash('there is no image for an RP2350 in the flash');
    return;
  }
  const table = image.get(VECTOR_TABLE);
  const vectors = table === undefined ? FLASH_START : flash32[table + 1];
  const entry = image.get(ENTRY_POINT);
  if (entry === undefined) {
    chip.processor.start(chip.readUint32(vectors + 4), chip.readUint32(vectors), vectors);
  } else chip.processor.start(flash32[entry + 1], flash32[entry + 2], vectors);
}

/**
 * Serve a breakpoint of this ROM.
 * @param {Rp2350} chip
 * @param {number} number of the BKPT that the processor has reached
 * @returns {boolean} false: it belongs to no function here
 */
export function serveRom(chip, number) {
  const service = SERVICES.get(NAMES[number]);
  if (!service || R[15] >>> 0 >= ROM_SIZE) return false;
  const { nor } = chip;
  // While the flash works the function polls it: time passes in steps, so that a run can end.
  const cycles = nor.polled ? 0 : service(chip);
  pass(chip, cycles * chip.cycle + Math.min(nor.left, POLL));
  nor.polled = nor.left > 0;
  if (nor.polled) state[TARGET] = R[15] | 1;
  return true;
}
