// SPDX-License-Identifier: MIT
/**
 * The RP2350 around its processor: the buses, and a block behind each address.
 *
 * It derives from rp2040js's `RP2040`, whose models of UART, SPI, I2C, ADC, PWM, PIO, DMA, timer
 * and USB serve here as well: the same blocks with other addresses and interrupt numbers. The
 * differences are in pins8.js, blocks8.js, adapters8.js and qmi.js. Data sheet: RP2350, chapters
 * 2.2 (addresses) and 3.2 (interrupts).
 */

import { RP2040, RPPIO } from 'rp2040js';
import { Dma, Pio, Pwm } from './adapters8.js';
import { Armv8m } from './armv8m.js';
import {
  BootRam,
  CacheControl,
  Clocks,
  PowerManager,
  PowerOnStates,
  Registers,
  Resets,
  Ticks,
  Timer,
  Watchdog,
  crystal,
  pll,
  randomNumbers,
  ringOscillator,
} from './blocks8.js';
import { goTo } from './clock.js';
import {
  ROM_SIZE,
  SRAM_SIZE,
  SRAM_START,
  flash8,
  forget,
  rom8,
  sram8,
} from './memory.js';
import { GpioCoprocessor, IoBank, PINS, Pads, Pin, Sio } from './pins8.js';
import { Qmi, QspiPins } from './qmi.js';

export const CLOCK = 150e6; // Hz
const MOST = 1 << 28; // cycles in one burst

/** Interrupts by name. */
const LINES = { SIO_FIFO: 25 };

/** Numbers of the RP2040's interrupts here (intctrl.h of the pico-sdk), by its own. */
const INTERRUPTS = [
  0, 1, 2, 3, 8, 14, -1, 15, 16, 17, 18, 10, 11, 21, 23, 25, -1, 30, 31, 32, 33, 34, 35, 36, 37, -1,
]; // prettier-ignore
const PIO2 = 19;

const [SRAM, ROM, FLASH, OTHER] = [0, 1, 2, 3];

const views = {
  [SRAM]: new DataView(sram8.buffer, sram8.byteOffset, sram8.length),
  [ROM]: new DataView(rom8.buffer, rom8.byteOffset, rom8.length),
  [FLASH]: new DataView(flash8.buffer, flash8.byteOffset, flash8.length),
};

/** @param {DataView} view @param {number} at @param {number} size */
const read = (view, at, size) => {
  if (size === 4) return view.getUint32(at, true);
  return size === 2 ? view.getUint16(at, true) : view.getUint8(at);
};

/** @param {number} address */
const hex = (address) => `0x${(address >>> 0).toString(16).padStart(8, '0')}`;

export class Rp2350 extends RP2040 {
  /**
   * @param {import('./flash.js').Flash} nor
   * @param {number} cause bits of POWMAN's CHIP_RESET
   * @param {import('./cache.js').Cache | null} cache
   */
  constructor(nor, cause, cache) {
    super();
    const stock = /** @type {any} */ (this);
    /** @type {(why: string) => void} */
    this.crash = () => {};
    /** Called at a breakpoint; returns whether it is served. @type {(code: number) => boolean} */
    this.onBreakpoint = () => false;
    /** @private the cause of the last bus fault */
    this.fault = '';
    /** Nanoseconds of a cycle. */
    this.cycle = 1e9 / CLOCK;
    this.clkSys = this.clkPeri = CLOCK;
    for (const channel of stock.pwm.channels) channel.timer.frequency = CLOCK;
    /** @private */
    this.seed = 0x2350;
    this.nor = nor;
    /** @private levels of the interrupt lines */
    this.levels = new Uint8Array(64);
    this.processor = new Armv8m(this.bus());
    this.processor.cache = this.cache = cache;
    /** @private where the current burst would have begun if the clock had not been moved */
    this.start = 0;

    const pins = Array.from({ length: PINS }, (_, index) => new Pin(this, index));
    stock.gpio.splice(0, PINS, ...pins);
    const { adc, dma, i2c, spi, uart, pwm, pio, usbCtrl, sio } = stock;
    pio.push(new RPPIO(this.numbered({ 0: PIO2, 1: PIO2 + 1 }), 'PIO2', /** @type {any} */ (0), 1));
    const timer = stock.peripherals[0x40054];
    const second = new timer.constructor(this.numbered({ 0: 4, 1: 5, 2: 6, 3: 7 }), 'TIMER1');
    /** SIO, also under the name that rp2040js's models use. */
    this.pins = stock.sio = new Sio(this, sio);
    this.watchdog = new Watchdog(this);
    this.ticks = new Ticks(this);
    this.powman = new PowerManager(this, cause);
    this.bootram = new BootRam(this);
    this.qmi = new Qmi(this, nor, cache);
    this.timers = [new Timer(this, 'TIMER0', timer), new Timer(this, 'TIMER1', second)];
    const plain = (/** @type {string} */ name) => new Registers(this, name);
    /** @private by address, without its lower 14 bits */
    this.blocks = new Map(
      Object.entries({
        0x40000000: new Registers(this, 'SYSINFO', {}, { 0: 0x20004927, 4: 1, 8: 2, 0x14: 0x71f1f9a6 }),
        0x40008000: plain('SYSCFG'),
        0x40010000: new Clocks(this),
        0x40018000: new PowerOnStates(this),
        0x40020000: new Resets(this),
        0x40028000: new IoBank(this),
        0x40030000: new QspiPins(this, this.qmi),
        0x40038000: new Pads(this),
        0x40040000: plain('PADS_QSPI'),
        0x40048000: crystal(this),
        0x40050000: pll(this, 'PLL_SYS'),
        0x40058000: pll(this, 'PLL_USB'),
        0x40060000: plain('ACCESSCTRL'),
        0x40068000: new Registers(this, 'BUSCTRL', { 0x10: 0x1f, 0x18: 0x1f, 0x20: 0x1f, 0x28: 0x1f }, { 4: 1 }),
        0x40070000: uart[0],
        0x40078000: uart[1],
        0x40080000: spi[0],
        0x40088000: spi[1],
        0x40090000: i2c[0],
        0x40098000: i2c[1],
        0x400a0000: adc,
        0x400a8000: new Pwm(this, 'PWM', pwm),
        0x400b0000: this.timers[0],
        0x400b8000: this.timers[1],
        0x400c8000: new CacheControl(this, cache),
        0x400d0000: this.qmi,
        0x400d8000: this.watchdog,
        0x400e0000: this.bootram,
        0x400e8000: ringOscillator(this),
        0x400f0000: randomNumbers(this),
        0x40100000: this.powman,
        0x40108000: this.ticks,
        0x40120000: plain('OTP'),
        0x40130000: new Registers(this, 'OTP_DATA'),
        0x40158000: plain('GLITCH_DETECTOR'),
        0x40160000: new Registers(this, 'TBMAN', {}, { 0: 1 }),
        0x50000000: new Dma(this, 'DMA', dma),
        0x50110000: usbCtrl,
        0x50200000: new Pio(this, 'PIO0', pio[0]),
        0x50300000: new Pio(this, 'PIO1', pio[1]),
        0x50400000: new Pio(this, 'PIO2', pio[2]),
      }).map(([address, block]) => [Number(address) >>> 14, block]),
    );
    this.processor.coprocessors[0] = new GpioCoprocessor(this);
  }

  /**
   * A chip for a model that raises interrupts under other numbers.
   * @private
   * @param {Record<number, number>} numbers
   * @returns {RP2040}
   */
  numbered(numbers) {
    return Object.create(this, {
      setInterrupt: {
        value: (/** @type {number} */ irq, /** @type {boolean} */ level) => this.line(numbers[irq], level),
      },
    });
  }

  /** @override */
  reset() {
    this.pwm.reset(); // which the constructor of RP2040 does through this
  }

  /** @override Clocks are not derived from the registers. */
  updateClocks() {}

  /** @override @param {number} irq the RP2040's number @param {boolean} level */
  setInterrupt(irq, level) {
    this.line(INTERRUPTS[irq], level);
  }

  /** @param {keyof LINES} name @param {boolean} level */
  raise(name, level) {
    this.line(LINES[name], level);
  }

  /** @private @param {number} number @param {boolean} level */
  line(number, level) {
    // The constructor of RP2040 comes here before there is a core.
    if (number < 0 || !this.levels || this.levels[number] === Number(level)) return;
    this.levels[number] = Number(level);
    this.processor.setInterrupt(number, level);
  }

  /** @returns {number} 32 pseudo-random bits, the same in each run */
  random() {
    // xorshift (Marsaglia 2003)
    this.seed ^= this.seed << 13;
    this.seed ^= this.seed >>> 17;
    this.seed ^= this.seed << 5;
    return this.seed >>> 0;
  }

  // The buses

  /** @private @param {number} address @returns {[kind: number, at: number]} where it is */
  place(address) {
    const top = address >>> 28;
    if (top === 2 && address - SRAM_START < SRAM_SIZE) return [SRAM, address - SRAM_START];
    if (top === 0 && address < ROM_SIZE) return [ROM, address];
    if (top !== 1) return [OTHER, 0];
    if (this.nor.busy) {
      this.crash(`the flash was read at ${hex(address)} while it could not be`);
      return [FLASH, 0];
    }
    const at = this.qmi.offset(address);
    return at < 0 ? [OTHER, 0] : [FLASH, at];
  }

  /** @private @param {number} address @param {number} size @returns {number} */
  load(address, size) {
    const [kind, at] = this.place(address);
    if (kind !== OTHER) return read(views[kind], at, size);
    const word = this.loadWord((address & ~3) >>> 0);
    if (size === 4) return word;
    return (word >>> (8 * (address & 3))) & (size === 2 ? 0xffff : 0xff);
  }

  /** @private @param {number} address of a word that is in no memory */
  loadWord(address) {
    if (address >>> 12 === 0x50100) return this.usbDPRAMView.getUint32(address & 0xfff, true);
    if (address >>> 16 === 0xd000) return this.pins.readUint32(address & 0xfff) >>> 0;
    const block = this.blocks.get(address >>> 14);
    if (block) return block.readUint32(address & 0xfff) >>> 0;
    this.fail(`read of ${hex(address)}, where nothing is`);
    return 0;
  }

  /** @private @param {number} address @param {number} size @param {number} value */
  store(address, size, value) {
    const top = address >>> 28;
    if (top === 2 && address - SRAM_START < SRAM_SIZE) {
      const at = address - SRAM_START;
      if (size === 4) views[SRAM].setUint32(at, value, true);
      else if (size === 2) views[SRAM].setUint16(at, value, true);
      else views[SRAM].setUint8(at, value);
      forget(address, size);
    } else if (top === 0 && address < ROM_SIZE) {
      // The ROM ignores it: TinyUSB writes to a null pointer for endpoint 0.
    } else if (address >>> 26 === 6) this.maintain(address);
    else if (top === 1) this.crash(`something was stored into the flash at ${hex(address)}`);
    else if (address >>> 12 === 0x50100) this.storeUsb(address & 0xfff, size, value);
    else if (address >>> 16 === 0xd000) this.pins.writeUint32(address & 0xffc, value >>> 0);
    else this.storeBlock(address, size, value);
  }

  /**
   * XIP_MAINTENANCE (data sheet, 4.4.1.1): invalidate by set and way, or by address; nothing is ever
   * dirty, and nothing pins a line.
   * @private
   * @param {number} address
   */
  maintain(address) {
    if ((address & 7) === 0) this.cache?.dropAt((address >> 3) & 0x7ff);
    if ((address & 7) === 2) this.cache?.drop(address);
  }

  /** @private @param {number} address @param {number} size @param {number} value */
  storeBlock(address, size, value) {
    const block = this.blocks.get(address >>> 14);
    if (!block) {
      this.fail(`write to ${hex(address)}, where nothing is`);
      return;
    }
    const [offset, alias] = [address & 0xffc, (address >> 12) & 3];
    if (block === this.bootram && size < 4) {
      // It has byte strobes: the other bytes stay.
      const shift = 8 * (address & 3);
      const mask = (size === 2 ? 0xffff : 0xff) << shift;
      const other = alias ? 0 : this.bootram.readUint32(offset) & ~mask;
      block.writeUint32Atomic(offset, (other | ((value << shift) & mask)) >>> 0, alias);
      return;
    }
    // Other blocks see a byte or a halfword in all lanes.
    const wide = size === 4 ? value : size === 2 ? (value & 0xffff) * 0x10001 : (value & 0xff) * 0x1010101;
    block.writeUint32Atomic(offset, wide >>> 0, alias);
  }

  /** @private @param {number} at @param {number} size @param {number} value */
  storeUsb(at, size, value) {
    if (size === 4) this.usbDPRAMView.setUint32(at, value, true);
    else if (size === 2) this.usbDPRAMView.setUint16(at, value, true);
    else this.usbDPRAMView.setUint8(at, value);
    const word = at & 0xffc;
    /** @type {any} */ (this.usbCtrl).DPRAMUpdated(word, this.usbDPRAMView.getUint32(word, true));
  }

  /** @private @param {string} why */
  fail(why) {
    this.fault = why;
    this.processor.busError();
  }

  // Time

  /**
   * The processor's view of the chip: each access happens at the time of its instruction.
   * @private
   */
  bus() {
    const clock = /** @type {any} */ (this.clock);
    /** @type {unknown} */
    let alarm = null;
    const arrive = () => {
      clock.nanosCounter = this.start + this.processor.spent * this.cycle;
      alarm = clock.nextAlarm;
      return clock.nanosCounter;
    };
    // A peripheral may have moved the clock or changed the next alarm.
    const depart = (/** @type {number} */ then) => {
      this.start += clock.nanosCounter - then;
      if (clock.nanosCounter !== then || clock.nextAlarm !== alarm) this.processor.leave();
    };
    return {
      read: (/** @type {number} */ address, /** @type {number} */ size) => {
        const then = arrive();
        const value = this.load(address, size);
        depart(then);
        return value;
      },
      write: (/** @type {number} */ address, /** @type {number} */ size, /** @type {number} */ value) => {
        const then = arrive();
        this.store(address, size, value);
        depart(then);
      },
      breakpoint: (/** @type {number} */ code) => {
        const then = arrive();
        const served = this.onBreakpoint(code);
        depart(then);
        return served;
      },
      fault: (/** @type {string} */ why) => {
        this.crash(this.fault ? `${why}: ${this.fault}` : why);
        this.processor.leave();
      },
      systemReset: () => {
        this.watchdog.bitten = true;
        this.processor.leave();
      },
    };
  }

  /**
   * Run until the clock is at `end` (nanoseconds), or the first instruction ends after that; sleep
   * ends there exactly.
   * @param {number} end
   * @param {() => boolean} halted whether something ends the run
   */
  run(end, halted) {
    const { processor, cycle } = this;
    const clock = /** @type {any} */ (this.clock);
    while (clock.nanosCounter < end && !halted()) {
      const now = clock.nanosCounter;
      const next = clock.nextAlarm ? Math.min(clock.nextAlarm.nanos, end) : end;
      if (processor.asleep) {
        const then = Math.max(now, Math.min(next, now + processor.wakesIn() * cycle));
        processor.tick(Math.max(1, Math.round((then - now) / cycle)));
        goTo(clock, then);
      } else {
        this.start = now;
        const spent = processor.run(Math.max(1, Math.min(Math.ceil((next - now) / cycle), MOST)));
        goTo(clock, this.start + spent * cycle);
      }
    }
  }

  // For DMA and the ROM's services

  /** @override @param {number} address */
  readUint32(address) {
    return this.load(address >>> 0, 4);
  }

  /** @override @param {number} address */
  readUint16(address) {
    return this.load(address >>> 0, 2);
  }

  /** @override @param {number} address */
  readUint8(address) {
    return this.load(address >>> 0, 1);
  }

  /** @override @param {number} address @param {number} value */
  writeUint32(address, value) {
    this.store(address >>> 0, 4, value);
  }

  /** @override @param {number} address @param {number} value */
  writeUint16(address, value) {
    this.store(address >>> 0, 2, value);
  }

  /** @override @param {number} address @param {number} value */
  writeUint8(address, value) {
    this.store(address >>> 0, 1, value);
  }
}
