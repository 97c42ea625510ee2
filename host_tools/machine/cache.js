// SPDX-License-Identifier: MIT
/**
 * The cache between the processor and the serial flash chip, and what a miss costs.
 *
 * Both chips have 16 KiB in two ways of 1024 lines of 8 bytes, and a hit takes no extra cycle.
 * Sources: RP2040 data sheet, 2.6.3.1 and 2.6.3.2 (size, ways, and 8 bytes a line from the time of a
 * flush); RP2350 data sheet, 4.4.1 (the same), 4.4.1.3 (the evicted way is random) and 12.14 (QMI).
 *
 * - The RP2040 reads 4 bytes at a miss, and the other half of the line at its own miss: its boot
 *   code asks the SSI for single words (CTRLR1.NDF = 0), and issue 1182 of the pico-sdk measured it.
 *   A word takes 20 clocks of the flash, which is 40 cycles and agrees with the 320 ns in Klipper's
 *   pull request 6464. OVERHEAD makes that the 400 ns that were measured for a load by Oberon-RTK.
 * - The RP2350 reads the line. While the flash is still selected (COOLDOWN), the next line needs
 *   no address.
 *
 * Not documented, and assumed here: the RP2040 evicts at random as well; an empty way is filled
 * first; nothing is read before the processor asks for it, and it does nothing else meanwhile.
 */

const SETS = 1024;
const EMPTY = -1;
/** Cycles of a miss besides those of the flash's clock. */
const OVERHEAD = 8;

/** Nanoseconds that a W25Q16JV or W25Q32JV needs (data sheets, chapter 9.6). */
export const CHIPS = {
  typical: { page: 0.4e6, sector: 45e6, half: 120e6, block: 150e6 },
  worst: { page: 3e6, sector: 400e6, half: 1600e6, block: 2000e6 },
};

export class Cache {
  /** @param {number} piece bytes that a miss reads: 4 or 8 */
  constructor(piece) {
    /** @private the lines in both ways */
    this.lines = new Int32Array(2 * SETS).fill(EMPTY);
    /** @private bits of the halves that each has */
    this.halves = new Uint8Array(2 * SETS);
    /** @private */
    this.whole = piece === 8;
    /** Cycles of a miss, and of one that continues the last transfer. */
    this.miss = 0;
    this.next = 0;
    /** Cycles for which the flash stays selected after a transfer. */
    this.cooldown = 0;
    /** @private the line after the last transfer, and when that ended */
    this.follows = EMPTY;
    /** @private */
    this.ended = 0;
    /** Since they were last set to 0 (CTR_ACC, CTR_HIT). */
    this.accesses = 0;
    this.hits = 0;
    /** @private */
    this.dice = 1;
  }

  /**
   * @param {number} address in the flash, as memory
   * @param {number} now the present cycle
   * @returns {number} cycles for which the processor waits
   */
  touch(address, now) {
    const line = (address & 0x3ffffff) >> 3;
    const half = this.whole ? 3 : 1 << ((address >> 2) & 1);
    const set = line & (SETS - 1);
    const { lines, halves } = this;
    this.accesses++;
    let way = set;
    if (lines[way] !== line && lines[way + SETS] === line) way += SETS;
    if (lines[way] === line) {
      if (halves[way] & half) {
        this.hits++;
        return 0;
      }
      halves[way] |= half;
    } else {
      if (lines[way] !== EMPTY) {
        // xorshift (Marsaglia 2003): the same in each run
        this.dice ^= this.dice << 13;
        this.dice ^= this.dice >>> 17;
        this.dice ^= this.dice << 5;
        if (lines[way + SETS] === EMPTY || this.dice & 1) way += SETS;
      }
      lines[way] = line;
      halves[way] = half;
    }
    const linked = line === this.follows && now - this.ended <= this.cooldown;
    const cycles = linked ? this.next : this.miss;
    this.follows = line + 1;
    this.ended = now + cycles;
    return cycles;
  }

  /** Read something beside the cache. @returns {number} cycles */
  pass() {
    this.follows = EMPTY;
    return this.miss;
  }

  flush() {
    this.lines.fill(EMPTY);
    this.follows = EMPTY;
  }

  /** Drop a line by its number, those of the second way after the others. @param {number} number */
  dropAt(number) {
    this.lines[number] = EMPTY;
  }

  /** Drop the line of an address. @param {number} address */
  drop(address) {
    const line = (address & 0x3ffffff) >> 3;
    for (let way = line & (SETS - 1); way < 2 * SETS; way += SETS) {
      if (this.lines[way] === line) this.lines[way] = EMPTY;
    }
  }

  /**
   * Set the cost from the registers of the RP2040's SSI (data sheet, 4.10.13).
   * @param {number} baudr
   * @param {number} ctrlr0
   * @param {number} spi SPI_CTRLR0
   */
  setSsi(baudr, ctrlr0, spi) {
    const lanes = 1 << ((ctrlr0 >> 21) & 3);
    const command = [0, 4, 8, 16][(spi >> 8) & 3];
    const address = ((spi >> 2) & 15) * 4;
    const how = spi & 3; // on one lane: command and address, the command alone, or nothing
    const clocks =
      command / (how < 2 ? 1 : lanes) + address / (how < 1 ? 1 : lanes) + ((spi >> 11) & 31) + 32 / lanes;
    this.miss = this.next = clocks * (baudr & 0xfffe) + OVERHEAD;
  }

  /**
   * Set the cost from the registers of the RP2350's QMI (data sheet, 12.14.6).
   * @param {number} timing M0_TIMING
   * @param {number} format M0_RFMT
   */
  setQmi(timing, format) {
    const lanes = (/** @type {number} */ at) => 1 << ((format >> at) & 3);
    const divider = timing & 0xff || 256;
    const data = 64 / lanes(8);
    const prefix = (format >> 12) & 1 ? 8 / lanes(0) : 0;
    const suffix = ((format >> 14) & 3) === 2 ? 8 / lanes(4) : 0;
    const dummy = (((format >> 16) & 7) * 4) / lanes(6);
    const clocks = prefix + 24 / lanes(2) + suffix + dummy + data;
    this.miss = clocks * divider + OVERHEAD;
    this.next = data * divider + OVERHEAD;
    this.cooldown = 64 * (timing >>> 30);
  }
}
