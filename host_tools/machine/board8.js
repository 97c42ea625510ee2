// SPDX-License-Identifier: MIT
/** A board with an RP2350 and 4 MiB of flash. The machine is the project's own: see rp2350.js. */

import { AnyBoard, BY } from './base.js';
import { Content, flash8, rom8, sram8 } from './memory.js';
import { boot, makeRom, serveRom } from './rom8.js';
import { Rp2350 } from './rp2350.js';

/** @typedef {import('./base.js').Parts} Parts */

// Why the chip starts, in POWMAN's CHIP_RESET
const HAD_POWER_ON = 1 << 16;
const HAD_RUN_LOW = 1 << 18;
const HAD_WATCHDOG = 1 << 28;

/** @extends {AnyBoard<Rp2350>} */
export class Board8 extends AnyBoard {
  /** @param {Parts} parts */
  constructor(parts) {
    super(parts, new Content(), flash8);
  }

  /** @override @protected @param {number} by @param {import('./base.js').Live<Rp2350> | null} last */
  build(by, last) {
    if (!last) rom8.set(makeRom());
    const cache = this.cache(8);
    const chip = new Rp2350(this.flash, [HAD_POWER_ON, HAD_RUN_LOW, HAD_WATCHDOG][by], cache);
    this.flash.begin(() => chip.clock.nanos);
    const { processor } = chip;
    processor.interpreted = this.parts.stock === true;
    chip.crash = (why) => {
      this.crashed ||= why;
      processor.leave();
    };
    const quiet = () => {};
    chip.logger = { debug: quiet, info: quiet, warn: quiet, error: quiet };
    chip.onBreakpoint = (code) => serveRom(chip, code);
    if (last && by === BY.WATCHDOG) {
      chip.watchdog.scratch.set(last.chip.watchdog.scratch);
      chip.watchdog.reason = last.chip.watchdog.reason;
    }
    const host = this.connect(chip);
    boot(chip);
    const halted = () => chip.watchdog.bitten || this.crashed !== '';
    return {
      chip,
      host,
      run: (/** @type {number} */ end) => chip.run(end, halted),
      bitten: () => chip.watchdog.bitten,
      cycles: () => processor.cycles,
      waiting: () => processor.asleep,
    };
  }

  /** @returns everything by which the processors of two boards are compared */
  registers() {
    const { processor } = this.chip;
    return {
      registers: [...processor.registers].map((value) => value >>> 0),
      flags: [processor.N, processor.Z, processor.C, processor.V, processor.primask, processor.ipsr, processor.asleep],
      sram: sram8,
    };
  }
}
