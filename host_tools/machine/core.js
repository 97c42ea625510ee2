/**
 * A fast loop for rp2040js's Cortex-M0+: one look-up and one dense switch for each instruction.
 *
 * It runs what works on flash, SRAM and ROM alone; all else (peripherals, exceptions, sleep,
 * special registers, breakpoints) is left to the stock core, instruction by instruction. Cycles
 * and times are the stock core's, so that a run is the same on both, which a test compares; a
 * second one compares each instruction with random registers. There the stock core of 1.4.1 errs
 * in a few carry and overflow flags (docs of the test), and this one does what the manual says:
 * ARMv6-M Architecture Reference Manual, chapter A6.7.
 */

import { CYCLE, goTo } from './clock.js';

/** @typedef {import('rp2040js').RP2040} RP2040 */

const SRAM_SIZE = 264 * 1024;
const MOST = 1 << 28; // cycles in one burst

/** The case in `burst` for each opcode; 0 is left to the stock core. */
const CASE = new Uint8Array(65536);

/**
 * Fill in a case.
 * @param {number} number
 * @param {string} pattern 16 bits: 0, 1, or another sign for either
 */
function encode(number, pattern) {
  const bits = pattern.replaceAll(' ', '');
  const fixed = parseInt(bits.replace(/[^01]/g, '0'), 2);
  const mask = parseInt(bits.replace(/[01]/g, '1').replace(/[^1]/g, '0'), 2);
  for (let opcode = 0; opcode < 65536; opcode++) {
    if ((opcode & mask) === fixed) CASE[opcode] = number;
  }
}

encode(1, '00000 iiiii mmm ddd'); // LSLS Rd, Rm, #i
encode(2, '00001 iiiii mmm ddd'); // LSRS Rd, Rm, #i
encode(3, '00010 iiiii mmm ddd'); // ASRS Rd, Rm, #i
encode(4, '0001100 mmm nnn ddd'); // ADDS Rd, Rn, Rm
encode(5, '0001101 mmm nnn ddd'); // SUBS Rd, Rn, Rm
encode(6, '0001110 iii nnn ddd'); // ADDS Rd, Rn, #i
encode(7, '0001111 iii nnn ddd'); // SUBS Rd, Rn, #i
encode(8, '00100 ddd iiiiiiii'); // MOVS Rd, #i
encode(9, '00101 nnn iiiiiiii'); // CMP Rn, #i
encode(10, '00110 ddd iiiiiiii'); // ADDS Rd, #i
encode(11, '00111 ddd iiiiiiii'); // SUBS Rd, #i
encode(12, '0100000000 mmm ddd'); // ANDS
encode(13, '0100000001 mmm ddd'); // EORS
encode(14, '0100000010 mmm ddd'); // LSLS Rd, Rm
encode(15, '0100000011 mmm ddd'); // LSRS Rd, Rm
encode(16, '0100000100 mmm ddd'); // ASRS Rd, Rm
encode(17, '0100000101 mmm ddd'); // ADCS
encode(18, '0100000110 mmm ddd'); // SBCS
encode(19, '0100000111 mmm ddd'); // RORS
encode(20, '0100001000 mmm nnn'); // TST
encode(21, '0100001001 nnn ddd'); // RSBS Rd, Rn, #0
encode(22, '0100001010 mmm nnn'); // CMP Rn, Rm
encode(23, '0100001011 mmm nnn'); // CMN
encode(24, '0100001100 mmm ddd'); // ORRS
encode(25, '0100001101 nnn ddd'); // MULS
encode(26, '0100001110 mmm ddd'); // BICS
encode(27, '0100001111 mmm ddd'); // MVNS
encode(28, '01000100 d mmmm ddd'); // ADD Rd, Rm (any register)
encode(29, '01000101 n mmmm nnn'); // CMP (any register)
encode(30, '01000110 d mmmm ddd'); // MOV (any register)
encode(31, '010001110 mmmm 000'); // BX
encode(32, '010001111 mmmm 000'); // BLX
encode(33, '01001 ttt iiiiiiii'); // LDR Rt, [PC, #i]
encode(34, '0101000 mmm nnn ttt'); // STR Rt, [Rn, Rm]
encode(35, '0101001 mmm nnn ttt'); // STRH
encode(36, '0101010 mmm nnn ttt'); // STRB
encode(37, '0101011 mmm nnn ttt'); // LDRSB
encode(38, '0101100 mmm nnn ttt'); // LDR
encode(39, '0101101 mmm nnn ttt'); // LDRH
encode(40, '0101110 mmm nnn ttt'); // LDRB
encode(41, '0101111 mmm nnn ttt'); // LDRSH
encode(42, '01100 iiiii nnn ttt'); // STR Rt, [Rn, #i]
encode(43, '01101 iiiii nnn ttt'); // LDR
encode(44, '01110 iiiii nnn ttt'); // STRB
encode(45, '01111 iiiii nnn ttt'); // LDRB
encode(46, '10000 iiiii nnn ttt'); // STRH
encode(47, '10001 iiiii nnn ttt'); // LDRH
encode(48, '10010 ttt iiiiiiii'); // STR Rt, [SP, #i]
encode(49, '10011 ttt iiiiiiii'); // LDR Rt, [SP, #i]
encode(50, '10100 ddd iiiiiiii'); // ADR
encode(51, '10101 ddd iiiiiiii'); // ADD Rd, SP, #i
encode(52, '101100000 iiiiiii'); // ADD SP, #i
encode(53, '101100001 iiiiiii'); // SUB SP, #i
encode(54, '1011001000 mmm ddd'); // SXTH
encode(55, '1011001001 mmm ddd'); // SXTB
encode(56, '1011001010 mmm ddd'); // UXTH
encode(57, '1011001011 mmm ddd'); // UXTB
encode(58, '1011010 l rrrrrrrr'); // PUSH
encode(59, '1011110 p rrrrrrrr'); // POP
encode(60, '1011101000 mmm ddd'); // REV
encode(61, '1011111100000000'); // NOP
encode(62, '11000 nnn rrrrrrrr'); // STM
encode(63, '11001 nnn rrrrrrrr'); // LDM
encode(64, '1101 cccc iiiiiiii'); // B<c>
encode(0, '1101 111 x iiiiiiii'); // (SVC, UDF)
encode(65, '11100 iiiiiiiiiii'); // B
encode(66, '11110 iiiiiiiiiii'); // BL, if the next halfword is its second one

/** How many registers each list of PUSH, POP, STM and LDM has. */
const COUNT = new Uint8Array(256);
for (let list = 1; list < 256; list++) COUNT[list] = COUNT[list >> 1] + (list & 1);

/**
 * @param {RP2040} chip with its boot ROM loaded
 * @param {() => boolean} halted whether something ends the run, looked at after everything that
 *   is not an instruction of the fast loop
 * @param {() => boolean} careful whether only the stock core may run
 * @returns {(end: number) => void} runs the chip until its clock is at `end` (nanoseconds), or
 *   the first instruction ends after that; sleep ends there exactly
 */
export function makeLoop(chip, halted, careful) {
  const { core } = chip;
  const clock = /** @type {any} */ (chip.clock);
  const R = new Int32Array(core.registers.buffer);
  const sram8 = chip.sram;
  const sram16 = new Uint16Array(sram8.buffer);
  const sram32 = new Int32Array(sram8.buffer);
  const flash8 = chip.flash;
  const flash16 = chip.flash16;
  const flash32 = new Int32Array(flash8.buffer);
  const rom8 = new Uint8Array(chip.bootrom.buffer);
  const rom16 = new Uint16Array(chip.bootrom.buffer);
  const rom32 = new Int32Array(chip.bootrom.buffer);

  /** @param {number} end */
  function run(end) {
    while (clock.nanosCounter < end && !halted()) {
      if (core.waiting) {
        // Asleep: jump to the next alarm, or rather to the clock's next edge after it.
        const next = clock.nextAlarm ? Math.ceil(clock.nextAlarm.nanos) : Infinity;
        goTo(clock, Math.max(clock.nanosCounter, Math.min(next, end)));
      } else if (core.interruptsUpdated || careful()) {
        step();
      } else {
        burst(end);
      }
    }
  }

  /** One instruction of the stock core. */
  function step() {
    const cycles = core.executeInstruction();
    goTo(clock, clock.nanosCounter + cycles * CYCLE);
  }

  /**
   * Run until something needs the stock core, execute that there, and return.
   * @param {number} end
   */
  function burst(end) {
    const alarm = clock.nextAlarm;
    const limit = alarm && alarm.nanos < end ? alarm.nanos : end;
    const budget = Math.min(Math.ceil((limit - clock.nanosCounter) / CYCLE), MOST);
    let cycles = 0;
    let pc = R[15] & ~1;
    // The flags: N is the sign of `n`, Z that `z` is 0.
    let n = core.N ? -1 : 0;
    let z = core.Z ? 0 : 1;
    let c = core.C ? 1 : 0;
    let v = core.V ? 1 : 0;
    // The memory that the program runs in. Elsewhere there is no code for this loop.
    let code = rom16;
    let data = rom32;
    let mask = -1; // no code
    let slow = false;
    let enter = true; // the program may have gone to another memory
    do {
      if (enter) {
        enter = false;
        if (pc >>> 24 === 0x10) [code, data, mask] = [flash16, flash32, 0xffffff];
        else if (pc >>> 20 === 0x200) [code, data, mask] = [sram16, sram32, 0xfffff];
        else if (pc >>> 14 === 0) [code, data, mask] = [rom16, rom32, 0x3fff];
        else {
          slow = true;
          break;
        }
      }
      const o = code[(pc & mask) >> 1];
      let d = 1; // the cycles of this instruction
      let a = 0;
      let b = 0;
      let r = 0;
      let i = 0;
      switch (CASE[o]) {
        case 1: // LSLS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          if (i) c = (a >>> (32 - i)) & 1;
          R[o & 7] = n = z = a << i;
          pc += 2;
          break;
        case 2: // LSRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >>> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = i ? (a >>> i) | 0 : 0;
          pc += 2;
          break;
        case 3: // ASRS Rd, Rm, #i
          i = (o >> 6) & 31;
          a = R[(o >> 3) & 7];
          c = (a >>> (i ? i - 1 : 31)) & 1;
          R[o & 7] = n = z = a >> (i || 31);
          pc += 2;
          break;
        case 4: // ADDS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          r = (a + b) | 0;
          c = r >>> 0 < a >>> 0 ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 5: // SUBS Rd, Rn, Rm
          a = R[(o >> 3) & 7];
          b = R[(o >> 6) & 7];
          r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0 ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 6: // ADDS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          r = (a + b) | 0;
          c = r >>> 0 < a >>> 0 ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 7: // SUBS Rd, Rn, #i
          a = R[(o >> 3) & 7];
          b = (o >> 6) & 7;
          r = (a - b) | 0;
          c = a >>> 0 >= b ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 8: // MOVS Rd, #i
          R[(o >> 8) & 7] = n = z = o & 255;
          pc += 2;
          break;
        case 9: // CMP Rn, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a - b) | 0;
          c = a >>> 0 >= b ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 10: // ADDS Rd, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a + b) | 0;
          c = r >>> 0 < a >>> 0 ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[(o >> 8) & 7] = n = z = r;
          pc += 2;
          break;
        case 11: // SUBS Rd, #i
          a = R[(o >> 8) & 7];
          b = o & 255;
          r = (a - b) | 0;
          c = a >>> 0 >= b ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[(o >> 8) & 7] = n = z = r;
          pc += 2;
          break;
        case 12: // ANDS
          R[o & 7] = n = z = R[o & 7] & R[(o >> 3) & 7];
          pc += 2;
          break;
        case 13: // EORS
          R[o & 7] = n = z = R[o & 7] ^ R[(o >> 3) & 7];
          pc += 2;
          break;
        case 14: // LSLS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          a = r = R[o & 7];
          if (i) {
            c = i <= 32 ? (a >>> ((32 - i) & 31)) & 1 : 0;
            r = i < 32 ? a << i : 0;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 15: // LSRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          a = r = R[o & 7];
          if (i) {
            c = i <= 32 ? (a >>> (i - 1)) & 1 : 0;
            r = i < 32 ? (a >>> i) | 0 : 0;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 16: // ASRS Rd, Rm
          i = R[(o >> 3) & 7] & 255;
          a = r = R[o & 7];
          if (i) {
            c = (i < 32 ? a >>> (i - 1) : a >>> 31) & 1;
            r = a >> (i < 32 ? i : 31);
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 17: { // ADCS
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          const sum = (a >>> 0) + (b >>> 0) + c;
          r = sum | 0;
          c = sum > 0xffffffff ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        }
        case 18: { // SBCS
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          const difference = (a >>> 0) - (b >>> 0) - (1 - c);
          r = difference | 0;
          c = difference >= 0 ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        }
        case 19: // RORS
          i = R[(o >> 3) & 7] & 255;
          a = r = R[o & 7];
          if (i) {
            r = (a >>> (i & 31)) | (a << (-i & 31));
            c = r >>> 31;
          }
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 20: // TST
          n = z = R[o & 7] & R[(o >> 3) & 7];
          pc += 2;
          break;
        case 21: // RSBS Rd, Rn, #0
          b = R[(o >> 3) & 7];
          r = -b | 0;
          c = b === 0 ? 1 : 0;
          v = (b & r) >>> 31;
          R[o & 7] = n = z = r;
          pc += 2;
          break;
        case 22: // CMP Rn, Rm
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0 ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 23: // CMN
          a = R[o & 7];
          b = R[(o >> 3) & 7];
          r = (a + b) | 0;
          c = r >>> 0 < a >>> 0 ? 1 : 0;
          v = ((a ^ r) & (b ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 24: // ORRS
          R[o & 7] = n = z = R[o & 7] | R[(o >> 3) & 7];
          pc += 2;
          break;
        case 25: // MULS
          R[o & 7] = n = z = Math.imul(R[o & 7], R[(o >> 3) & 7]);
          pc += 2;
          break;
        case 26: // BICS
          R[o & 7] = n = z = R[o & 7] & ~R[(o >> 3) & 7];
          pc += 2;
          break;
        case 27: // MVNS
          R[o & 7] = n = z = ~R[(o >> 3) & 7];
          pc += 2;
          break;
        case 28: // ADD Rd, Rm (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = ((i === 15 ? pc + 4 : R[i]) + (b === 15 ? pc + 4 : R[b])) | 0;
          if (i === 15) {
            pc = r & ~1;
            d = 2;
            enter = true;
          } else {
            R[i] = i === 13 ? r & ~3 : r;
            pc += 2;
          }
          break;
        case 29: // CMP (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          if (i === 15 || b === 15) {
            slow = true;
            break;
          }
          a = R[i];
          b = R[b];
          r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0 ? 1 : 0;
          v = ((a ^ b) & (a ^ r)) >>> 31;
          n = z = r;
          pc += 2;
          break;
        case 30: // MOV (any register)
          i = ((o >> 4) & 8) | (o & 7);
          b = (o >> 3) & 15;
          r = b === 15 ? pc + 4 : R[b];
          if (i === 15) {
            pc = r & ~1;
            d = 2;
            enter = true;
          } else {
            R[i] = i === 13 ? r & ~3 : r;
            pc += 2;
          }
          break;
        case 31: // BX
          i = (o >> 3) & 15;
          a = i === 15 ? pc + 4 : R[i];
          if (a >>> 28 === 15) {
            slow = true; // the end of an exception
            break;
          }
          pc = a & ~1;
          d = 2;
          enter = true;
          break;
        case 32: // BLX
          a = R[(o >> 3) & 15];
          R[14] = (pc + 2) | 1;
          pc = a & ~1;
          d = 2;
          enter = true;
          break;
        case 33: // LDR Rt, [PC, #i]
          a = ((pc + 4) & ~3) + ((o & 255) << 2);
          R[(o >> 8) & 7] = data[(a & mask) >> 2];
          d = 2;
          pc += 2;
          break;
        case 34: // STR Rt, [Rn, Rm]
          i = (R[(o >> 3) & 7] + R[(o >> 6) & 7] - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE || i & 3) {
            slow = true;
            break;
          }
          sram32[i >> 2] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 35: // STRH Rt, [Rn, Rm]
          i = (R[(o >> 3) & 7] + R[(o >> 6) & 7] - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE || i & 1) {
            slow = true;
            break;
          }
          sram16[i >> 1] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 36: // STRB Rt, [Rn, Rm]
          i = (R[(o >> 3) & 7] + R[(o >> 6) & 7] - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE) {
            slow = true;
            break;
          }
          sram8[i] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 37: // LDRSB Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - 0x20000000) >>> 0;
          if (i < SRAM_SIZE) r = sram8[i];
          else if (a >>> 24 === 0x10) r = flash8[a & 0xffffff];
          else {
            slow = true;
            break;
          }
          R[o & 7] = (r << 24) >> 24;
          d = 2;
          pc += 2;
          break;
        case 38: // LDR Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - 0x20000000) >>> 0;
          if (a & 3) {
            slow = true;
            break;
          }
          if (i < SRAM_SIZE) r = sram32[i >> 2];
          else if (a >>> 24 === 0x10) r = flash32[(a & 0xffffff) >> 2];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 39: // LDRH Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - 0x20000000) >>> 0;
          if (a & 1) {
            slow = true;
            break;
          }
          if (i < SRAM_SIZE) r = sram16[i >> 1];
          else if (a >>> 24 === 0x10) r = flash16[(a & 0xffffff) >> 1];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 40: // LDRB Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - 0x20000000) >>> 0;
          if (i < SRAM_SIZE) r = sram8[i];
          else if (a >>> 24 === 0x10) r = flash8[a & 0xffffff];
          else if (a >>> 14 === 0) r = rom8[a];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 41: // LDRSH Rt, [Rn, Rm]
          a = (R[(o >> 3) & 7] + R[(o >> 6) & 7]) | 0;
          i = (a - 0x20000000) >>> 0;
          if (a & 1) {
            slow = true;
            break;
          }
          if (i < SRAM_SIZE) r = sram16[i >> 1];
          else if (a >>> 24 === 0x10) r = flash16[(a & 0xffffff) >> 1];
          else {
            slow = true;
            break;
          }
          R[o & 7] = (r << 16) >> 16;
          d = 2;
          pc += 2;
          break;
        case 42: // STR Rt, [Rn, #i]
          i = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c) - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE || i & 3) {
            slow = true;
            break;
          }
          sram32[i >> 2] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 43: // LDR Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 4) & 0x7c)) | 0;
          i = (a - 0x20000000) >>> 0;
          if (a & 3) {
            slow = true;
            break;
          }
          if (i < SRAM_SIZE) r = sram32[i >> 2];
          else if (a >>> 24 === 0x10) r = flash32[(a & 0xffffff) >> 2];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 44: // STRB Rt, [Rn, #i]
          i = (R[(o >> 3) & 7] + ((o >> 6) & 31) - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE) {
            slow = true;
            break;
          }
          sram8[i] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 45: // LDRB Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 6) & 31)) | 0;
          i = (a - 0x20000000) >>> 0;
          if (i < SRAM_SIZE) r = sram8[i];
          else if (a >>> 24 === 0x10) r = flash8[a & 0xffffff];
          else if (a >>> 14 === 0) r = rom8[a];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 46: // STRH Rt, [Rn, #i]
          i = (R[(o >> 3) & 7] + ((o >> 5) & 62) - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE || i & 1) {
            slow = true;
            break;
          }
          sram16[i >> 1] = R[o & 7];
          d = 2;
          pc += 2;
          break;
        case 47: // LDRH Rt, [Rn, #i]
          a = (R[(o >> 3) & 7] + ((o >> 5) & 62)) | 0;
          i = (a - 0x20000000) >>> 0;
          if (a & 1) {
            slow = true;
            break;
          }
          if (i < SRAM_SIZE) r = sram16[i >> 1];
          else if (a >>> 24 === 0x10) r = flash16[(a & 0xffffff) >> 1];
          else {
            slow = true;
            break;
          }
          R[o & 7] = r;
          d = 2;
          pc += 2;
          break;
        case 48: // STR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE) {
            slow = true;
            break;
          }
          sram32[i >> 2] = R[(o >> 8) & 7];
          d = 2;
          pc += 2;
          break;
        case 49: // LDR Rt, [SP, #i]
          i = (R[13] + ((o & 255) << 2) - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE) {
            slow = true;
            break;
          }
          R[(o >> 8) & 7] = sram32[i >> 2];
          d = 2;
          pc += 2;
          break;
        case 50: // ADR
          R[(o >> 8) & 7] = (pc & ~3) + 4 + ((o & 255) << 2);
          pc += 2;
          break;
        case 51: // ADD Rd, SP, #i
          R[(o >> 8) & 7] = R[13] + ((o & 255) << 2);
          pc += 2;
          break;
        case 52: // ADD SP, #i
          R[13] += (o & 127) << 2;
          pc += 2;
          break;
        case 53: // SUB SP, #i
          R[13] -= (o & 127) << 2;
          pc += 2;
          break;
        case 54: // SXTH
          R[o & 7] = (R[(o >> 3) & 7] << 16) >> 16;
          pc += 2;
          break;
        case 55: // SXTB
          R[o & 7] = (R[(o >> 3) & 7] << 24) >> 24;
          pc += 2;
          break;
        case 56: // UXTH
          R[o & 7] = R[(o >> 3) & 7] & 0xffff;
          pc += 2;
          break;
        case 57: // UXTB
          R[o & 7] = R[(o >> 3) & 7] & 0xff;
          pc += 2;
          break;
        case 58: { // PUSH; as in the stock core, LR takes no cycle
          let list = o & 255;
          const lr = (o >> 8) & 1;
          const count = COUNT[list] + lr;
          i = (R[13] - 4 * count - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE - 36) {
            slow = true;
            break;
          }
          R[13] -= 4 * count;
          let at = i >> 2;
          for (let from = 0; list; from++, list >>= 1) if (list & 1) sram32[at++] = R[from];
          if (lr) sram32[at] = R[14];
          d = 1 + count - lr;
          pc += 2;
          break;
        }
        case 59: { // POP
          let list = o & 255;
          const p = (o >> 8) & 1;
          const count = COUNT[list];
          i = (R[13] - 0x20000000) >>> 0;
          let at = i >> 2;
          if (i >= SRAM_SIZE - 36 || (p && sram32[at + count] >>> 28 === 15)) {
            slow = true; // the latter: the end of an exception
            break;
          }
          for (let to = 0; list; to++, list >>= 1) if (list & 1) R[to] = sram32[at++];
          R[13] += 4 * (count + p);
          if (p) {
            pc = sram32[at] & ~1;
            d = 3 + count;
            enter = true;
          } else {
            d = 1 + count;
            pc += 2;
          }
          break;
        }
        case 60: // REV
          a = R[(o >> 3) & 7];
          R[o & 7] = ((a & 255) << 24) | ((a & 0xff00) << 8) | ((a >> 8) & 0xff00) | (a >>> 24);
          pc += 2;
          break;
        case 61: // NOP
          pc += 2;
          break;
        case 62: { // STM
          let list = o & 255;
          b = (o >> 8) & 7;
          i = (R[b] - 0x20000000) >>> 0;
          if (i >= SRAM_SIZE - 32 || i & 3) {
            slow = true;
            break;
          }
          const count = COUNT[list];
          let at = i >> 2;
          for (let from = 0; list; from++, list >>= 1) if (list & 1) sram32[at++] = R[from];
          if (!(o & (1 << b))) R[b] += 4 * count;
          d = 1 + count;
          pc += 2;
          break;
        }
        case 63: { // LDM
          let list = o & 255;
          b = (o >> 8) & 7;
          a = R[b];
          i = (a - 0x20000000) >>> 0;
          const inSram = i < SRAM_SIZE - 32;
          if (a & 3 || !(inSram || a >>> 24 === 0x10)) {
            slow = true;
            break;
          }
          const count = COUNT[list];
          const memory = inSram ? sram32 : flash32;
          let at = inSram ? i >> 2 : (a & 0xffffff) >> 2;
          for (let to = 0; list; to++, list >>= 1) if (list & 1) R[to] = memory[at++];
          if (!(o & (1 << b))) R[b] = a + 4 * count;
          d = 1 + count;
          pc += 2;
          break;
        }
        case 64: { // B<c>
          let taken = false;
          switch ((o >> 8) & 15) {
            case 0: // EQ
              taken = z === 0;
              break;
            case 1: // NE
              taken = z !== 0;
              break;
            case 2: // CS
              taken = c !== 0;
              break;
            case 3: // CC
              taken = c === 0;
              break;
            case 4: // MI
              taken = n < 0;
              break;
            case 5: // PL
              taken = n >= 0;
              break;
            case 6: // VS
              taken = v !== 0;
              break;
            case 7: // VC
              taken = v === 0;
              break;
            case 8: // HI
              taken = c !== 0 && z !== 0;
              break;
            case 9: // LS
              taken = c === 0 || z === 0;
              break;
            case 10: // GE
              taken = n < 0 === (v !== 0);
              break;
            case 11: // LT
              taken = n < 0 !== (v !== 0);
              break;
            case 12: // GT
              taken = n < 0 === (v !== 0) && z !== 0;
              break;
            case 13: // LE
              taken = n < 0 !== (v !== 0) || z === 0;
              break;
          }
          if (taken) {
            pc += 4 + ((o << 24) >> 23);
            d = 2;
          } else pc += 2;
          break;
        }
        case 65: // B
          pc += 4 + ((o << 21) >> 20);
          d = 2;
          break;
        case 66: { // BL
          const second = code[((pc + 2) & mask) >> 1];
          if ((second & 0xd000) !== 0xd000) {
            slow = true; // MSR, MRS, barriers
            break;
          }
          const s = (o >> 10) & 1;
          const i1 = 1 - (s ^ ((second >> 13) & 1));
          const i2 = 1 - (s ^ ((second >> 11) & 1));
          R[14] = (pc + 4) | 1;
          a = (s ? 0xff000000 : 0) | (i1 << 23) | (i2 << 22);
          pc = (pc + 4 + (a | ((o & 0x3ff) << 12) | ((second & 0x7ff) << 1))) | 0;
          d = 3;
          enter = true;
          break;
        }
        default:
          slow = true;
      }
      if (slow) break;
      cycles += d;
    } while (cycles < budget);
    R[15] = pc;
    core.N = n < 0;
    core.Z = z === 0;
    core.C = c !== 0;
    core.V = v !== 0;
    core.cycles += cycles;
    // No alarm is due before the last instruction; the stock core looks at the clock.
    if (slow) {
      clock.nanosCounter += cycles * CYCLE;
      step();
    } else goTo(clock, clock.nanosCounter + cycles * CYCLE);
  }

  return run;
}
