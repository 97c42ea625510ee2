// SPDX-License-Identifier: MIT
/**
 * The small register blocks of the RP2350, as far as the pico-sdk and MicroPython need them.
 *
 * Data sheet: RP2350, chapters 6.4 (POWMAN), 7.4 (PSM), 7.5 (RESETS), 8.1 (CLOCKS), 8.2 (XOSC),
 * 8.3 (ROSC), 8.5 (TICKS), 8.6 (PLL), 12.8 (timers), 12.9 (watchdog), 12.12 (TRNG), 12.15
 * (SYSINFO), 13 (OTP) and 4.3 (boot RAM). As with the RP2040, clocks always run at the speed that
 * the board has in normal use, whatever is set here.
 */

import { BasePeripheral } from 'rp2040js';

/** @typedef {import('./rp2350.js').Rp2350} Rp2350 */

/** Registers that keep what is written to them. */
export class Registers extends BasePeripheral {
  /**
   * @param {Rp2350} chip
   * @param {string} name
   * @param {Record<number, number>} [reset] their values after a reset, by offset
   * @param {Record<number, number>} [fixed] the values of read-only registers
   */
  constructor(chip, name, reset = {}, fixed = {}) {
    super(chip, name);
    this.chip = chip;
    this.words = new Uint32Array(0x400);
    this.fixed = fixed;
    for (const [offset, value] of Object.entries(reset)) this.words[Number(offset) >> 2] = value;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    return this.fixed[offset] ?? this.words[offset >> 2];
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    this.words[offset >> 2] = value;
  }
}

const CTR_HIT = 0x0c;
const CTR_ACC = 0x10;

/** XIP_CTRL: the performance counters of the cache (data sheet, 4.4.4). */
export class CacheControl extends Registers {
  /** @param {Rp2350} chip @param {import('./cache.js').Cache | null} cache */
  constructor(chip, cache) {
    super(chip, 'XIP_CTRL', { 0: 0x83 }, { 8: 2 });
    this.cache = cache;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === CTR_HIT) return this.cache?.hits ?? 0;
    if (offset === CTR_ACC) return this.cache?.accesses ?? 0;
    return super.readUint32(offset);
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset === CTR_HIT && this.cache) this.cache.hits = 0;
    if (offset === CTR_ACC && this.cache) this.cache.accesses = 0;
    super.writeUint32(offset, value);
  }
}

const ALL_BLOCKS = 0x1fffffff;

/** RESETS. A block is ready as soon as it is released; the blocks themselves are not reset. */
export class Resets extends Registers {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'RESETS', { 0: ALL_BLOCKS });
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    return offset === 8 ? (~this.words[0] & ALL_BLOCKS) >>> 0 : super.readUint32(offset) & ALL_BLOCKS;
  }
}

const ALL_DOMAINS = 0x01ffffff;
const PROC1 = 1 << 24;
const FRCE_ON = 0;
const FRCE_OFF = 4;
const DONE = 0xc;

/** PSM. The second core comes out of its reset into the boot ROM, which sends a 0. */
export class PowerOnStates extends Registers {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'PSM');
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    const [on, off] = this.words;
    return offset === DONE ? (ALL_DOMAINS & ~off) | (on & off) : super.readUint32(offset);
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    const before = this.words[FRCE_OFF >> 2];
    if (offset === FRCE_ON || offset === FRCE_OFF || offset === 8) {
      super.writeUint32(offset, value & ALL_DOMAINS);
    }
    if (before & ~this.words[FRCE_OFF >> 2] & PROC1) {
      this.chip.pins.inbox.length = 0;
      this.chip.pins.receive(0);
    }
  }
}

const PERI = 0x48; // CLK_PERI_CTRL; CLK_PERI_DIV is behind it

/** CLOCKS. Each multiplexer switches at once; clk_peri takes clk_sys, a PLL or the crystal. */
export class Clocks extends Registers {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'CLOCKS');
    for (let at = 4; at < 0x78; at += 12) this.words[at >> 2] = 0x10000; // dividers: by one
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset !== PERI && offset !== PERI + 4) return;
    const { clkSys, xoscFreq } = this.chip;
    const [control, divider] = this.words.subarray(PERI >> 2);
    const hertz = { 0: clkSys, 1: clkSys, 2: 48e6, 4: xoscFreq }[(control >> 5) & 7];
    if (hertz) this.chip.clkPeri = hertz / ((divider >> 16) & 3 || 4);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset < 0x78 && offset % 12 === 8) {
      const control = this.words[(offset - 8) >> 2];
      if (offset === 0x38) return 1 << (control & 3); // clk_ref
      return offset === 0x44 ? 1 << (control & 1) : 1; // clk_sys, others
    }
    if (offset === 0xa4) return 1 << 4; // FC0_STATUS: the frequency counter is done
    if (offset === 0xa8) return this.counted() << 5; // FC0_RESULT, in 1/32 kHz
    return super.readUint32(offset);
  }

  /** @private @returns {number} kHz of the clock that the frequency counter measures */
  counted() {
    const { chip } = this;
    const source = this.words[0xa0 >> 2];
    const hertz =
      { 1: chip.clkSys, 2: 48e6, 3: 6.1e6, 5: chip.xoscFreq, 8: chip.xoscFreq, 9: chip.clkSys }[source] ??
      { 10: chip.clkPeri, 11: 48e6, 12: 48e6 }[source] ??
      0;
    return Math.floor(hertz / 1000);
  }
}

const CHARGED = 0x80000000;

/** @param {Rp2350} chip @returns {Registers} XOSC, stable at once while it is enabled */
export function crystal(chip) {
  return new (class extends Registers {
    /** @override @param {number} offset */
    readUint32(offset) {
      const on = ((this.words[0] >> 12) & 0xfff) === 0xfab;
      if (offset === 4) return on ? (CHARGED | 0x1000) >>> 0 : 0;
      if (offset === 0x10) return 0; // COUNT has reached 0
      return super.readUint32(offset);
    }
  })(chip, 'XOSC');
}

/** @param {Rp2350} chip @returns {Registers} ROSC, stable at once, with random bits */
export function ringOscillator(chip) {
  return new (class extends Registers {
    /** @override @param {number} offset */
    readUint32(offset) {
      if (offset === 0x0c) return chip.random();
      if (offset === 0x1c) return (CHARGED | 0x1000) >>> 0;
      if (offset === 0x20) return chip.random() >>> 31;
      return offset === 0x24 ? 0 : super.readUint32(offset);
    }
  })(chip, 'ROSC', { 0: 0xaa0 });
}

/** @param {Rp2350} chip @param {string} name @returns {Registers} a PLL, locked at once */
export function pll(chip, name) {
  return new (class extends Registers {
    /** @override @param {number} offset */
    readUint32(offset) {
      return (super.readUint32(offset) | (offset ? 0 : CHARGED)) >>> 0;
    }
  })(chip, name, { 0: 1, 4: 0x2d, 0xc: 0x77000 });
}

const WATCHDOG_TICKS = 4;

/** TICKS: six generators, each with CTRL, CYCLES and COUNT. They tick every microsecond. */
export class Ticks extends Registers {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'TICKS');
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    const value = super.readUint32(offset);
    return offset % 12 === 0 ? value | ((value & 1) << 1) : value; // RUNNING
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    super.writeUint32(offset, offset % 12 === 0 ? value & 1 : value & 0x1ff);
    if (offset === WATCHDOG_TICKS * 12) this.chip.watchdog.update();
  }

  get watchdogRuns() {
    return (this.words[WATCHDOG_TICKS * 3] & 1) !== 0;
  }
}

const TRIGGER = 0x80000000;
const ENABLE = 0x40000000;
const PAUSES = 0x07000000;
const MOST = 0xffffff;
const TICK = 1000; // ns
const BY_TIMER = 1;
const BY_FORCE = 2;

/** The watchdog: it counts down by one every microsecond, not by two as the RP2040's does. */
export class Watchdog extends BasePeripheral {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'WATCHDOG');
    this.scratch = new Uint32Array(8);
    this.reason = 0;
    this.bitten = false;
    /** @private */
    this.chip = chip;
    /** @private CTRL without the time */
    this.control = PAUSES;
    /** @private microseconds left at `since` */
    this.count = 0;
    /** @private nanoseconds; -1 while it is stopped */
    this.since = -1;
    /** @private */
    this.alarm = chip.clock.createAlarm(() => this.bite(BY_TIMER));
  }

  /** @private @param {number} reason */
  bite(reason) {
    this.reason = reason;
    this.bitten = true;
    this.control &= ~ENABLE;
    this.alarm.cancel();
    this.chip.processor.leave();
  }

  /** @private */
  get left() {
    if (this.since < 0) return this.count;
    return Math.max(0, this.count - Math.floor((this.chip.clock.nanos - this.since) / TICK));
  }

  /** Update it after a change of what decides whether it runs. */
  update() {
    this.count = this.left;
    const runs = (this.control & ENABLE) !== 0 && this.chip.ticks.watchdogRuns;
    this.since = runs ? this.chip.clock.nanos : -1;
    if (runs) this.alarm.schedule(this.count * TICK);
    else this.alarm.cancel();
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === 0) return (this.control | this.left) >>> 0;
    if (offset === 8) return this.reason;
    return offset >= 0x0c && offset < 0x2c ? this.scratch[(offset - 0x0c) >> 2] : 0;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset === 0) {
      this.control = value & (ENABLE | PAUSES);
      this.update();
      if (value & TRIGGER) this.bite(BY_FORCE);
    } else if (offset === 4) {
      this.count = value & MOST;
      this.since = -1;
      this.update();
    } else if (offset >= 0x0c && offset < 0x2c) this.scratch[(offset - 0x0c) >> 2] = value;
  }
}

/** A timer: the RP2040's, whose interrupt registers are 8 bytes further up. */
export class Timer extends BasePeripheral {
  /** @param {Rp2350} chip @param {string} name @param {any} stock */
  constructor(chip, name, stock) {
    super(chip, name);
    this.stock = stock;
    /** @private LOCKED, SOURCE */
    this.registers = new Uint32Array(2);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === 0x2c) return 7; // DBGPAUSE
    if (offset === 0x34 || offset === 0x38) return this.registers[(offset - 0x34) >> 2];
    return this.stock.readUint32(offset < 0x34 ? offset : offset - 8) >>> 0;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset === 0x34 || offset === 0x38) this.registers[(offset - 0x34) >> 2] = value;
    else if (offset !== 0x2c) {
      this.stock.rawWriteValue = this.rawWriteValue;
      this.stock.writeUint32(offset < 0x34 ? offset : offset - 8, value);
    }
  }
}

const PASSWORD = 0x5afe0000;
const CHIP_RESET = 0x2c;
const SET_TIME = 0x60; // bits 63 to 48, and three more
const READ_UPPER = 0x70;
const READ_LOWER = 0x74;
const TIMER = 0x88;
const SCRATCH = 0xb0;
const RUN = 2;
const CLEAR = 4;
const USE = 0x700; // LPOSC, XOSC, GPIO_1KHZ
const MILLI = 1e6;

/** POWMAN: its timer, scratch registers, and why the chip was reset. */
export class PowerManager extends Registers {
  /** @param {Rp2350} chip @param {number} cause bits of CHIP_RESET */
  constructor(chip, cause) {
    super(
      chip,
      'POWMAN',
      { 0x04: 0x8050, 0x0c: 0xb0, 0x10: 0xb4, 0x14: 0xb0, 0x1c: 0xb1, 0x20: 0xb0, 0x24: 0xb1 },
      { 0: 0, [CHIP_RESET]: cause },
    );
    this.words[0x38 >> 2] = 0xf; // STATE: everything has power
    /** @private milliseconds at `since` */
    this.time = 0;
    /** @private nanoseconds */
    this.since = 0;
  }

  /** @private */
  get now() {
    if (!(this.words[TIMER >> 2] & RUN)) return this.time;
    return this.time + Math.floor((this.chip.clock.nanos - this.since) / MILLI);
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === READ_UPPER) return Math.floor(this.now / 2 ** 32);
    if (offset === READ_LOWER) return this.now >>> 0;
    const value = super.readUint32(offset);
    if (offset !== TIMER) return value;
    // It uses the clock that was selected last.
    return value | (value & RUN ? (value & 0x200 ? 0x10000 : 0x20000) : 0);
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset >= SCRATCH) {
      super.writeUint32(offset, value);
      return;
    }
    if ((this.rawWriteValue & 0xffff0000) >>> 0 !== PASSWORD) return; // and BADPASSWD
    const [low, before] = [value & 0xffff, this.words[TIMER >> 2]];
    if (offset >= SET_TIME && offset < READ_UPPER) {
      super.writeUint32(offset, low);
      const parts = [0, 1, 2, 3].map((at) => this.words[(SET_TIME >> 2) + at]);
      this.time = parts.reduce((time, part) => time * 65536 + part, 0);
    } else if (offset === TIMER) {
      this.time = low & CLEAR ? 0 : this.now;
      this.since = this.chip.clock.nanos;
      const use = low & USE & ~before ? low & USE & ~before : before & USE;
      super.writeUint32(offset, (low & 0x33 & ~CLEAR) | use);
    } else super.writeUint32(offset, low);
  }
}

const EHR_DATA = 0x114;

/** @param {Rp2350} chip @returns {Registers} TRNG, which always has 192 bits ready */
export function randomNumbers(chip) {
  return new (class extends Registers {
    /** @override @param {number} offset */
    readUint32(offset) {
      return offset >= EHR_DATA && offset < 0x12c ? chip.random() : super.readUint32(offset);
    }
  })(chip, 'TRNG', {}, { 0x104: 1, 0x110: 1, 0x1b8: 0 });
}

/** The boot RAM: 1 KiB, write-once registers, and locks that a read takes. */
export class BootRam extends BasePeripheral {
  /** @param {Rp2350} chip */
  constructor(chip) {
    super(chip, 'BOOTRAM');
    this.bytes = new Uint8Array(1024);
    this.words = new Uint32Array(this.bytes.buffer);
    /** @private */
    this.once = new Uint32Array(2);
    /** @private a bit for each free lock */
    this.free = 0xff;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset < 0x400) return this.words[offset >> 2];
    if (offset < 0x808) return this.once[(offset >> 2) & 1];
    if (offset === 0x808) return this.free;
    const bit = 1 << (((offset - 0x80c) >> 2) & 7);
    const taken = this.free & bit;
    this.free &= ~bit;
    return taken;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    if (offset < 0x400) this.words[offset >> 2] = value;
    else if (offset < 0x808) this.once[(offset >> 2) & 1] |= value;
    else if (offset === 0x808) this.free = value & 0xff;
    else this.free |= 1 << (((offset - 0x80c) >> 2) & 7);
  }

  /** @override @param {number} offset @param {number} value @param {number} alias */
  writeUint32Atomic(offset, value, alias) {
    // A lock is released by any write; reading it first, as an alias would, takes it.
    if (offset >= 0x80c) this.writeUint32(offset, value);
    else super.writeUint32Atomic(offset, value, alias);
  }
}
