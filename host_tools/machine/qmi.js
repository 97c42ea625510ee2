// SPDX-License-Identifier: MIT
/**
 * The RP2350's interface to its flash: QMI with the direct mode, the windows that read the flash
 * as memory, and IO_QSPI. Data sheet: RP2350, chapters 4.4 (XIP), 12.14 (QMI) and 9.11.2.
 *
 * The cache is modelled on request (cache.js). Not modelled: a second chip at CS1.
 */

import { BasePeripheral } from 'rp2040js';
import { Registers } from './blocks8.js';
import { Serial } from './flash.js';
import { mapFlash } from './memory.js';

/** @typedef {import('./rp2350.js').Rp2350} Rp2350 */

const DIRECT_CSR = 0x00;
const DIRECT_TX = 0x04;
const DIRECT_RX = 0x08;
const M0_TIMING = 0x0c;
const M0_RFMT = 0x10;
const ATRANS0 = 0x34;

const EN = 1;
const BUSY = 2;
const ASSERT_CS0N = 1 << 2;
const AUTO_CS0N = 1 << 6;
const TXEMPTY = 1 << 11;
const RXEMPTY = 1 << 16;
const RXFULL = 1 << 17;
const WRITABLE = 0xffc000cd; // of DIRECT_CSR: RXDELAY, CLKDIV, AUTO, ASSERT, EN

const WIDE = 1 << 18; // of DIRECT_TX: 16 bits
const NOPUSH = 1 << 20;
const DEPTH = 4;

const WINDOW = 4 << 20; // that each ATRANS register translates
const PAGE = 4096;

/** QMI with the flash chip at CS0. */
export class Qmi extends BasePeripheral {
  /**
   * @param {Rp2350} chip
   * @param {import('./flash.js').Flash} flash
   * @param {import('./cache.js').Cache | null} cache
   */
  constructor(chip, flash, cache) {
    super(chip, 'QMI');
    /** @private */
    this.cache = cache;
    this.chip = chip;
    this.flash = flash;
    this.serial = new Serial(flash);
    /** @private nanoseconds at which the transfer ends */
    this.until = 0;
    /** @private */
    this.control = 0x01800000;
    /** @private @type {number[]} */
    this.received = [];
    /** @private timing and formats, which matter only to the cache */
    this.registers = new Uint32Array(ATRANS0 >> 2);
    for (const at of [0x0c, 0x20]) {
      [0x40000004, 0x1000, 0xa003, 0x1000, 0xa002].forEach((value, index) => {
        this.registers[(at >> 2) + index] = value;
      });
    }
    /** @private */
    this.translation = new Uint32Array(8);
    this.resetTranslation();
    this.time();
  }

  /** @private set what a miss costs */
  time() {
    this.cache?.setQmi(this.registers[M0_TIMING >> 2], this.registers[M0_RFMT >> 2]);
  }

  /** Reset each window to the 4 MiB that it reads without a translation. */
  resetTranslation() {
    for (let at = 0; at < 8; at++) this.translation[at] = 0x04000000 | ((at & 3) << 10);
    this.map();
  }

  /** While the direct mode is on nothing reads the flash as memory. */
  get direct() {
    return (this.control & EN) !== 0;
  }

  /** @private Whether something is being sent; if not, the automatic chip-select line is high. */
  get sending() {
    if (this.chip.clock.nanos < this.until) return true;
    if (this.control & AUTO_CS0N) this.serial.select(false);
    return false;
  }

  /** @private */
  map() {
    const [base, pages] = [this.translation[0] & 0xfff, (this.translation[0] >> 16) & 0x7ff];
    this.flash.busy = this.direct;
    mapFlash(base * PAGE, this.direct ? 0 : pages * PAGE);
  }

  /**
   * Return where in the flash a window reads.
   * @param {number} address in a window, which may be any of the uncached or untranslated ones
   * @returns {number} offset in the flash, -1 after the end of a translated window
   */
  offset(address) {
    const at = address & 0x1ffffff;
    if (address >>> 26 === 7) return at % this.flash.bytes.length; // untranslated
    const entry = this.translation[(address >> 22) & 7];
    const inside = at % WINDOW;
    if (inside >= ((entry >> 16) & 0x7ff) * PAGE) return -1;
    return ((entry & 0xfff) * PAGE + inside) % this.flash.bytes.length;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    const { length } = this.received;
    if (offset === DIRECT_CSR) {
      const level = (Math.min(length, 7) << 18) | (length ? 0 : RXEMPTY) | (length < DEPTH ? 0 : RXFULL);
      return (this.control | TXEMPTY | level | (this.sending ? BUSY : 0)) >>> 0;
    }
    if (offset === DIRECT_RX) return this.received.shift() ?? 0;
    if (offset >= ATRANS0) return this.translation[((offset - ATRANS0) >> 2) & 7];
    return this.registers[offset >> 2];
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset === DIRECT_CSR) {
      const was = this.direct;
      this.control = value & WRITABLE;
      const held = (this.control & ASSERT_CS0N) !== 0;
      this.serial.select(held || (this.sending && (this.control & AUTO_CS0N) !== 0));
      if (this.direct !== was) this.map();
    } else if (offset === DIRECT_TX) this.transfer(value);
    else if (offset >= ATRANS0) {
      this.translation[((offset - ATRANS0) >> 2) & 7] = value & 0x07ff0fff;
      this.map();
    } else {
      this.registers[offset >> 2] = value;
      this.time();
    }
  }

  /** @private @param {number} word of DIRECT_TX */
  transfer(word) {
    if (!this.direct) return;
    const { sending } = this;
    if (this.control & AUTO_CS0N) this.serial.select(true);
    // The first byte on the wire is the upper one.
    const bytes = word & WIDE ? [(word >> 8) & 0xff, word & 0xff] : [word & 0xff];
    const answer = bytes.reduce((all, byte) => (all << 8) | this.serial.shift(byte), 0);
    if (!(word & NOPUSH)) this.received.push(answer);
    const clocks = (8 * bytes.length) >> ((word >> 16) & 3); // on one line, two or four
    const divider = (this.control >> 22) & 0xff || 256;
    const begin = sending ? this.until : this.chip.clock.nanos;
    this.until = begin + clocks * divider * this.chip.cycle;
  }
}

const SS_STATUS = 0x18;
const OUTTOPAD = 1 << 9;
const INFROMPAD = 1 << 17;

/** IO_QSPI: the chip-select line is high unless the direct mode holds it low. */
export class QspiPins extends Registers {
  /** @param {Rp2350} chip @param {Qmi} qmi */
  constructor(chip, qmi) {
    super(chip, 'IO_QSPI');
    this.qmi = qmi;
    for (let at = 4; at < 0x40; at += 8) this.words[at >> 2] = 0x1f;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset >= 0x40 || offset & 4) return super.readUint32(offset);
    const high = offset === SS_STATUS ? !this.qmi.serial.selected : offset > SS_STATUS;
    return high ? OUTTOPAD | INFROMPAD : 0;
  }
}
