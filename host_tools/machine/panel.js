// SPDX-License-Identifier: MIT
/**
 * The SSD1306, SSD1309, SH1106 and SH1107, seen from the bus: byte for byte the models of
 * host_tools/emulator/ssd1306.py, which names the sources and what is not modelled. A test feeds
 * both the same bytes and compares their whole states.
 */

export const PAGES = 8;
const LINES = 8 * PAGES;
const VERTICAL = 1; // 0: horizontal
const PAGE = 2;

/** Bytes that follow a command byte (data sheet, table 9-1). All others are a single byte. */
const ARGUMENTS = new Uint8Array(256);
for (const [count, commands] of /** @type {[number, number[]][]} */ ([
  [1, [0x20, 0x23, 0x81, 0x8d, 0xa8, 0xad, 0xd3, 0xd5, 0xd6, 0xd9, 0xda, 0xdb]],
  [2, [0x21, 0x22, 0xa3]],
  [5, [0x29, 0x2a]],
  [6, [0x26, 0x27]],
])) {
  for (const command of commands) ARGUMENTS[command] = count;
}

/**
 * Return the same table for another controller.
 * @param {(command: number) => boolean} foreign whether it lacks a command of the SSD1306
 * @param {number[]} more its own commands with one argument byte
 */
function argumentsOf(foreign, more = []) {
  const own = ARGUMENTS.map((count, command) => (foreign(command) ? 0 : count));
  for (const command of more) own[command] = 1;
  return own;
}

const foreign1309 = (/** @type {number} */ command) => command === 0x8d || command === 0xd6;
const foreign1106 = (/** @type {number} */ command) =>
  (command >= 0x20 && command <= 0x2f) || [0x8d, 0xa3, 0xd6].includes(command);
const foreign1107 = (/** @type {number} */ command) =>
  (command >= 0x18 && command <= 0x7f) || [0x8d, 0xa3, 0xd6, 0xda].includes(command);

/** @type {Record<string, Uint8Array>} */
const ARGUMENTS_OF = {
  ssd1306: ARGUMENTS,
  ssd1309: argumentsOf(foreign1309, [0xfd]),
  sh1106: argumentsOf(foreign1106),
  sh1107: argumentsOf(foreign1107, [0xdc]),
};

/** The parts of the state that are one byte each, in the order of `state()`. */
const BYTES = /** @type {const} */ ([
  'on', 'inverted', 'entireOn', 'chargePump', 'segmentRemap', 'comReversed', 'scrolling',
  'selected', 'nak', 'stuck', 'bare', 'data', 'modifying', 'holder', 'saved', 'contrast', 'mode', 'firstColumn', 'lastColumn', 'firstPage',
  'lastPage', 'column', 'page', 'startLine', 'displayOffset', 'muxRatio', 'comPins',
]);

/** The parts that are 32 bits each, after those. */
const WORDS = /** @type {const} */ ([
  'control', 'held', 'stretch', 'version', 'transactions', 'refused', 'wireBytes', 'dataBytes',
  'commandBytes',
]);

/** One panel on an I2C or SPI bus: bytes in, picture out. */
export class Panel {
  /**
   * @param {{controller: string, width: number, height: number, address: number,
   *   externalVcc: boolean, fastest?: number}} kind of panel, as in boards/NAME/board.py; `fastest`:
   *   the most Hz of the bus at which it answers, 0 for any
   */
  constructor({ controller, width, height, address, externalVcc, fastest = 0 }) {
    this.sh1106 = controller === 'sh1106';
    this.sh1107 = controller === 'sh1107';
    this.ssd1309 = controller === 'ssd1309';
    /** @private for each command byte how many follow */
    this.its = ARGUMENTS_OF[controller];
    if (!this.its) throw new Error(`there is no model of ${controller}`);
    /** Columns of the chip's memory, whatever the width of the glass. */
    this.columns = this.sh1106 ? 132 : 128;
    this.pages = this.sh1107 ? 16 : PAGES;
    this.width = width;
    this.height = height;
    this.address = address;
    this.externalVcc = externalVcc;
    this.fastest = fastest;
    // Booleans are kept as 0 and 1, so that the whole state is a row of numbers.
    this.on = this.inverted = this.entireOn = this.chargePump = this.scrolling = 0;
    this.segmentRemap = this.comReversed = this.selected = 0;
    this.contrast = this.mode = this.startLine = this.displayOffset = 0;
    this.firstColumn = this.lastColumn = this.firstPage = this.lastPage = 0;
    this.column = this.page = this.muxRatio = this.comPins = 0;
    /** The control byte of this transaction; 256: there was none yet. */
    this.control = 256;
    // For reads: whether from RAM, the next byte, the column between E0h and EEh.
    this.data = this.modifying = this.holder = this.saved = 0;
    // What tests set: no answer; the clock held low; the data held low for so many clocks; the
    // clock stretched by so many microseconds; no pull-up resistors.
    this.nak = this.stuck = this.held = this.stretch = this.bare = 0;
    /** Grows whenever the picture may have changed. */
    this.version = 0;
    this.transactions = this.refused = this.wireBytes = this.dataBytes = this.commandBytes = 0;
    /** Whether anything may have changed since the front end last polled. */
    this.touched = true;
    this.ram = new Uint8Array(this.columns * this.pages);
    /** @type {Map<number, Uint8Array>} */
    this.settings = new Map();
    /** @type {Uint8Array[]} */
    this.unknown = [];
    /** @type {number[]} a command that still lacks arguments, across transactions */
    this.command = [];
    this.reset();
  }

  /** Set the state after power-on. */
  reset() {
    // Undefined on the chip: a fixed speckle here reveals a driver that shows unwritten memory.
    for (let at = 0; at < this.ram.length; at++) this.ram[at] = at * 73 + (at >> 3) * 151;
    this.on = this.inverted = this.entireOn = this.scrolling = 0;
    this.segmentRemap = this.comReversed = 0;
    this.chargePump = this.sh1106 ? 1 : 0;
    this.contrast = 0x7f;
    this.mode = PAGE;
    this.firstColumn = this.firstPage = 0;
    this.lastColumn = this.columns - 1;
    this.lastPage = this.pages - 1;
    this.column = this.page = 0;
    this.startLine = this.displayOffset = 0;
    this.muxRatio = this.sh1107 ? this.columns : LINES;
    this.comPins = 0x12;
    this.settings.clear();
    this.unknown.length = 0;
    this.command.length = 0;
    this.selected = 0;
    this.data = this.modifying = this.holder = this.saved = 0;
    this.control = 256;
    this.version++;
    this.touched = true;
  }

  /**
   * Receive a START and an address byte.
   * @param {number} address 7 bits
   * @returns {boolean} whether the chip acknowledges it
   */
  start(address) {
    this.touched = true;
    this.selected = 0;
    if (address !== this.address) return false;
    if (this.nak) {
      this.refused++;
      return false;
    }
    this.selected = 1;
    this.control = 256;
    this.transactions++;
    this.wireBytes++;
    return true;
  }

  /** @param {number} byte from the bus master; ignored when it is not for this chip */
  write(byte) {
    if (!this.selected) return;
    this.touched = true;
    this.wireBytes++;
    if (this.control === 256) {
      this.control = byte;
      this.data = (byte >> 6) & 1;
      return;
    }
    if (this.control & 0x40) this.writeData(byte);
    else this.writeCommand(byte);
    if (this.control & 0x80) this.control = 256; // Co: one byte only, then another control byte
  }

  /** @returns {number} the status register, bit 6 set while the display is off; or RAM */
  read() {
    if (!this.selected) return 0xff;
    this.touched = true;
    this.wireBytes++;
    if (!this.data || !(this.sh1106 || this.sh1107)) return this.on ? 0x00 : 0x40;
    const byte = this.holder;
    this.holder = this.ram[this.page * this.columns + this.segment()];
    if (!this.modifying) this.column = (this.column + 1) % this.columns;
    return byte;
  }

  /** @private @returns {number} the place of the column in the RAM */
  segment() {
    return this.segmentRemap && !this.sh1107 ? this.columns - 1 - this.column : this.column;
  }

  /** Receive a STOP. */
  stop() {
    this.touched = true;
    this.selected = 0;
  }

  /**
   * Receive a byte on SPI while the chip is selected.
   * @param {number} byte
   * @param {boolean} data the level of the pin D/C
   */
  writeSpi(byte, data) {
    this.touched = true;
    this.wireBytes++;
    if (data) this.writeData(byte);
    else this.writeCommand(byte);
  }

  /** @private @param {number} byte */
  writeData(byte) {
    this.dataBytes++;
    this.version++;
    this.ram[this.page * this.columns + this.segment()] = byte;
    if (this.sh1107) {
      if (this.mode === VERTICAL) this.page = (this.page + 1) % this.pages;
      if (this.mode !== VERTICAL || !this.page) this.column = (this.column + 1) % this.columns;
    } else if (this.mode === PAGE) this.column = (this.column + 1) % this.columns;
    else if (this.mode === VERTICAL) {
      if (this.stepPage()) this.stepColumn();
    } else if (this.stepColumn()) this.stepPage();
  }

  /** @private */
  stepColumn() {
    const wrapped = this.column === this.lastColumn;
    this.column = wrapped ? this.firstColumn : (this.column + 1) % this.columns;
    return wrapped;
  }

  /** @private */
  stepPage() {
    const wrapped = this.page === this.lastPage;
    this.page = wrapped ? this.firstPage : (this.page + 1) % PAGES;
    return wrapped;
  }

  /** @private @param {number} byte */
  writeCommand(byte) {
    this.commandBytes++;
    this.command.push(byte);
    if (this.command.length <= this.its[this.command[0]]) return;
    const command = Uint8Array.from(this.command);
    this.command.length = 0;
    this.version++;
    if (!this.execute(command[0], command.subarray(1))) this.unknown.push(command);
  }

  /**
   * Execute one complete command.
   * @private
   * @param {number} command
   * @param {Uint8Array} its
   * @returns {boolean} false if there is no such command
   */
  execute(command, its) {
    const first = its.length ? its[0] : 0;
    if (this.sh1106 || this.sh1107) {
      if (command === 0xe0) {
        this.modifying = 1;
        this.saved = this.column;
        return true;
      }
      if (command === 0xee) {
        if (this.modifying) this.column = this.saved;
        this.modifying = 0;
        return true;
      }
    }
    if (this.sh1107) {
      const done = this.execute1107(command, first);
      if (done !== null) return done;
      if (foreign1107(command)) return false;
    }
    if (this.ssd1309 && foreign1309(command)) return false;
    if (this.sh1106) {
      if (command >= 0x10 && command <= 0x1f) {
        this.column = (((command & 15) << 4) | (this.column & 15)) % this.columns;
        return true;
      }
      if (command === 0xad) {
        this.chargePump = first & 1;
        return true;
      }
      if (foreign1106(command)) return false;
    }
    if (command <= 0x0f) this.column = (this.column & 0x70) | command;
    else if (command <= 0x1f) this.column = ((command & 7) << 4) | (this.column & 0x0f);
    else if (command === 0x20) {
      if ((first & 3) === 3) return false;
      this.mode = first & 3;
    } else if (command === 0x21) {
      if (!(first <= its[1] && its[1] < 128)) return false;
      this.firstColumn = this.column = first;
      this.lastColumn = its[1];
    } else if (command === 0x22) {
      if (!(first <= its[1] && its[1] < PAGES)) return false;
      this.firstPage = this.page = first;
      this.lastPage = its[1];
    } else if (command === 0x2e || command === 0x2f) this.scrolling = command & 1;
    else if (command >= 0x40 && command <= 0x7f) this.startLine = command & 0x3f;
    else if (command === 0x81) this.contrast = first;
    else if (command === 0x8d) this.chargePump = (first >> 2) & 1;
    else if (command === 0xa0 || command === 0xa1) this.segmentRemap = command & 1;
    else if (command === 0xa4 || command === 0xa5) this.entireOn = command & 1;
    else if (command === 0xa6 || command === 0xa7) this.inverted = command & 1;
    else if (command === 0xa8) {
      if ((first & 0x3f) < 15) return false;
      this.muxRatio = (first & 0x3f) + 1;
    } else if (command === 0xae || command === 0xaf) this.on = command & 1;
    else if (command >= 0xb0 && command <= 0xb7) this.page = command & 7;
    else if (command === 0xc0 || command === 0xc8) this.comReversed = (command >> 3) & 1;
    else if (command === 0xd3) this.displayOffset = first & 0x3f;
    else if (command === 0xda) this.comPins = first;
    else if (command === 0xe3) return true;
    else if (this.its[command]) this.settings.set(command, its);
    else return false;
    return true;
  }

  /**
   * Execute a command that differs on an SH1107.
   * @private
   * @param {number} command
   * @param {number} first
   * @returns {boolean | null} null for a command that the others share
   */
  execute1107(command, first) {
    if (command === 0x20 || command === 0x21) this.mode = command & 1 ? VERTICAL : PAGE;
    else if (command >= 0xb0 && command <= 0xbf) this.page = command & 15;
    else if (command === 0xa8) this.muxRatio = (first & 0x7f) + 1;
    else if (command === 0xd3) this.displayOffset = first & 0x7f;
    else if (command === 0xdc) this.startLine = first & 0x7f;
    else return null;
    return true;
  }

  /** @private @returns {Uint8Array} the visible pixels of an SH1107 */
  turned() {
    const { width, height, columns: size } = this;
    const picture = new Uint8Array(width * height);
    if (!this.on) return picture;
    const left = (size - width) >> 1;
    for (let y = 0; y < height; y++) {
      const com = ((size + height) >> 1) - 1 - y;
      const row = this.comReversed
        ? (this.muxRatio - 1 + this.displayOffset - com + size) % size
        : (com + this.displayOffset) % size;
      if (row >= this.muxRatio) continue;
      const column = (row + this.startLine) % size;
      for (let x = 0; x < width; x++) {
        const segment = this.segmentRemap ? size - 1 - left - x : left + x;
        const lit = (this.ram[(segment >> 3) * size + column] >> (segment & 7)) & 1;
        picture[y * width + x] = this.entireOn ? 1 : lit ^ this.inverted;
      }
    }
    return picture;
  }

  /**
   * Return the visible pixels.
   * @returns {Uint8Array} width * height bytes from the top left, 1 where a pixel is lit
   */
  pixels() {
    if (this.sh1107) return this.turned();
    const { width, height } = this;
    const picture = new Uint8Array(width * height);
    if (!this.on || !(this.chargePump || this.externalVcc)) return picture;
    const alternative = (this.comPins & 0x10) !== 0;
    const swapped = this.comPins & 0x20 ? LINES / 2 : 0;
    const comOfPin = new Uint8Array(LINES);
    for (let com = 0; com < LINES; com++) comOfPin[pin(com, alternative) ^ swapped] = com;
    const left = (this.columns - width) >> 1;
    for (let y = 0; y < height; y++) {
      const com = comOfPin[pin(height - 1 - y, width <= 2 * height)];
      const row = this.comReversed
        ? (this.muxRatio - 1 + this.displayOffset - com + LINES) % LINES
        : (com + this.displayOffset) % LINES;
      if (row >= this.muxRatio) continue;
      const line = (row + this.startLine) % LINES;
      const end = (line >> 3) * this.columns + left + width - 1;
      for (let x = 0; x < width; x++) {
        const lit = ((this.ram[end - x] >> (line & 7)) & 1) ^ this.inverted;
        picture[y * width + x] = this.entireOn ? 1 : lit;
      }
    }
    return picture;
  }

  /** @returns {Uint8Array} everything, for `restore` and for SSD1306.restore in Python */
  state() {
    const variable = [this.command.length, ...this.command, this.settings.size];
    for (const [command, its] of this.settings) variable.push(command, its.length, ...its);
    variable.push(this.unknown.length & 0xff, this.unknown.length >> 8);
    for (const command of this.unknown) variable.push(command.length, ...command);
    const fixed = BYTES.length + 4 * WORDS.length;
    const bytes = new Uint8Array(fixed + this.ram.length + variable.length);
    const view = new DataView(bytes.buffer);
    BYTES.forEach((name, at) => (bytes[at] = this[name]));
    WORDS.forEach((name, at) => view.setUint32(BYTES.length + 4 * at, this[name], true));
    bytes.set(this.ram, fixed);
    bytes.set(variable, fixed + this.ram.length);
    return bytes;
  }

  /** @param {Uint8Array} bytes from `state`, here or in Python */
  restore(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    BYTES.forEach((name, at) => (this[name] = bytes[at]));
    WORDS.forEach((name, at) => (this[name] = view.getUint32(BYTES.length + 4 * at, true)));
    let at = BYTES.length + 4 * WORDS.length;
    const next = () => bytes[at++];
    const take = (/** @type {number} */ count) => bytes.slice(at, (at += count));
    this.ram.set(take(this.ram.length));
    this.command = [...take(next())];
    this.settings.clear();
    for (let left = next(); left; left--) this.settings.set(next(), take(next()));
    this.unknown = [];
    for (let left = next() + 256 * next(); left; left--) this.unknown.push(take(next()));
    this.touched = true;
  }
}

/**
 * The pin that COM output `com` reaches (data sheet, table 10-3).
 * @param {number} com
 * @param {boolean} alternative
 */
function pin(com, alternative) {
  return alternative ? (com >> 1) + (LINES / 2) * (com & 1) : com;
}
