// SPDX-License-Identifier: MIT
/**
 * What connects the panel to the chip: an I2C block, the two pins themselves, or an SPI block.
 *
 * rp2040js 1.4.1 is mended here in these places:
 *  - an I2C or SPI byte takes no time; here it takes the time that it takes on the wire. The
 *    pico-sdk only waits meanwhile, so the clock is moved on instead of emulating that;
 *  - an I2C address that nobody acknowledges leaves the transmit FIFO's interrupt off, although
 *    the chip throws away what it was to send: the pico-sdk waits until its time is out;
 *  - switching the I2C block off, as the pico-sdk does after a timeout, does not end a transfer;
 *  - MicroPython's `I2C.scan()`, its empty writes and SoftI2C toggle the pins: `BitBangTarget`.
 */

import { GPIOPinState } from 'rp2040js';
import { cycleOf, pass } from './clock.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */
/** @typedef {import('./panel.js').Panel} Panel */

const IC_ENABLE = 0x6c;
const TX_EMPTY = 1 << 4;
const IDLE = 0; // of the private enum I2CState

/**
 * Connect a panel to one of the chip's two I2C blocks.
 * @param {RP2040} chip
 * @param {number} block
 * @param {Panel} panel
 */
export function connectI2c(chip, block, panel) {
  const i2c = /** @type {any} */ (chip.i2c[block]);
  const spend = (/** @type {number} */ bits) => {
    pass(chip, bits * (i2c.sclHighPeriod + i2c.sclLowPeriod) * cycleOf(chip));
  };
  const stop = () => {
    panel.stop();
    i2c.completeStop();
  };
  const stockWrite = i2c.writeUint32.bind(i2c);
  i2c.writeUint32 = (/** @type {number} */ offset, /** @type {number} */ value) => {
    if (offset === IC_ENABLE && !(value & 1) && i2c.state !== IDLE) {
      i2c.enable = 0;
      stop();
    }
    stockWrite(offset, value);
  };
  i2c.onConnect = (/** @type {number} */ address) => {
    if (panel.stuck || panel.held) return; // it waits until the firmware's time is out
    spend(1 + 9); // START, address, acknowledge bit
    const acknowledged = panel.start(address);
    i2c.completeConnect(acknowledged);
    if (!acknowledged) i2c.setInterrupts(TX_EMPTY);
  };
  i2c.onWriteByte = (/** @type {number} */ byte) => {
    spend(9);
    panel.write(byte);
    i2c.completeWrite(true);
  };
  i2c.onReadByte = () => {
    spend(9);
    i2c.completeRead(panel.read());
  };
  i2c.onStop = stop;
}

/**
 * Connect a panel to the two pins, as an I2C target with pull-up resistors on both lines.
 * Only writes are understood, which is all that the panel is used for.
 */
export class BitBangTarget {
  /**
   * @param {RP2040} chip
   * @param {number} sda GPIO number
   * @param {number} scl GPIO number
   * @param {Panel} panel
   */
  constructor(chip, sda, scl, panel) {
    this.panel = panel;
    this.pin = chip.gpio[sda];
    this.sda = this.scl = true;
    this.byte = this.bits = 0;
    this.first = this.listening = false;
    for (const number of [sda, scl]) chip.gpio[number].setInputValue(true);
    // As an input, the line is high.
    chip.gpio[sda].addListener((state) => this.onSda(state !== GPIOPinState.Low));
    chip.gpio[scl].addListener((state) => this.onScl(state !== GPIOPinState.Low));
  }

  /** @private @param {boolean} level */
  onSda(level) {
    const changed = level !== this.sda;
    this.sda = level;
    if (!changed || !this.scl) return;
    if (level) {
      if (this.listening) this.panel.stop(); // STOP
      this.listening = false;
    } else {
      this.listening = this.first = true; // START
      this.byte = this.bits = 0;
    }
  }

  /** @private @param {boolean} level */
  onScl(level) {
    const changed = level !== this.scl;
    this.scl = level;
    if (changed && level && this.panel.held) {
      this.panel.held--;
      this.panel.touched = true;
    }
    if (!changed || !this.listening) return;
    if (level) {
      if (this.bits < 8) this.byte = (this.byte << 1) | (this.sda ? 1 : 0);
      this.bits++;
    } else if (this.bits === 8) {
      if (this.take(this.byte)) this.pin.setInputValue(false); // acknowledge
      else this.listening = false;
    } else if (this.bits === 9) {
      this.pin.setInputValue(true);
      this.byte = this.bits = 0;
    }
  }

  /** @private @param {number} byte */
  take(byte) {
    if (this.first) {
      this.first = false;
      return !(byte & 1) && this.panel.start(byte >> 1);
    }
    this.panel.write(byte);
    return true;
  }
}

/**
 * Connect a panel to one of the chip's two SPI blocks.
 * @param {RP2040} chip
 * @param {[number, number, number, number]} wiring SPI block, GPIO numbers of CS, D/C and reset
 * @param {Panel} panel
 */
export function connectSpi(chip, [block, cs, dc, reset], panel) {
  const spi = chip.spi[block];
  const { Low, High } = GPIOPinState;
  chip.gpio[reset].addListener((state) => {
    if (state === Low) panel.reset();
  });
  spi.onTransmit = (byte) => {
    if (chip.gpio[cs].value === Low) panel.writeSpi(byte, chip.gpio[dc].value === High);
    pass(chip, Math.round((8 * 1e9) / spi.clockFrequency));
    spi.completeTransmit(0);
  };
}
