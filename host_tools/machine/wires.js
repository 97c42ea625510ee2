// SPDX-License-Identifier: MIT
/**
 * The connection of the panel to the chip: an I2C block, the two pins themselves, or an SPI block.
 *
 * These faults of rp2040js 1.4.1 are corrected here:
 *  - an I2C or SPI byte takes no time; here it takes as long as on the wire. The pico-sdk only
 *    waits meanwhile, so the clock is advanced instead of emulating the wait;
 *  - an I2C address that nobody acknowledges leaves the transmit FIFO's interrupt off, although
 *    the chip discards the data: the pico-sdk waits until its timeout;
 *  - switching the I2C block off, as the pico-sdk does after a timeout, does not end a transfer;
 *  - an I2C block reaches every target, wherever its pins are: here the pin multiplexer decides
 *    (nets.js);
 *  - MicroPython's `I2C.scan()`, its empty writes and SoftI2C toggle the pins: `BitBangTarget`.
 */

import { GPIOPinState } from 'rp2040js';
import { cycleOf, pass } from './clock.js';
import { REST } from './nets.js';

/** @typedef {import('./nets.js').Nets} Nets */
/** @typedef {import('./panel.js').Panel} Panel */

const IC_ENABLE = 0x6c;
const TX_EMPTY = 1 << 4;
const IDLE = 0; // of the private enum I2CState

/**
 * Connect a panel's two lines to the chip's two I2C blocks: each reaches it while its pins are
 * these. If the block has no pins, or something holds a line low, the firmware waits until its
 * timeout.
 * @param {Nets} nets
 * @param {[sda: number, scl: number]} lines GPIO numbers
 * @param {Panel} panel
 */
export function connectI2c(nets, [sda, scl], panel) {
  const { chip } = nets;
  chip.i2c.forEach((stock, block) => {
    const i2c = /** @type {any} */ (stock);
    const period = () => (i2c.sclHighPeriod + i2c.sclLowPeriod) * cycleOf(chip);
    const spend = (/** @type {number} */ bits) => {
      pass(chip, bits * period() + 1000 * panel.stretch);
    };
    const tooFast = () => panel.fastest > 0 && 1e9 / period() > panel.fastest;
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
    let reached = false;
    i2c.onConnect = (/** @type {number} */ address) => {
      const pins = nets.i2c(block);
      if (!pins.sda.length || !pins.scl.length) return;
      if (![...pins.sda, ...pins.scl].every((pin) => nets.level(pin))) return;
      spend(1 + 9); // START, address, acknowledge bit
      reached = pins.sda.includes(sda) && pins.scl.includes(scl);
      const acknowledged = reached && !tooFast() && panel.start(address);
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
  });
}

/**
 * Connect a panel to the two pins, as an I2C target with pull-up resistors on both lines.
 * It supports only writes; the panel needs nothing else.
 */
export class BitBangTarget {
  /**
   * @param {Nets} nets
   * @param {[sda: number, scl: number]} lines GPIO numbers
   * @param {Panel} panel
   */
  constructor(nets, [sda, scl], panel) {
    const { chip } = nets;
    this.panel = panel;
    this.nets = nets;
    this.line = sda;
    this.sda = this.scl = true;
    this.byte = this.bits = 0;
    this.first = this.listening = this.acknowledging = false;
    nets.hold(sda, () => (this.acknowledging || panel.held ? 0 : REST));
    nets.hold(scl, () => (panel.stuck ? 0 : REST));
    for (const line of [sda, scl]) nets.pull(line, () => (panel.bare ? REST : 1));
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
      this.nets.update(this.line);
    }
    if (!changed || !this.listening) return;
    if (level) {
      if (this.bits < 8) this.byte = (this.byte << 1) | (this.sda ? 1 : 0);
      this.bits++;
    } else if (this.bits === 8) {
      if (this.take(this.byte)) this.acknowledge(true);
      else this.listening = false;
    } else if (this.bits === 9) {
      this.acknowledge(false);
      this.byte = this.bits = 0;
    }
  }

  /** @private @param {boolean} low */
  acknowledge(low) {
    this.acknowledging = low;
    this.nets.update(this.line);
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
 * Let each byte take its time on the wires of the two SPI blocks, whoever listens there. Without
 * time, a DMA transfer to a block never ends.
 * @param {Nets['chip']} chip
 */
export function clockSpi(chip) {
  for (const spi of chip.spi) {
    spi.onTransmit = () => {
      pass(chip, Math.round((8 * 1e9) / spi.clockFrequency));
      spi.completeTransmit(0);
    };
  }
}

/**
 * Connect a panel to one of the chip's two SPI blocks, whose bytes take time already.
 * @param {Nets} nets
 * @param {[number, number, number, number, ...number[]]} wiring SPI block, GPIO numbers of CS, D/C
 *   and reset; and of clock and data, if only these should do
 * @param {Panel} panel
 */
export function connectSpi(nets, [block, cs, dc, reset, ...wires], panel) {
  const { chip } = nets;
  const spi = chip.spi[block];
  const { Low, High } = GPIOPinState;
  chip.gpio[reset].addListener((state) => {
    if (state === Low) panel.reset();
  });
  const spend = spi.onTransmit;
  spi.onTransmit = (byte) => {
    if (chip.gpio[cs].value === Low && wires.every((pin) => nets.spi(pin))) {
      panel.writeSpi(byte, chip.gpio[dc].value === High);
    }
    spend(byte);
  };
}
