// SPDX-License-Identifier: MIT
/**
 * The public interface: a board that takes an image, has its buttons pressed and its panel read.
 * README.md describes it. The other modules may change with any version.
 */

import { Board as Rp2040 } from './board.js';
import { Board8 as Rp2350 } from './board8.js';
import { Uf2Error, filesBegin, flashOf } from './uf2.js';

export { Uf2Error };

/** @typedef {import('./base.js').Parts} Parts */
/** @typedef {Pick<Parts, 'chip' | 'panel' | 'buttons' | 'i2c' | 'spi' | 'rest'>} Wiring */

/** The handheld of boards/pico and boards/pico2. @type {Wiring} */
const HANDHELD = {
  panel: { controller: 'ssd1306', width: 128, height: 64, address: 0x3c, externalVcc: false },
  buttons: { UP: 10, DOWN: 11, LEFT: 12, RIGHT: 13, OK: 14, BACK: 15 },
  i2c: [0, 4, 5],
};

/** The boards that `new Board(name)` knows. @type {Record<string, Wiring>} */
export const BOARDS = {
  pico: { ...HANDHELD, chip: 'RP2040' },
  pico2: { ...HANDHELD, chip: 'RP2350' },
};

const FLASH_SIZES = { RP2040: 2 << 20, RP2350: 4 << 20 };
const MILLI = 1e6; // nanoseconds
const PRESS_MS = 80;

/** An emulated board. It is off until `flash` has given it an image. */
export class Board {
  /**
   * @param {string | Wiring} board a name in BOARDS, or what is connected to the chip
   * @param {{ flashTime?: Parts['flashTime'] }} [options] `flashTime`: 'typical' or 'worst' lets the
   *   flash chip take its time, as a real one does; it is several times slower to emulate
   */
  constructor(board, { flashTime } = {}) {
    const wiring = typeof board === 'string' ? BOARDS[board] : board;
    if (!wiring) throw new Error(`no board ${board}; there are ${Object.keys(BOARDS).join(', ')}`);
    /** @private */
    this.wiring = { ...wiring, flashTime };
    /** @private @type {keyof typeof FLASH_SIZES} */
    this.kind = wiring.chip === 'RP2350' ? 'RP2350' : 'RP2040';
    /** @private @type {Rp2040 | Rp2350 | null} */
    this.live = null;
    /** @private @type {Uint8Array[]} */
    this.sent = [];
  }

  /** @private @returns {Rp2040 | Rp2350} */
  get on() {
    if (!this.live) throw new Error('the board has no image; flash() gives it one');
    return this.live;
  }

  /**
   * Write an image, as by BOOTSEL, and start it. Files on the flash stay.
   * @param {Uint8Array} uf2 raises Uf2Error
   */
  flash(uf2) {
    const size = FLASH_SIZES[this.kind];
    const image = flashOf(uf2, size, this.kind);
    const filesystem = filesBegin(image);
    if (this.live) image.set(this.live.read(filesystem, size - filesystem), filesystem);
    const Kind = this.kind === 'RP2350' ? Rp2350 : Rp2040;
    this.sent = [];
    this.live = new Kind({
      ...this.wiring,
      flash: image,
      filesystem,
      onSerial: (data) => this.sent.push(data.slice()),
    });
  }

  /** Let time pass. @param {number} ms milliseconds of the board's time */
  run(ms) {
    const { on } = this;
    on.runTo(on.nanos + ms * MILLI);
    if (on.crashed) throw new Error(`the firmware crashed: ${on.crashed}`);
  }

  /** Milliseconds since power-on. */
  get ms() {
    return this.on.nanos / MILLI;
  }

  /** @private @param {string} name */
  button(name) {
    if (name in this.wiring.buttons) return name;
    throw new Error(`no button ${name}; there are ${Object.keys(this.wiring.buttons).join(', ')}`);
  }

  /** Hold a button down from now on. @param {string} name */
  press(name) {
    this.on.press(this.button(name));
  }

  /** @param {string} name of a button */
  release(name) {
    this.on.release(this.button(name));
  }

  /** Press a button, wait, release it, wait again. @param {string} name @param {number} [ms] */
  tap(name, ms = PRESS_MS) {
    this.press(name);
    this.run(ms);
    this.release(name);
    this.run(ms);
  }

  /** Hold a pin at a voltage from now on. @param {number} gpio @param {number} volts */
  hold(gpio, volts) {
    this.on.hold(gpio, volts);
  }

  /** Send a text over USB. @param {string} text */
  send(text) {
    this.on.host.send(new TextEncoder().encode(text));
  }

  /** Return what the board has sent over USB since the last call. */
  heard() {
    const decoder = new TextDecoder();
    const texts = this.sent.splice(0).map((bytes) => decoder.decode(bytes, { stream: true }));
    return texts.join('') + decoder.decode();
  }

  /** The panel's picture: a byte for each pixel, row by row from the top left, 1 where it is lit. */
  get picture() {
    const { width, height } = this.on.panel;
    return { width, height, pixels: this.on.panel.pixels() };
  }

  /** The picture as text, two rows of pixels in a line. */
  toString() {
    const { width, height, pixels } = this.picture;
    const lines = [];
    for (let y = 0; y < height; y += 2) {
      let line = '';
      for (let x = 0; x < width; x++) {
        line += ' ▀▄█'[pixels[y * width + x] + 2 * pixels[(y + 1) * width + x]];
      }
      lines.push(line.trimEnd());
    }
    return lines.join('\n');
  }

  /** Read the flash. @param {number} offset @param {number} length @returns {Uint8Array} a copy */
  read(offset, length) {
    return this.on.read(offset, length);
  }

  /** Restart the chip, as with its RUN pin. */
  reset() {
    this.on.reset();
  }

  /** Switch the power off and on again; `ms` restarts at 0. */
  powerCycle() {
    this.on.powerCycle();
  }
}
