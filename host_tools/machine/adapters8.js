// SPDX-License-Identifier: MIT
/**
 * Blocks that the RP2350 shares with the RP2040, with registers at other offsets: rp2040js's models
 * behind a translation. Data sheet: RP2350, chapters 11 (PIO), 12.5 (PWM) and 12.6 (DMA).
 *
 * Not modelled: their new features (PIO's put and get, GPIOBASE, DMA's four interrupts and
 * reverse addresses, slices 8 to 11 of PWM, which the RP2350A has no pins for).
 */

import { BasePeripheral } from 'rp2040js';

/** @typedef {import('./rp2350.js').Rp2350} Rp2350 */

/** A model with registers at other offsets. */
class Adapter extends BasePeripheral {
  /** @param {Rp2350} chip @param {string} name @param {any} stock the RP2040's */
  constructor(chip, name, stock) {
    super(chip, name);
    this.stock = stock;
    this.words = new Uint32Array(0x400);
  }

  /**
   * @param {number} offset
   * @returns {number} the RP2040's offset; -1 for a register that it lacks
   */
  at(offset) {
    return offset;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    const at = this.at(offset);
    return at < 0 ? this.words[offset >> 2] : this.stock.readUint32(at) >>> 0;
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    const at = this.at(offset);
    if (at < 0) this.words[offset >> 2] = value;
    else {
      this.stock.rawWriteValue = this.rawWriteValue;
      this.stock.writeUint32(at, value);
    }
  }
}

/** A PIO block: what follows the state machines is 44h bytes further up. */
export class Pio extends Adapter {
  /** @override @param {number} offset */
  at(offset) {
    if (offset < 0x128) return offset;
    return offset < 0x16c ? -1 : offset - 0x44;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    // DBG_CFGINFO: version 1, 32 instructions, 4 state machines, FIFOs of 4
    return offset === 0x44 ? 0x10200404 : super.readUint32(offset);
  }
}

/** PWM: four more slices, and two interrupts, of which the first is the RP2040's. */
export class Pwm extends Adapter {
  /** @override @param {number} offset */
  at(offset) {
    if (offset < 0xa0) return offset;
    return offset >= 0xf0 && offset <= 0x100 ? offset - 0x50 : -1;
  }
}

// DMA

/** DREQ numbers of the RP2350 from 16 on, as the RP2040's; those of PIO2 and others have none. */
const DREQS = [
  ...Array(8).fill(40), // PIO2
  16, 17, 18, 19, 20, 21, 22, 23, // SPI, UART
  24, 25, 26, 27, 28, 29, 30, 31, 40, 40, 40, 40, // PWM
  32, 33, 34, 35, 36, // I2C, ADC
]; // prettier-ignore

const CONTROL = 3; // the word of a channel that CTRL is, in each of the four aliases 3, 4, 8, 12
const CONTROLS = [CONTROL, 4, 8, 12];
const COUNTS = [2, 7, 9, 14];

/** DMA: the bits of CTRL from the sixth on lie elsewhere, and so does what follows INTS1. */
export class Dma extends Adapter {
  /** @override @param {number} offset */
  at(offset) {
    if (offset < 0x300 || (offset >= 0x800 && offset < 0xb00)) return offset;
    if (offset >= 0x400 && offset < 0x420) return offset;
    return offset >= 0x440 && offset < 0x46c ? offset - 0x20 : -1;
  }

  /** @override @param {number} offset */
  readUint32(offset) {
    if (offset === 0x468) return 16; // N_CHANNELS
    const value = super.readUint32(offset);
    if (offset >= 0x300 || !CONTROLS.includes((offset >> 2) & 15)) return value;
    const dreq = (value >> 15) & 0x3f;
    const mine = dreq < 16 || dreq > 58 ? dreq : 16 + DREQS.indexOf(dreq);
    return (
      ((value & 0x1f) |
        ((value & 0x20) << 1) |
        ((value & 0x7c0) << 2) |
        ((value & 0x7800) << 2) |
        (mine << 17) |
        ((value & 0x00e00000) << 2) |
        ((value & 0x01000000) << 2) |
        (value & 0xe0000000)) >>>
      0
    );
  }

  /** @override @param {number} offset @param {number} value */
  writeUint32(offset, value) {
    const word = (offset >> 2) & 15;
    if (offset < 0x300 && CONTROLS.includes(word)) {
      const dreq = (value >> 17) & 0x3f;
      const its = dreq < 16 || dreq > 58 ? dreq : DREQS[dreq - 16] ?? 40;
      super.writeUint32(
        offset,
        (value & 0x1f) |
          ((value >> 1) & 0x20) |
          ((value >> 2) & 0x7c0) |
          ((value >> 2) & 0x7800) |
          (its << 15) |
          ((value >> 2) & 0x00e00000) |
          (value & 0x60000000),
      );
    } else if (offset < 0x300 && COUNTS.includes(word)) {
      super.writeUint32(offset, value & 0x0fffffff); // MODE: only normal transfers
    } else super.writeUint32(offset, value);
  }
}
