// SPDX-License-Identifier: MIT
/**
 * The flash chip, the RP2040's SSI block in front of it, and IO_QSPI, through which the boot ROM
 * and the pico-sdk force its chip-select line. The commands are those of a Winbond W25Q16JV or
 * W25Q32JV.
 *
 * rp2040js 1.4.1 does not model them: its SSI discards all data, so nothing is ever written.
 * Data sheets: RP2040, chapters 2.19, 2.8.1.3 and 4.10; W25Q16JV, chapter 8.
 */

import { BasePeripheral } from 'rp2040js';
import { CHIPS } from './cache.js';

const SECTOR = 4096;

/**
 * Where the content is kept.
 * @typedef {object} Store
 * @property {Uint8Array} bytes the whole flash
 * @property {(at: number, length: number) => void} forget called after each change
 */

/** @typedef {'none' | keyof typeof CHIPS} Time how fast a chip it is */

/** The most nanoseconds that the boot ROM waits for the chip at a time. */
export const POLL = 1e5;

const HALF = 8 * SECTOR;
const BLOCK = 16 * SECTOR;
const PAGE = 256;

/** NOR flash: programming only clears bits, erasing sets whole sectors. */
export class Flash {
  /**
   * @param {number} start of the part that may be written: the filesystem
   * @param {(offset: number, length: number) => void} changed called after each change
   * @param {Store} store
   * @param {Time} [time] how long it is busy; default: not at all
   */
  constructor(start, changed, store, time = 'none') {
    this.start = start;
    this.changed = changed;
    this.bytes = store.bytes;
    /** @private */
    this.forget = store.forget;
    /** Whether the chip is in command mode, so that code and data cannot be read from it. */
    this.busy = false;
    /** @type {string[]} accesses that correct firmware would not make */
    this.faults = [];
    /** The number of sector erases, which wear the flash. */
    this.erases = 0;
    /** @type {Set<number>} sectors that are worn out: they stay as they are */
    this.dead = new Set();
    /** @private */
    this.time = time === 'none' ? { page: 0, sector: 0, half: 0, block: 0 } : CHIPS[time];
    /** Its JEDEC ID: Winbond, W25Q, and log2 of its size. */
    this.id = [0xef, 0x40, Math.log2(store.bytes.length)];
    /** @private the end of the last erase or program command in emulated nanoseconds */
    this.until = 0;
    /** Whether the boot ROM waits until it has done the last command. */
    this.polled = false;
    /** @private */
    this.now = () => 0;
  }

  /** Start with a chip. @param {() => number} now its time in nanoseconds */
  begin(now) {
    this.now = now;
    this.until = 0;
    this.polled = false;
    this.busy = false;
  }

  /** Nanoseconds for which it is still busy with the last command. */
  get left() {
    return Math.max(0, this.until - this.now());
  }

  /** @private @param {number} nanos that a command takes */
  work(nanos) {
    this.until = this.now() + this.left + nanos;
  }

  /** @param {number} at @param {number} length both multiples of a sector's 4096 bytes */
  erase(at, length) {
    this.watch('erased', at, length);
    if (at % SECTOR || length % SECTOR) this.faults.push(`erased a part of a sector at ${at}`);
    this.erases += length / SECTOR;
    for (let sector = at / SECTOR; sector < (at + length) / SECTOR; sector++) {
      if (!this.dead.has(sector)) this.bytes.fill(0xff, sector * SECTOR, (sector + 1) * SECTOR);
    }
    // As the boot ROM does it, by blocks where it can (RP2040 data sheet, 2.8.3.1.3).
    const { sector, half, block } = this.time;
    for (let done = 0; done < length; ) {
      const whole = (at + done) % BLOCK === 0 && length - done >= BLOCK;
      const step = whole ? BLOCK : length === HALF ? HALF : SECTOR;
      this.work(whole ? block : step === HALF ? half : sector);
      done += step;
    }
    this.forget(at, length);
    this.changed(at, length);
  }

  /** @param {number} at @param {ArrayLike<number>} data */
  program(at, data) {
    this.work(Math.ceil(data.length / PAGE) * this.time.page);
    this.watch('programmed', at, data.length);
    if (this.dead.has(Math.floor(at / SECTOR))) return;
    for (let index = 0; index < data.length; index++) {
      if (data[index] & ~this.bytes[at + index]) {
        this.faults.push(`programmed 0 to 1 at ${at + index}`);
        break;
      }
    }
    for (let index = 0; index < data.length; index++) this.bytes[at + index] &= data[index];
    this.forget(at, data.length);
    this.changed(at, data.length);
  }

  /** @private @param {string} what @param {number} at @param {number} length */
  watch(what, at, length) {
    if (at < this.start) this.faults.push(`${what} at ${at}, below the filesystem`);
    if (at + length > this.bytes.length) this.faults.push(`${what} at ${at}, beyond the flash`);
    if (!this.busy) this.faults.push(`${what} at ${at} while it was being read`);
  }
}

/** The flash chip's serial interface: a command is the bytes sent while the chip is selected. */
export class Serial {
  /** @param {Flash} flash */
  constructor(flash) {
    this.flash = flash;
    this.writeEnabled = false;
    this.selected = false;
    /** @type {number[]} bytes of the current command */
    this.sent = [];
  }

  /** @param {boolean} low whether the chip-select line is low, which selects the chip */
  select(low) {
    if (low && !this.selected) this.sent.length = 0;
    if (!low && this.selected) this.obey();
    this.selected = low;
  }

  /** @private the three address bytes of the command */
  get address() {
    return (this.sent[1] << 16) | (this.sent[2] << 8) | this.sent[3];
  }

  /**
   * Send a byte to the chip.
   * @param {number} byte
   * @returns {number} the byte that it sends at the same time
   */
  shift(byte) {
    if (!this.selected) return 0xff;
    const { bytes } = this.flash;
    this.sent.push(byte);
    const at = this.sent.length - 1;
    if (at === 0) {
      if (byte === 0x06) this.writeEnabled = true;
      if (byte === 0x04) this.writeEnabled = false;
      return 0xff;
    }
    switch (this.sent[0]) {
      case 0x05: // status register 1
        return (this.writeEnabled ? 2 : 0) | (this.flash.left > 0 ? 1 : 0);
      case 0x35: // status register 2: quad mode is enabled
        return 2;
      case 0x9f:
        return this.flash.id[at - 1] ?? 0;
      case 0x4b: // unique ID
        return at >= 5 && at < 13 ? 0xa0 + at : 0xff;
      case 0x03: // read
        return at >= 4 ? bytes[(this.address + at - 4) % bytes.length] : 0xff;
    }
    return 0xff;
  }

  /** @private execute the command when the chip is deselected */
  obey() {
    const [command] = this.sent;
    const size = { 0x20: SECTOR, 0x52: 8 * SECTOR, 0xd8: 16 * SECTOR }[command];
    if (size === undefined && command !== 0x02 && command !== 0x01) return;
    if (this.writeEnabled && size && this.sent.length >= 4) {
      this.flash.erase(this.address - (this.address % size), size);
    }
    if (this.writeEnabled && command === 0x02 && this.sent.length > 4) this.programPage();
    this.writeEnabled = false;
  }

  /** @private */
  programPage() {
    const data = this.sent.slice(4);
    const offset = this.address & 0xff;
    if (offset + data.length <= 256) {
      this.flash.program(this.address, data);
      return;
    }
    // The chip wraps around within its page of 256 bytes, which no program intends.
    this.flash.faults.push(`programmed over the end of a page at ${this.address}`);
    for (const [index, byte] of data.entries()) {
      this.flash.program(this.address - offset + ((offset + index) & 0xff), [byte]);
    }
  }
}

// Registers of the SSI
const CTRLR0 = 0x00;
const SSIENR = 0x08;
const BAUDR = 0x14;
const TXFLR = 0x20;
const RXFLR = 0x24;
const SR = 0x28;
const IDR = 0x58;
const VERSION = 0x5c;
const DR0 = 0x60;
const SPI_CTRLR0 = 0xf4;

const TRANSMIT_EMPTY_NOT_FULL = 0x06;
const RECEIVE_NOT_EMPTY = 0x08;
/** CTRLR0 for reading the flash as memory: frames of 32 bits (DFS_32), EEPROM read (TMOD). */
export const AS_MEMORY = (31 << 16) | (3 << 8);

/** The SSI block with the flash chip behind it. */
export class FlashInterface extends BasePeripheral {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {Flash} flash
   * @param {import('./cache.js').Cache | null} [cache]
   */
  constructor(chip, flash, cache = null) {
    super(chip, 'SSI');
    this.flash = flash;
    this.cache = cache;
    this.serial = new Serial(flash);
    this.registers = new Uint32Array(64);
    /** Whether the block drives the chip-select line itself. */
    this.automatic = true;
    /** @type {number[]} */
    this.received = [];
  }

  /** Map the flash as memory while the block is on, set up for that, and drives chip-select. */
  update() {
    const asMemory = (this.registers[CTRLR0 >> 2] & 0x1f0300) === AS_MEMORY;
    this.flash.busy = !(asMemory && this.registers[SSIENR >> 2] & 1 && this.automatic);
    const [baudr, ctrlr0, spi] = [BAUDR, CTRLR0, SPI_CTRLR0].map((at) => this.registers[at >> 2]);
    this.cache?.setSsi(baudr, ctrlr0, spi);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    switch (offset) {
      case TXFLR:
        return 0;
      case RXFLR:
        return this.received.length;
      case SR:
        // All was sent: the block releases chip-select if it drives it (boot2 waits for that).
        if (this.automatic) this.serial.select(false);
        return TRANSMIT_EMPTY_NOT_FULL | (this.received.length ? RECEIVE_NOT_EMPTY : 0);
      case IDR:
        return 0x51535049;
      case VERSION:
        return 0x3430312a;
      case DR0:
        return this.received.shift() ?? 0;
    }
    return offset < 0x100 ? this.registers[offset >> 2] : super.readUint32(offset);
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset >= 0x100) {
      super.writeUint32(offset, value);
    } else if (offset === DR0) {
      if (this.automatic) this.serial.select(true);
      if (this.registers[SSIENR >> 2] & 1) {
        this.received.push(this.serial.shift(value & 0xff));
      }
    } else {
      this.registers[offset >> 2] = value;
      if (offset === SSIENR && !(value & 1)) this.received.length = 0; // off: FIFOs are emptied
      this.update();
    }
  }
}

/** IO_QSPI, with only the override of the chip-select line (GPIO_QSPI_SS_CTRL.OUTOVER). */
export class QspiPins extends BasePeripheral {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {FlashInterface} ssi
   */
  constructor(chip, ssi) {
    super(chip, 'IO_QSPI');
    this.ssi = ssi;
    this.registers = new Uint32Array(64);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    return offset < 0x100 ? this.registers[offset >> 2] : super.readUint32(offset);
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset >= 0x100) {
      super.writeUint32(offset, value);
      return;
    }
    this.registers[offset >> 2] = value;
    if (offset === 0x0c) {
      const override = (value >> 8) & 3; // 2: low, 3: high, otherwise the SSI drives it
      this.ssi.automatic = override < 2;
      this.ssi.serial.select(override === 2);
      this.ssi.update();
    }
  }
}

const FLUSH = 0x04;
const STAT = 0x08;
const CTR_HIT = 0x0c;
const CTR_ACC = 0x10;

/** XIP_CTRL, for the cache; without one a flush is done at once. */
export class CacheControl extends BasePeripheral {
  /**
   * @param {import('rp2040js').RP2040} chip
   * @param {import('./cache.js').Cache | null} cache
   */
  constructor(chip, cache) {
    super(chip, 'XIP_CTRL');
    this.cache = cache;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === CTR_HIT) return this.cache?.hits ?? 0;
    if (offset === CTR_ACC) return this.cache?.accesses ?? 0;
    return offset === STAT ? 3 : 0; // flushed, and nothing in the stream's FIFO
  }

  /** @override @param {number} offset */
  writeUint32(offset) {
    if (!this.cache) return;
    if (offset === FLUSH) this.cache.flush();
    if (offset === CTR_HIT) this.cache.hits = 0;
    if (offset === CTR_ACC) this.cache.accesses = 0;
  }
}
