// SPDX-License-Identifier: MIT
/**
 * The page's Worker: an emulated board in real time, and work on copies of its flash. The page's
 * own thread only draws and listens; machine.js is its end of the connection. worker.js and
 * worker8.js choose the chip.
 *
 * The board runs until its clock has caught up with real time, then the Worker sleeps. If the
 * machine is too slow, time is lost: the board makes up for LOST_MS at most.
 */

import { Device, DeviceError } from './device.js';
import { Fingers } from './fingers.js';
import { FLASH_SIZE, Refused, SECTOR, filesBegin, flashOf, kindOf } from './image.js';

/** Milliseconds until the next turn if nothing is due. */
const REST_MS = 8;
/** Most milliseconds of work before messages are handled. */
const TURN_MS = 16;
/** Emulated milliseconds between two polls of the fingers. */
const STEP_MS = 4;
/** Least emulated milliseconds for a step; less could be shorter than an instruction. */
const LEAST_MS = 0.5;
const LOST_MS = 100;
/** Emulated milliseconds in which a board must send something to `Device`. */
const SILENCE_MS = 3000;
/** Emulated milliseconds by which a tape that is hurried through may run ahead in a turn. */
const HURRY_MS = 1000;
/** Emulated milliseconds of a board's start, and of a code's button, down and up. */
const START_MS = 2000;
const KEY_MS = 80;
const MILLI = 1e6;

/** The letters of a code; see firmware/teletype/exhibit/settings.py. */
const CODE = /** @type {Record<string, string>} */ ({ U: 'UP', D: 'DOWN', L: 'LEFT', R: 'RIGHT' });

/**
 * What the page knows of each board.
 * @typedef {{name: string, calls: string,
 *   parts: Omit<import('../machine/board.js').Parts, 'flash' | 'filesystem'>,
 *   buzzer: number | null}} Kind
 */

/** @typedef {import('../machine/board.js').Board | import('../machine/board8.js').Board8} Board */

/** @type {new (parts: import('../machine/board.js').Parts) => Board} */
let Board;
/** @type {Kind[]} */
let kinds = [];
/** @type {Kind} */
let kind;
/** @type {Board | null} null while the power is off */
let board = null;
/** @type {Fingers} */
let fingers;
/** @type {Uint8Array} content of the flash while the power is off */
let flash;

let last = 0;
let due = 0;
let hurried = false;
let looping = false;
/** Emulated milliseconds since the page was opened, for the figures. */
let emulated = 0;

/** Events since the last report to the page. */
const news = {
  /** @type {Set<number>} offsets */ sectors: new Set(),
  /** @type {Uint8Array[]} */ serial: [],
  /** @type {number[]} emulated nanoseconds; negative where the pin falls */ edges: [],
};
let version = -1;

/** @param {object} message @param {Transferable[]} [transfer] */
const post = (message, transfer = []) => self.postMessage(message, { transfer });

/** @param {Uint8Array} content @returns {Board} */
function build(content) {
  const made = new Board({
    ...kind.parts,
    flash: content,
    filesystem: filesBegin(content),
    onSerial: (data) => news.serial.push(data.slice()),
    onFlash: (offset, length) => {
      for (let at = offset - (offset % SECTOR); at < offset + length; at += SECTOR) {
        news.sectors.add(at);
      }
    },
    onEdge: (pin, nanos, state) => news.edges.push(state === 1 ? nanos : -nanos),
  });
  if (kind.buzzer !== null) made.watch(kind.buzzer);
  return made;
}

function powerOn() {
  wakeAll();
  board = build(flash);
  const on = board;
  fingers = new Fingers(
    (name) => on.press(name),
    (name) => on.release(name),
  );
  version = -1;
  last = performance.now();
  due = 0;
}

function powerOff() {
  flash = content();
  tell();
  board = null;
  wakeAll();
  const { width, height } = kind.parts.panel;
  post({ type: 'frame', width, height, pixels: new Uint8Array(width * height), contrast: 0 });
}

/** Whether the board may run ahead: no button is down, and nobody waits for its time. */
const ahead = () => hurried && !waiting.length && !fingers.busy;

/** Let emulated time pass until it has caught up with real time. */
function turn() {
  const now = performance.now();
  if (board) {
    due = ahead() ? HURRY_MS : Math.min(due + now - last, LOST_MS);
    const begin = board.nanos;
    let at = now;
    while (due >= LEAST_MS && at - now < TURN_MS && !board.crashed) {
      const step = Math.min(due, STEP_MS);
      fingers.act(board.nanos / MILLI);
      const before = board.nanos;
      board.runTo(before + step * MILLI);
      due -= (board.nanos - before) / MILLI;
      at = performance.now();
    }
    for (const each of waiting.splice(0)) {
      if (board.nanos >= each.until) each.resolve();
      else waiting.push(each);
    }
    emulated += (board.nanos - begin) / MILLI;
    tell();
  }
  last = now;
}

const channel = new MessageChannel();
channel.port1.onmessage = loop;

function loop() {
  turn();
  if (board && !board.crashed && (due >= LEAST_MS || ahead())) channel.port2.postMessage(null);
  else setTimeout(loop, REST_MS);
}

/** @type {{until: number, resolve: () => void}[]} */
const waiting = [];

/** The board's time has ended: release everybody who waits for it. */
const wakeAll = () => waiting.splice(0).forEach(({ resolve }) => resolve());

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Report to the page what has happened; each message costs it a layout. */
function tell() {
  if (!board) return;
  const at = board.nanos / MILLI;
  if (news.sectors.size) {
    const sectors = [...news.sectors].map((offset) => ({
      offset,
      bytes: /** @type {Board} */ (board).read(offset, SECTOR),
    }));
    news.sectors.clear();
    post({ type: 'sectors', sectors });
  }
  if (news.serial.length) post({ type: 'serial', bytes: joined(news.serial.splice(0)), at });
  if (news.edges.length) {
    post({ type: 'sound', edges: Float64Array.from(news.edges.splice(0)), until: board.nanos });
  }
  if (board.panel.version !== version) {
    version = board.panel.version;
    const { width, height, contrast } = board.panel;
    post({ type: 'frame', width, height, pixels: board.panel.pixels(), contrast });
  }
  if (board.crashed) {
    post({ type: 'crash', why: board.crashed });
    flash = content();
    board = null;
    wakeAll();
  }
}

/** Return a copy of the current flash. */
const content = () => board?.read(0, FLASH_SIZE) ?? flash.slice();

/**
 * Take another flash, report the differences, and switch the board on with it.
 * @param {Uint8Array} bytes
 * @param {Kind} [board]
 */
function adopt(bytes, board = kindOf(bytes, kinds)) {
  const before = content();
  kind = board;
  const filesystem = filesBegin(bytes);
  const [now, then] = [bytes, before].map((each) => new Int32Array(each.buffer, each.byteOffset));
  const differs = (/** @type {number} */ from, /** @type {number} */ to) => {
    let at = from >> 2;
    while (at < to >> 2 && now[at] === then[at]) at++;
    return at < to >> 2;
  };
  const image = differs(0, filesystem) ? bytes.slice(0, filesystem) : undefined;
  const sectors = [];
  for (let offset = filesystem; offset < FLASH_SIZE; offset += SECTOR) {
    if (differs(offset, offset + SECTOR)) {
      sectors.push({ offset, bytes: bytes.slice(offset, offset + SECTOR) });
    }
  }
  if (image || sectors.length) post({ type: 'sectors', sectors, image });
  news.sectors.clear();
  flash = bytes;
  powerOn();
}

/**
 * Boot a board with a copy of a flash and use its raw REPL. A Worker has one board, so the page
 * starts a separate Worker for this.
 * @template T
 * @param {{kinds: Kind[], bytes: Uint8Array, code?: string}} what `code`: of the exhibit's
 *   operator, '' if there is none; undefined if this is not an exhibit
 * @param {(device: Device) => Promise<T>} work
 */
async function onCopy({ kinds: all, bytes, code }, work) {
  /** @type {Uint8Array[]} */
  const said = [];
  const hidden = new Board({
    ...kindOf(bytes, all).parts,
    flash: bytes,
    filesystem: filesBegin(bytes),
    onSerial: (data) => said.push(data.slice()),
  });
  const until = (/** @type {() => boolean} */ ready) => {
    const end = hidden.nanos + SILENCE_MS * MILLI;
    while (!ready() && hidden.nanos < end && !hidden.crashed) {
      hidden.runTo(hidden.nanos + STEP_MS * MILLI);
    }
  };
  hidden.press('BACK'); // an exhibit then has an operator, and its port answers
  until(() => hidden.host.connected);
  if (code !== undefined) {
    hidden.runTo(hidden.nanos + START_MS * MILLI); // the port is deaf until the operator is there
    hidden.release('BACK');
    for (const sign of code) {
      hidden.runTo(hidden.nanos + KEY_MS * MILLI);
      hidden.press(CODE[sign]);
      hidden.runTo(hidden.nanos + KEY_MS * MILLI);
      hidden.release(CODE[sign]);
    }
  }
  const device = new Device({
    write: (data) => hidden.host.send(data),
    read: async () => {
      until(() => said.length > 0);
      return said.shift() ?? null;
    },
  });
  await device.enter();
  const result = await work(device);
  return { result, bytes: hidden.read(0, FLASH_SIZE) };
}

/** @type {Record<string, (what: any) => any>} the page's requests, by name */
const REQUESTS = {
  /**
   * Switch the power on with the stored flash. `plain` is a flash with the page's own image,
   * `image` one that was loaded instead, and `sectors` what the firmware has written. `made` is a flash that is
   * taken instead, and reported. `held` is a button that is down at power-on. Without `on` the
   * power is then switched off again.
   * @param {{kinds: Kind[], plain: Uint8Array, image: Uint8Array | null, on: boolean,
   *   sectors: [number, Uint8Array][], made: Uint8Array | null, held: string | null}} what
   */
  start({ kinds: all, plain, image, sectors, made, held, on }) {
    kinds = all;
    flash = image ? new Uint8Array(FLASH_SIZE).fill(0xff) : plain;
    if (image) flash.set(image);
    for (const [offset, bytes] of sectors) flash.set(bytes, offset);
    kind = image ? kindOf(flash, kinds) : kinds[0]; // a search in the flash takes time
    if (made) adopt(made, kind);
    else powerOn();
    if (held) fingers.move(held, true);
    if (!on) powerOff();
    if (!looping) loop();
    looping = true;
    return kind.name;
  },
  /** @param {{name: string, down: boolean}} what */
  button({ name, down }) {
    if (!board || !(name in kind.parts.buttons)) return;
    fingers.move(name, down);
    turn();
  },
  rest() {
    if (board) fingers.rest();
  },
  /** @param {{bytes: Uint8Array}} what */
  send({ bytes }) {
    board?.host.send(bytes);
    turn();
  },
  /** Let some of the board's time pass. @param {{ms: number}} what */
  wait({ ms }) {
    if (!board) return;
    const until = board.nanos + ms * MILLI;
    return new Promise((resolve) => waiting.push({ until, resolve: () => resolve(null) }));
  },
  /** @param {{on: boolean}} what */
  power({ on }) {
    if (on && !board) powerOn();
    else if (!on && board) powerOff();
  },
  reset() {
    if (board) board.reset();
    else powerOn();
  },
  /** @param {{on: boolean}} what */
  hurry({ on }) {
    hurried = on;
  },
  /** @returns {Uint8Array} the whole flash */
  flash: () => content(),
  /**
   * Take the content of a file: the whole flash or its filesystem.
   * @param {{bytes: Uint8Array}} what
   */
  load({ bytes }) {
    const start = FLASH_SIZE - bytes.length;
    const changed = content();
    if (start !== 0 && start !== filesBegin(changed)) throw new Refused('notFlash');
    changed.set(bytes, start);
    adopt(changed);
  },
  /**
   * Like BOOTSEL: take another image; the rest of the flash stays.
   * @param {{uf2: Uint8Array}} what
   * @returns {string} the name of its board
   */
  image({ uf2 }) {
    const image = flashOf(uf2, FLASH_SIZE);
    const changed = content();
    changed.set(image.subarray(0, filesBegin(image)));
    adopt(changed);
    return kind.name;
  },
  /**
   * Return all tapes of a flash, newest first.
   * @param {{kinds: Kind[], bytes: Uint8Array}} what
   * @returns {Promise<{name: string, text: string}[]>}
   */
  async tapes(what) {
    return (await onCopy(what, (device) => device.allTapes())).result;
  },
  /**
   * Return a flash with these files added.
   * @param {{kinds: Kind[], bytes: Uint8Array, files: {path: string, bytes: Uint8Array}[]}} what
   * @returns {Promise<Uint8Array>}
   */
  async store(what) {
    const { bytes } = await onCopy(what, async (device) => {
      for (const file of what.files) await device.store(file.path, file.bytes);
    });
    return bytes;
  },
  /**
   * Run code on a board with this flash; return what it prints.
   * @param {{kinds: Kind[], bytes: Uint8Array, source: string}} what
   * @returns {Promise<string>}
   */
  async run(what) {
    return (await onCopy(what, (device) => device.run(what.source))).result;
  },
  figures: () => ({ emulated, pressed: [...(board?.pressed ?? [])], now: performance.now() }),
};

/**
 * Answer the page's requests.
 *
 * @param {new (parts: import('../machine/board.js').Parts) => Board} kindOfBoard the class
 */
export function serve(kindOfBoard) {
  Board = kindOfBoard;
  self.onmessage = async ({ data }) => {
    const { id, ask, what } = data;
    try {
      const answer = await REQUESTS[ask](what);
      if (id) post({ type: 'answer', id, answer });
    } catch (error) {
      const refused =
        error instanceof Refused ? { text: error.message, details: error.details } : null;
      const silent =
        error instanceof DeviceError ? { text: 'noAnswer', details: [error.message] } : null;
      const fault = refused ?? silent ?? { text: 'fault', details: [String(error)] };
      post({ type: 'answer', id, error: fault });
    }
  };
}
