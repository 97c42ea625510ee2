// SPDX-License-Identifier: MIT
/**
 * The floating-point extension of a Cortex-M33 (FPv5, single precision), all but its loads and
 * stores.
 *
 * Written from the Armv8-M Architecture Reference Manual (DDI 0553), chapter E2 (FPAdd, FPMulAdd,
 * FPToFixed and so on). A sum, product, quotient or root of single-precision numbers is computed in
 * double precision. The remainder is kept as far as it decides the rounding, so that every result
 * is rounded once. All rounding modes, flush-to-zero, default NaN and the cumulative flags
 * of the FPSCR follow the manual.
 */

import { C, N, SCR, V, Z } from './access.js';
import { AWAY, BY_FPSCR, DOWN, NEAREST, TO_ZERO, UP } from './decode.js';
import { registers as R, singleBits as B, state } from './memory.js';

// Bits of the FPSCR
const [IOC, DZC, OFC, UFC, IXC, IDC] = [1, 2, 4, 8, 16, 128];
const FLUSH = 1 << 24;
const DEFAULT_NAN = 1 << 25;
const ALTERNATIVE = 1 << 26;
/** The writable bits of the FPSCR. */
const WRITABLE = 0xf7c0009f | 0;

const QUIET = 1 << 22;
const NAN = 0x7fc00000;
const SIGN = -0x80000000;
const LARGEST = 0x7f7fffff;
const TINY = 2 ** -126;

const word = new Int32Array(1);
const number = new Float32Array(word.buffer);
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer); // little-endian, like all machines that run this

/** @param {number} bits */
const isNan = (bits) => (bits & 0x7fffffff) > 0x7f800000;
/** @param {number} bits */
const signals = (bits) => isNan(bits) && (bits & QUIET) === 0;
/** @param {number} bits */
const isSubnormal = (bits) => (bits & 0x7f800000) === 0 && (bits & 0x7fffff) !== 0;

/** @param {number} bits @returns {number} as an operand: 0 if it is subnormal and those are flushed */
function flushed(bits) {
  if (!(state[SCR] & FLUSH) || !isSubnormal(bits)) return bits;
  state[SCR] |= IDC;
  return bits & SIGN;
}

/** @param {number} bits */
function value(bits) {
  word[0] = bits;
  return number[0];
}

/** @param {number} bits of a NaN */
function quieted(bits) {
  if (signals(bits)) state[SCR] |= IOC;
  return state[SCR] & DEFAULT_NAN ? NAN : bits | QUIET;
}

/** @param {number} a @param {number} b bits, of which at least one is a NaN */
function nanOf(a, b) {
  if (signals(a)) return quieted(a);
  if (signals(b)) return quieted(b);
  return quieted(isNan(a) ? a : b);
}

function invalid() {
  state[SCR] |= IOC;
  return NAN;
}

/**
 * Round to odd: for a number between two doubles, return the odd one of them, which rounds to a
 * single as the exact number does.
 * @param {number} near the exact number, rounded to double
 * @param {number} rest the exact number less `near`; only its sign counts
 */
function odd(near, rest) {
  if (rest === 0 || !Number.isFinite(near)) return near;
  double[0] = near;
  if (halves[0] & 1) return near;
  if (rest > 0 === near > 0) halves[0] |= 1;
  else {
    if (halves[0] === 0) halves[1]--;
    halves[0]--;
  }
  return double[0];
}

/** @param {number} exact @returns {number} bits of it in single precision, rounded once */
function rounded(exact) {
  const size = Math.abs(exact);
  if (size < TINY && size > 0 && state[SCR] & FLUSH) {
    state[SCR] |= UFC;
    return exact < 0 ? SIGN : 0;
  }
  number[0] = exact;
  const near = number[0];
  if (near === exact) return word[0];
  const mode = (state[SCR] >> 22) & 3;
  state[SCR] |= IXC;
  if (size < TINY) state[SCR] |= UFC;
  if (mode) {
    const up = near < exact;
    const away = up === exact > 0; // the exact number lies further from 0
    if (mode === 1 && up) word[0] += exact > 0 ? 1 : -1;
    else if (mode === 2 && !up) word[0] += exact < 0 ? 1 : -1;
    else if (mode === 3 && !away) word[0] -= 1;
  }
  if (size >= 2 ** 128 || !Number.isFinite(number[0])) {
    state[SCR] |= OFC;
    if (mode === 3 || (mode === 1 && exact < 0) || (mode === 2 && exact > 0)) {
      return LARGEST | (exact < 0 ? SIGN : 0);
    }
    return 0x7f800000 | (exact < 0 ? SIGN : 0);
  }
  return word[0];
}

/** @param {number} one @param {number} two bits */
function add(one, two) {
  const [x, y] = [flushed(one), flushed(two)];
  if (isNan(x) || isNan(y)) return nanOf(x, y);
  const [a, b] = [value(x), value(y)];
  const sum = a + b;
  if (sum !== sum) return invalid();
  if (sum === 0) {
    if (x === y) return x; // both are the same 0
    return ((state[SCR] >> 22) & 3) === 2 ? SIGN : 0;
  }
  if (sum === Infinity || sum === -Infinity) return rounded(sum);
  const part = sum - a;
  return rounded(odd(sum, a - (sum - part) + (b - part)));
}

/** @param {number} one @param {number} two bits */
function multiply(one, two) {
  const [x, y] = [flushed(one), flushed(two)];
  if (isNan(x) || isNan(y)) return nanOf(x, y);
  const product = value(x) * value(y);
  if (product !== product) return invalid();
  if (product === 0) return (x ^ y) & SIGN;
  return rounded(product);
}

/** @param {number} one @param {number} two bits */
function divide(one, two) {
  const [x, y] = [flushed(one), flushed(two)];
  if (isNan(x) || isNan(y)) return nanOf(x, y);
  const [a, b] = [value(x), value(y)];
  const quotient = a / b;
  if (quotient !== quotient) return invalid();
  if (quotient === 0) return (x ^ y) & SIGN;
  if (b === 0 && Number.isFinite(a)) state[SCR] |= DZC;
  // A quotient of two 24-bit numbers is a tie in single precision only if it is one in double
  // precision. It is never so close to a tie that rounding to double moves it there.
  return rounded(quotient);
}

/** @param {number} one bits */
function root(one) {
  const x = flushed(one);
  if (isNan(x)) return quieted(x);
  if ((x & 0x7fffffff) === 0) return x;
  if (x < 0) return invalid();
  return rounded(Math.sqrt(value(x)));
}

/** @param {number} addend @param {number} one @param {number} two bits: addend + one * two */
function fused(addend, one, two) {
  const [z, x, y] = [flushed(addend), flushed(one), flushed(two)];
  const [a, b] = [value(x), value(y)];
  const product = a * b;
  if (isNan(x) || isNan(y) || isNan(z)) {
    if (isNan(z) && !signals(z) && !isNan(x) && !isNan(y) && product !== product) return invalid();
    if (signals(z)) return quieted(z);
    if (signals(x)) return quieted(x);
    if (signals(y)) return quieted(y);
    return quieted(isNan(z) ? z : isNan(x) ? x : y);
  }
  if (product !== product) return invalid();
  const c = value(z);
  const sum = product + c;
  if (sum !== sum) return invalid();
  if (sum === 0) {
    // A sum of doubles is 0 only if it is exactly that.
    if (c === 0 && product === 0 && ((x ^ y) & SIGN) === (z & SIGN)) return z;
    return ((state[SCR] >> 22) & 3) === 2 ? SIGN : 0;
  }
  if (!Number.isFinite(sum)) return rounded(sum);
  const part = sum - product;
  return rounded(odd(sum, product - (sum - part) + (c - part)));
}

/** @param {number} x a number @param {number} way of rounding @returns {number} an integer */
function whole(x, way) {
  let mode = way;
  if (way === BY_FPSCR) mode = [NEAREST, UP, DOWN, TO_ZERO][(state[SCR] >> 22) & 3];
  const below = Math.floor(x);
  const rest = x - below;
  switch (mode) {
    case TO_ZERO:
      return Math.trunc(x);
    case UP:
      return Math.ceil(x);
    case DOWN:
      return below;
    case AWAY:
      if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
      return x > 0 ? below + 1 : below;
    default:
      if (rest !== 0.5) return rest < 0.5 ? below : below + 1;
      return below % 2 === 0 ? below : below + 1;
  }
}

/**
 * Convert to fixed point, with so many fraction bits, saturated.
 * @param {number} bits
 * @param {number} way of rounding
 * @param {number} fraction
 * @param {number} least
 * @param {number} most
 */
function toFixed(bits, way, fraction, least, most) {
  const x = flushed(bits);
  if (isNan(x)) {
    state[SCR] |= IOC;
    return 0;
  }
  const scaled = value(x) * 2 ** fraction;
  const result = Number.isFinite(scaled) ? whole(scaled, way) : scaled;
  if (result < least || result > most) {
    state[SCR] |= IOC;
    return result < least ? least : most;
  }
  if (result !== scaled) state[SCR] |= IXC;
  return result;
}

/** @param {number} bits @param {number} extra the rounding mode, plus 8 to signal what is inexact */
function toWhole(bits, extra) {
  const x = flushed(bits);
  if (isNan(x)) return quieted(x);
  const before = value(x);
  if (!Number.isFinite(before) || before === 0) return x;
  const after = whole(before, extra & 7);
  if (extra & 8 && after !== before) state[SCR] |= IXC;
  number[0] = after;
  return after === 0 ? x & SIGN : word[0];
}

/** @param {number} a @param {number} b bits @param {boolean} strict all NaNs are invalid */
function compare(a, b, strict) {
  const [x, y] = [flushed(a), flushed(b)];
  let flags = 0;
  if (isNan(x) || isNan(y)) {
    if (strict || signals(x) || signals(y)) state[SCR] |= IOC;
    flags = 3;
  } else {
    const [left, right] = [value(x), value(y)];
    if (left === right) flags = 6;
    else flags = left < right ? 8 : 2;
  }
  state[SCR] = (state[SCR] & 0x0fffffff) | (flags << 28);
}

/** @param {number} one @param {number} two bits @param {boolean} greatest */
function select(one, two, greatest) {
  let [x, y] = [flushed(one), flushed(two)];
  const limit = greatest ? 0xff800000 | 0 : 0x7f800000;
  // a quiet NaN is no number, the other one is
  if (isNan(x) && !signals(x) && !isNan(y)) x = limit;
  else if (isNan(y) && !signals(y) && !isNan(x)) y = limit;
  if (isNan(x) || isNan(y)) return nanOf(x, y);
  const [a, b] = [value(x), value(y)];
  if (a === 0 && b === 0) return greatest ? x & y : x | y;
  return a > b === greatest ? x : y;
}

/** @param {number} half 16 bits @returns {number} bits of the single-precision number */
function fromHalf(half) {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >> 10) & 31;
  const fraction = half & 0x3ff;
  if (exponent === 31 && !(state[SCR] & ALTERNATIVE)) {
    if (!fraction) return sign | 0x7f800000;
    return quieted(sign | 0x7f800000 | (fraction << 13));
  }
  if (exponent === 0) {
    if (!fraction) return sign;
    number[0] = fraction * 2 ** -24;
    return word[0] | sign;
  }
  return sign | ((exponent + 112) << 23) | (fraction << 13);
}

/** @param {number} bits @returns {number} the half-precision number */
function toHalf(bits) {
  const x = flushed(bits);
  const sign = (x >> 16) & 0x8000;
  const alternative = (state[SCR] & ALTERNATIVE) !== 0;
  if (isNan(x)) {
    if (alternative) {
      state[SCR] |= IOC;
      return sign;
    }
    const quiet = quieted(x);
    return ((quiet >> 16) & 0x8000) | 0x7e00 | ((quiet >> 13) & 0x1ff);
  }
  const size = Math.abs(value(x));
  if (size === Infinity) {
    if (!alternative) return sign | 0x7c00;
    state[SCR] |= IOC;
    return sign | 0x7fff;
  }
  if (size === 0) return sign;
  const exponent = Math.max(-14, ((x >> 23) & 255) - 127);
  const unit = 2 ** (exponent - 10);
  const exact = size / unit;
  // the sign is applied first, so that UP and DOWN have the right direction
  const mode = [NEAREST, UP, DOWN, TO_ZERO][(state[SCR] >> 22) & 3];
  const steps = Math.abs(whole(sign ? -exact : exact, mode));
  const result = steps * unit;
  const most = alternative ? 131008 : 65504;
  if (result > most) {
    if (alternative) {
      state[SCR] |= IOC;
      return sign | 0x7fff;
    }
    state[SCR] |= OFC | IXC;
    const stays = mode === TO_ZERO || (mode === UP && sign) || (mode === DOWN && !sign);
    return sign | (stays ? 0x7bff : 0x7c00);
  }
  if (steps !== exact) {
    state[SCR] |= IXC;
    if (size < 2 ** -14) state[SCR] |= UFC;
  }
  if (steps < 1024) return sign | steps; // subnormal
  if (steps === 2048) return sign | ((exponent + 16) << 10);
  return sign | ((exponent + 15) << 10) | (steps - 1024);
}

/** @param {number} d an S register @param {number} extra as encoded by decode.js */
function fixed(d, extra) {
  const unsigned = extra & 1;
  const bits = extra & 4 ? 32 : 16;
  const fraction = extra >> 3;
  if (extra & 2) {
    const least = unsigned ? 0 : -(2 ** (bits - 1));
    const most = unsigned ? 2 ** bits - 1 : 2 ** (bits - 1) - 1;
    B[d] = toFixed(B[d], TO_ZERO, fraction, least, most);
    return;
  }
  let from = B[d];
  if (bits === 16) from = unsigned ? from & 0xffff : (from << 16) >> 16;
  B[d] = rounded((unsigned ? from >>> 0 : from) / 2 ** fraction);
}

/** @param {number} bits written to the FPSCR */
export function setFpscr(bits) {
  state[SCR] = bits & WRITABLE;
}

/**
 * Execute an operation.
 * @param {number} w its word
 * @param {number} i its immediate
 * @returns {number} cycles
 */
export function float(w, i) {
  const d = i & 31;
  const n = (i >> 5) & 31;
  const m = (i >> 10) & 31;
  const extra = i >> 15;
  const t = (w >> 9) & 15;
  switch ((w >> 25) & 63) {
    case 1: // VMLA
      B[d] = add(B[d], multiply(B[n], B[m]));
      return 3;
    case 2: // VMLS
      B[d] = add(B[d], multiply(B[n], B[m]) ^ SIGN);
      return 3;
    case 3: // VNMLS
      B[d] = add(B[d] ^ SIGN, multiply(B[n], B[m]));
      return 3;
    case 4: // VNMLA
      B[d] = add(B[d] ^ SIGN, multiply(B[n], B[m]) ^ SIGN);
      return 3;
    case 5: // VMUL
      B[d] = multiply(B[n], B[m]);
      return 1;
    case 6: // VNMUL
      B[d] = multiply(B[n], B[m]) ^ SIGN;
      return 1;
    case 7: // VADD
      B[d] = add(B[n], B[m]);
      return 1;
    case 8: // VSUB
      B[d] = subtract(B[n], B[m]);
      return 1;
    case 9: // VDIV
      B[d] = divide(B[n], B[m]);
      return 14;
    case 10: // VFNMS
      B[d] = fused(B[d] ^ SIGN, B[n], B[m]);
      return 3;
    case 11: // VFNMA
      B[d] = fused(B[d] ^ SIGN, B[n] ^ SIGN, B[m]);
      return 3;
    case 12: // VFMA
      B[d] = fused(B[d], B[n], B[m]);
      return 3;
    case 13: // VFMS
      B[d] = fused(B[d], B[n] ^ SIGN, B[m]);
      return 3;
    case 14: // VMOV Sd, #i
      B[((w >> 9) & 15) | (((w >> 13) & 1) << 4)] = i;
      return 1;
    case 15: // VMOV
      B[d] = B[m];
      return 1;
    case 16: // VABS
      B[d] = B[m] & 0x7fffffff;
      return 1;
    case 17: // VNEG
      B[d] = B[m] ^ SIGN;
      return 1;
    case 18: // VSQRT
      B[d] = root(B[m]);
      return 14;
    case 19: // VCVTB, VCVTT
      if (extra & 1) {
        const half = toHalf(B[m]);
        B[d] = extra & 2 ? (B[d] & 0xffff) | (half << 16) : (B[d] & ~0xffff) | half;
      } else B[d] = fromHalf((extra & 2 ? B[m] >>> 16 : B[m]) & 0xffff);
      return 1;
    case 20: // VCMP, VCMPE
      compare(B[d], extra & 2 ? 0 : B[m], (extra & 1) === 1);
      return 1;
    case 21: // VRINT
      B[d] = toWhole(B[m], extra);
      return 1;
    case 22: // VCVT from an integer
      B[d] = rounded(extra & 1 ? B[m] : B[m] >>> 0);
      return 1;
    case 23: // VCVT to an integer
      if (extra & 1) B[d] = toFixed(B[m], extra >> 1, 0, -0x80000000, 0x7fffffff);
      else B[d] = toFixed(B[m], extra >> 1, 0, 0, 0xffffffff);
      return 1;
    case 24: // VCVT of fixed point
      fixed(d, extra);
      return 1;
    case 25: // VSEL
      B[d] = B[chosen(extra) ? n : m];
      return 1;
    case 26: // VMAXNM
      B[d] = select(B[n], B[m], true);
      return 1;
    case 27: // VMINNM
      B[d] = select(B[n], B[m], false);
      return 1;
    case 28: // VMOV Sn, Rt
      B[d] = R[t];
      return 1;
    case 29: // VMOV Rt, Sn
      R[t] = B[d];
      return 1;
    case 30: // VMOV Sm, Sm1, Rt, Rt2
      B[d] = R[t];
      B[d + 1] = R[(w >> 13) & 15];
      return 1;
    case 31: // VMOV Rt, Rt2, Sm, Sm1
      R[t] = B[d];
      R[(w >> 13) & 15] = B[d + 1];
      return 1;
    case 32: // VMSR
      if (d === 1) setFpscr(R[t]);
      return 1;
    case 33: // VMRS
      if (d !== 1) R[t] = FEATURES[d] ?? 0;
      else if (t !== 15) R[t] = state[SCR];
      else {
        state[N] = state[SCR] >> 31;
        state[Z] = ~(state[SCR] >> 30) & 1;
        state[C] = (state[SCR] >> 29) & 1;
        state[V] = (state[SCR] >> 28) & 1;
      }
      return 1;
    default: // VLLDM, VLSTM
      return 1;
  }
}

/** MVFR2, MVFR1 and MVFR0, by their number in VMRS. @type {Record<number, number>} */
const FEATURES = { 5: 0x00000040, 6: 0x11000011, 7: 0x10110021 };

/** @param {number} condition of VSEL: EQ, VS, GE, GT */
function chosen(condition) {
  const [n, z, v] = [state[N], state[Z], state[V]];
  if (condition === 0) return z === 0;
  if (condition === 1) return v !== 0;
  const greaterOrEqual = n >>> 31 === v;
  return condition === 2 ? greaterOrEqual : greaterOrEqual && z !== 0;
}

/** @param {number} one @param {number} two bits */
function subtract(one, two) {
  // the sign of a NaN stays
  const y = flushed(two);
  return isNan(y) ? nanOf(flushed(one), y) : add(one, y ^ SIGN);
}
