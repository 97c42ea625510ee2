// SPDX-License-Identifier: MIT
/**
 * The instructions of the Cortex-M0+ that core.js and translator.js know, and their numbers there.
 *
 * Source: ARMv6-M Architecture Reference Manual, A5 and A6.7.
 */

/** The number of each opcode; 0 is left to the stock core. */
export const CASE = new Uint8Array(65536);

/**
 * Fill in a number.
 * @param {number} number
 * @param {string} pattern 16 bits: 0, 1, or another character for either
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
encode(67, '1111001110111111'); // barriers, likewise

/** How many registers each list of PUSH, POP, STM and LDM has. */
export const COUNT = new Uint8Array(256);
for (let list = 1; list < 256; list++) COUNT[list] = COUNT[list >> 1] + (list & 1);
