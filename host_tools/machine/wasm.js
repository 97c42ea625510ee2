// SPDX-License-Identifier: MIT
/** An assembler of WebAssembly modules, for the translators. */

// Instructions of WebAssembly
export const UNREACHABLE = 0x00;
export const BLOCK = 0x02;
export const LOOP = 0x03;
export const IF = 0x04;
export const ELSE = 0x05;
export const END = 0x0b;
export const BR = 0x0c;
export const BR_IF = 0x0d;
export const RETURN = 0x0f;
export const CALL_INDIRECT = 0x11;
export const SELECT = 0x1b;
export const GET = 0x20;
export const SET = 0x21;
export const TEE = 0x22;
export const LOAD = 0x28;
export const LOAD8_S = 0x2c;
export const LOAD8_U = 0x2d;
export const LOAD16_S = 0x2e;
export const LOAD16_U = 0x2f;
export const STORE = 0x36;
export const STORE8 = 0x3a;
export const STORE16 = 0x3b;
export const CONST = 0x41;
export const EQZ = 0x45;
export const EQ = 0x46;
export const NE = 0x47;
export const LT_S = 0x48;
export const LT_U = 0x49;
export const GT_S = 0x4a;
export const GT_U = 0x4b;
export const LE_S = 0x4c;
export const LE_U = 0x4d;
export const GE_S = 0x4e;
export const GE_U = 0x4f;
export const ADD = 0x6a;
export const SUB = 0x6b;
export const MUL = 0x6c;
export const DIV_S = 0x6d;
export const DIV_U = 0x6e;
export const REM_S = 0x6f;
export const REM_U = 0x70;
export const AND = 0x71;
export const OR = 0x72;
export const XOR = 0x73;
export const SHL = 0x74;
export const SHR_S = 0x75;
export const SHR_U = 0x76;
export const ROTR = 0x78;
export const SXTB = 0xc0;
export const SXTH = 0xc1;
export const I32 = 0x7f;
export const NOTHING = 0x40;

// Instructions of the second half that most modules need
export const CLZ = 0x67;
export const WRAP = 0xa7;
export const EXTEND_S = 0xac;
export const EXTEND_U = 0xad;
export const MUL64 = 0x7e;
export const SHR64_U = 0x88;
export const CONST64 = 0x42;

/** @param {number} value not negative @returns {number[]} LEB128 */
export function unsigned(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  bytes.push(value);
  return bytes;
}

/** @param {number} value @returns {number[]} an i32 on the stack */
export function constant(value) {
  let rest = value | 0;
  if (rest >= -64 && rest < 64) return [CONST, rest & 127];
  const bytes = [CONST];
  for (;;) {
    const byte = rest & 127;
    rest >>= 7;
    if (rest === (byte & 64 ? -1 : 0)) return [...bytes, byte];
    bytes.push(byte | 128);
  }
}

/** @param {number} operation @param {number} at offset in memory, added to that on the stack */
export const reach = (operation, at) => [operation, 0, ...unsigned(at)];

/** @param {string} name */
const text = (name) => [name.length, ...[...name].map((sign) => sign.charCodeAt(0))];

/** A section, or another part that starts with its length; its bytes are in pieces. */
class Part {
  /** @param {(number[] | Part)[]} pieces */
  constructor(...pieces) {
    this.pieces = pieces;
    /** Its bytes, without those of the length. */
    this.size = 0;
    for (const piece of pieces) this.size += piece instanceof Part ? 5 + piece.size : piece.length;
  }

  /** @param {Uint8Array} bytes @param {number} at @returns {number} the offset after it */
  write(bytes, at) {
    for (let shift = 0; shift < 35; shift += 7) {
      bytes[at++] = (shift < 32 ? (this.size >>> shift) & 127 : 0) | (shift < 28 ? 128 : 0);
    }
    for (const piece of this.pieces) {
      if (piece instanceof Part) at = piece.write(bytes, at);
      else for (let index = 0; index < piece.length; index++) bytes[at++] = piece[index];
    }
    return at;
  }
}

/**
 * Compile a WebAssembly module.
 * @param {WebAssembly.Memory} memory that the functions use
 * @param {WebAssembly.Table} table of the functions that those of type 1 call
 * @param {number} most entries of the table
 * @param {number} type of its functions: 0 takes nothing, 1 an i32; each returns one
 * @param {number} locals of each function
 * @param {number[][][]} bodies of the functions, each in pieces
 * @returns {Record<string, any>} the functions, by number
 */
export function compile(memory, table, most, type, locals, bodies) {
  const ours = text('m');
  const head = [1, ...unsigned(locals), I32];
  const count = unsigned(bodies.length);
  const types = new Part([2, 0x60, 0, 1, I32, 0x60, 1, I32, 1, I32]);
  const imports = [1 + type, ...ours, ...ours, 2, 0, 1];
  // the table only for `run`: each importer makes it slower to change
  if (type) imports.push(...ours, ...text('t'), 1, 0x70, 0, ...unsigned(most));
  const names = bodies.map((_, index) => [...text(`${index}`), 0, ...unsigned(index)]);
  const code = bodies.map((pieces) => new Part(head, ...pieces, [END]));
  const all = new Part(
    ...[[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], [1], types, [2], new Part(imports)],
    ...[[3], new Part(count, bodies.map(() => type)), [7], new Part(count, ...names)],
    ...[[10], new Part(count, ...code)],
  );
  const bytes = new Uint8Array(5 + all.size);
  all.write(bytes, 0);
  const module = new WebAssembly.Module(bytes.subarray(5));
  return new WebAssembly.Instance(module, { m: { m: memory, t: table } }).exports;
}
