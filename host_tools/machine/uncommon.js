// SPDX-License-Identifier: MIT
/**
 * The less frequent instructions of a Cortex-M33: data processing with every kind of shift, the DSP
 * extension, exclusive and acquiring accesses, floating point, coprocessors, and control of the
 * processor itself.
 *
 * Written from the Armv8-M Architecture Reference Manual (DDI 0553), chapter C2.
 */

import { C, GE, LIMIT, MONITOR, N, Q, TARGET, V, Z, link, load, store } from './access.js';
import { float } from './fpu.js';
import { registers as R, singleBits, state } from './memory.js';

const SIGN = -0x80000000;

/** TT of an address in Secure state, with MPU and SAU off: readable, writable, Secure. */
const TARGET_IS_SECURE = 0x004c0000;

/**
 * Return the upper half of a product.
 * @param {number} a
 * @param {number} b both unsigned
 */
export function highUnsigned(a, b) {
  const low = (a & 0xffff) * (b & 0xffff);
  const first = (a >>> 16) * (b & 0xffff) + (low >>> 16);
  const second = (a & 0xffff) * (b >>> 16) + (first & 0xffff);
  return (a >>> 16) * (b >>> 16) + Math.floor(first / 65536) + Math.floor(second / 65536);
}

// The carry of `shifted`, and of its callers.
let carry = 0;

/**
 * Return a shifted register value; its carry goes to `carry`.
 * @param {number} value
 * @param {number} type LSL, LSR, ASR, ROR
 * @param {number} by 0 to 255
 */
function shifted(value, type, by) {
  carry = state[C];
  if (by === 0) return value;
  switch (type) {
    case 0:
      carry = by <= 32 ? (value >> (32 - by)) & 1 : 0;
      return by < 32 ? value << by : 0;
    case 1:
      carry = by <= 32 ? (value >> (by - 1)) & 1 : 0;
      return by < 32 ? value >>> by : 0;
    case 2: {
      const most = Math.min(by, 32);
      carry = (value >> (most - 1)) & 1;
      return value >> Math.min(most, 31);
    }
    default: {
      const result = (value >>> (by & 31)) | (value << ((32 - by) & 31));
      carry = result >>> 31;
      return result;
    }
  }
}

/**
 * Process data with a second operand, whose carry is in `carry`.
 * @param {number} w the operation
 * @param {number} b the operand
 */
function process(w, b) {
  const op = (w >> 25) & 15;
  const d = (w >> 9) & 15;
  const a = R[(w >> 13) & 15];
  const flags = (w >> 29) & 1;
  const none = ((w >> 13) & 15) === 15;
  let result = 0;
  switch (op) {
    case 0:
      result = a & b;
      break;
    case 1:
      result = a & ~b;
      break;
    case 2:
      result = none ? b : a | b;
      break;
    case 3:
      result = none ? ~b : a | ~b;
      break;
    case 4:
      result = a ^ b;
      break;
    case 8:
      result = sum(a, b, 0, flags);
      break;
    case 10:
      result = sum(a, b, state[C], flags);
      break;
    case 11:
      result = sum(a, ~b, state[C], flags);
      break;
    case 13:
      result = sum(a, ~b, 1, flags);
      break;
    default:
      result = sum(~a, b, 1, flags);
  }
  if (flags) {
    state[N] = state[Z] = result;
    if (op < 8) state[C] = carry;
  }
  if (d === 13) setSp(result & ~3);
  else if (d !== 15) R[d] = result;
}

/** @param {number} value */
function setSp(value) {
  if ((value ^ SIGN) < (state[LIMIT] ^ SIGN)) link.core.raise('STKOF');
  else R[13] = value;
}

/**
 * Add like AddWithCarry of the manual.
 * @param {number} a
 * @param {number} b
 * @param {number} more
 * @param {number} flags whether C and V are written
 */
function sum(a, b, more, flags) {
  const result = (a + b + more) | 0;
  if (flags) {
    state[C] = ((a & b) | ((a | b) & ~result)) >>> 31;
    state[V] = ((a ^ result) & (b ^ result)) >>> 31;
  }
  return result;
}

/** @param {number} value @param {number} bits of the signed number to which it is saturated */
function saturate(value, bits) {
  const most = 2 ** (bits - 1) - 1;
  if (value > most || value < -most - 1) {
    state[Q] = 1;
    return value > most ? most : -most - 1;
  }
  return value;
}

/** @param {number} value @param {number} bits of the unsigned number to which it is saturated */
function saturateUnsigned(value, bits) {
  const most = 2 ** bits - 1;
  if (value >= 0 && value <= most) return value;
  state[Q] = 1;
  return value < 0 ? 0 : most;
}

/** @param {number} value @param {number} upper whether the upper half is meant */
const half = (value, upper) => (upper ? value >> 16 : (value << 16) >> 16);

/**
 * Execute SXTAB and similar instructions.
 * @param {number} w
 * @param {number} rotation
 */
function extend(w, rotation) {
  const which = (w >> 25) & 63;
  const n = (w >> 13) & 15;
  const value = R[(w >> 17) & 15];
  const turned = rotation ? (value >>> rotation) | (value << (32 - rotation)) : value;
  const base = n === 15 ? 0 : R[n];
  let result = 0;
  switch (which) {
    case 0:
      result = base + half(turned, 0);
      break;
    case 1:
      result = base + (turned & 0xffff);
      break;
    case 2:
      result = ((base + ((turned << 24) >> 24)) & 0xffff) |
        (((base >> 16) + ((turned << 8) >> 24)) << 16);
      break;
    case 3:
      result = ((base + (turned & 255)) & 0xffff) |
        (((base >>> 16) + ((turned >> 16) & 255)) << 16);
      break;
    case 4:
      result = base + ((turned << 24) >> 24);
      break;
    default:
      result = base + (turned & 255);
  }
  R[(w >> 9) & 15] = result;
}

/** @param {number} total an exact number @returns {number} its low 32 bits; Q is set if it is larger */
function accumulated(total) {
  if (total !== (total | 0)) state[Q] = 1;
  return total | 0;
}

/** @param {number} w @param {number} op */
function multiply(w, op) {
  const n = R[(w >> 13) & 15];
  const m = R[(w >> 17) & 15];
  const number = (w >> 21) & 15;
  const a = number === 15 ? 0 : R[number];
  let result = 0;
  switch ((w >> 25) & 63) {
    case 1: // SMLAxy
      result = accumulated(half(n, op & 2) * half(m, op & 1) + a);
      break;
    case 2: // SMLAD
      result = accumulated(half(n, 0) * half(m, op) + half(n, 1) * half(m, 1 - op) + a);
      break;
    case 3: // SMLAW
      result = accumulated(Math.floor((n * half(m, op)) / 65536) + a);
      break;
    case 4: // SMLSD
      result = accumulated(half(n, 0) * half(m, op) - half(n, 1) * half(m, 1 - op) + a);
      break;
    case 5: // SMMLA
    case 6: {
      const product = BigInt(n) * BigInt(m);
      const base = (BigInt(a) << 32n) + (op ? 0x80000000n : 0n);
      const total = ((w >> 25) & 63) === 5 ? base + product : base - product;
      result = Number(BigInt.asIntN(32, total >> 32n));
      break;
    }
    default: // USADA8
      result = a;
      for (let at = 0; at < 32; at += 8) {
        result += Math.abs(((n >> at) & 255) - ((m >> at) & 255));
      }
  }
  R[(w >> 9) & 15] = result;
}

/** @param {number} w @param {number} op */
function long(w, op) {
  const n = R[(w >> 13) & 15];
  const m = R[(w >> 17) & 15];
  const low = (w >> 9) & 15;
  const high = (w >> 21) & 15;
  const which = (w >> 25) & 63;
  if (op === 0) {
    // SMLAL, UMLAL
    const product = Math.imul(n, m);
    let top = highUnsigned(n, m);
    if (which === 4) top = top - (n < 0 ? m : 0) - (m < 0 ? n : 0);
    const total = (product >>> 0) + (R[low] >>> 0);
    R[low] = total;
    R[high] = R[high] + top + (total > 0xffffffff ? 1 : 0);
    return;
  }
  if (which === 6) {
    // UMAAL
    const total = BigInt(n >>> 0) * BigInt(m >>> 0) + BigInt(R[low] >>> 0) + BigInt(R[high] >>> 0);
    put64(low, high, total);
    return;
  }
  let sum = 0;
  if (op < 12) sum = half(n, op & 2) * half(m, op & 1);
  else {
    const [first, second] = [half(n, 0) * half(m, op & 1), half(n, 1) * half(m, 1 - (op & 1))];
    sum = which === 4 ? first + second : first - second;
  }
  put64(low, high, ((BigInt(R[high]) << 32n) | BigInt(R[low] >>> 0)) + BigInt(sum));
}

/** @param {number} low @param {number} high registers @param {bigint} value */
function put64(low, high, value) {
  R[low] = Number(BigInt.asIntN(32, value));
  R[high] = Number(BigInt.asIntN(32, value >> 32n));
}

/** @param {number} w @param {number} op 4 for unsigned, plus 0 plain, 1 saturating, 2 halving */
function parallel(w, op) {
  const n = R[(w >> 13) & 15];
  const m = R[(w >> 17) & 15];
  const which = (w >> 25) & 63;
  const unsigned = op & 4;
  const way = op & 3;
  const eights = (which & 3) === 0;
  const size = eights ? 8 : 16;
  let result = 0;
  let ge = 0;
  for (let lane = 0; lane < 32 / size; lane++) {
    // ASX and SAX cross the halves of the second operand.
    const other = which === 2 || which === 6 ? 1 - lane : lane;
    const subtracts = which >= 4 !== ((which === 2 && lane === 0) || (which === 6 && lane === 0));
    let a = n << (32 - size - lane * size);
    let b = m << (32 - size - other * size);
    a = unsigned ? a >>> (32 - size) : a >> (32 - size);
    b = unsigned ? b >>> (32 - size) : b >> (32 - size);
    const total = subtracts ? a - b : a + b;
    let value = total;
    if (way === 0) {
      const reached = unsigned && !subtracts ? total >= 2 ** size : total >= 0;
      if (reached) ge |= (eights ? 1 : 3) << (eights ? lane : 2 * lane);
    } else if (way === 1) {
      const most = unsigned ? 2 ** size - 1 : 2 ** (size - 1) - 1;
      value = Math.max(unsigned ? 0 : -most - 1, Math.min(most, total));
    } else value = total >> 1;
    result |= (value & (2 ** size - 1)) << (lane * size);
  }
  R[(w >> 9) & 15] = result;
  if (way === 0) state[GE] = ge;
}

/** @param {number} w @param {number} i */
function saturation(w, i) {
  const bits = i & 63;
  const by = i >> 6;
  const how = (w >> 25) & 63;
  const value = R[(w >> 13) & 15];
  const fit = how & 1 ? saturateUnsigned : saturate;
  let result = 0;
  if (how & 4) {
    const low = fit(half(value, 0), bits) & 0xffff;
    result = low | (fit(half(value, 1), bits) << 16);
  } else result = fit(how & 2 ? value >> by : value << by, bits);
  R[(w >> 9) & 15] = result;
}

/** @param {number} w @param {number} i */
function dsp(w, i) {
  const n = R[(w >> 13) & 15];
  const m = R[(w >> 17) & 15];
  const d = (w >> 9) & 15;
  switch ((w >> 25) & 63) {
    case 0: {
      const by = i >> 1;
      if (i & 1) R[d] = (n & ~0xffff) | ((m >> (by || 31)) & 0xffff); // PKHTB
      else R[d] = (n & 0xffff) | ((m << by) & ~0xffff);
      return;
    }
    case 1: {
      const twice = i & 1 ? saturate(2 * n, 32) : n;
      R[d] = saturate(i & 2 ? m - twice : m + twice, 32);
      return;
    }
    default: {
      let mask = 0;
      for (let lane = 0; lane < 4; lane++) if ((state[GE] >> lane) & 1) mask |= 255 << (8 * lane);
      R[d] = (n & mask) | (m & ~mask);
    }
  }
}

/** @param {number} w @param {number} offset */
function exclusive(w, offset) {
  const how = (w >> 25) & 63;
  const size = 1 << (how & 3);
  const address = (R[(w >> 13) & 15] + offset) | 0;
  const t = (w >> 9) & 15;
  if (address & (size - 1)) {
    link.core.raise('UNALIGNED');
    return;
  }
  if (how & 4) {
    R[t] = load(address, size);
    if (how & 8) state[MONITOR] = 1;
    return;
  }
  if (how & 8) {
    R[(w >> 17) & 15] = state[MONITOR] ? 0 : 1;
    if (!state[MONITOR]) return;
    state[MONITOR] = 0;
  }
  store(address, size, R[t]);
}

/** @param {number} i both halfwords */
function coprocessor(i) {
  const a = i >>> 16;
  const b = i & 0xffff;
  const number = (b >> 8) & 15;
  const unit = link.core.coprocessor(number);
  if (!unit) {
    link.core.raise('NOCP');
    return;
  }
  const form = a & 0x1000 ? 16 : 0;
  const t = b >> 12;
  const loading = a & 0x10;
  const m = b & 15;
  if ((a & 0x0fe0) === 0x0c40) {
    const op = ((b >> 4) & 15) | form;
    if (loading) {
      R[t] = unit.mrrc(op, m);
      R[a & 15] = link.core.high;
    } else unit.mcrr(op, m, R[t], R[a & 15]);
  } else if ((a & 0x0f00) === 0x0e00) {
    const op2 = (b >> 5) & 7;
    if (!(b & 0x10)) unit.cdp(((a >> 4) & 15) | form, t, a & 15, m, op2);
    else {
      const op1 = ((a >> 5) & 7) | form;
      if (!loading) unit.mcr(op1, a & 15, m, op2, R[t]);
      else {
        const value = unit.mrc(op1, a & 15, m, op2);
        if (t !== 15) R[t] = value;
        else {
          state[N] = value;
          state[Z] = (~value >> 30) & 1;
          state[C] = (value >> 29) & 1;
          state[V] = (value >> 28) & 1;
        }
      }
    }
  } else link.core.raise('UNDEFINSTR');
}

/**
 * Execute VLDM or VSTM.
 * @param {number} w
 * @param {number} i
 * @returns {number} cycles
 */
function several(w, i) {
  const n = (w >> 13) & 15;
  const first = i & 31;
  const count = (i >> 5) & 63;
  const size = 4 * ((i >> 12) & 255);
  const before = i & (1 << 21);
  const base = n === 15 ? (R[15] + 4) & ~3 : R[n];
  let at = before ? (base - size) | 0 : base;
  const after = before ? at : (base + size) | 0;
  if (i & (1 << 20)) {
    if (n === 13) {
      if ((after ^ SIGN) < (state[LIMIT] ^ SIGN)) {
        link.core.raise('STKOF');
        return 1;
      }
    }
    R[n] = after;
  }
  const loading = ((w >> 25) & 63) === 34;
  for (let register = first; register < first + count; register++) {
    if (loading) singleBits[register] = load(at, 4);
    else store(at, 4, singleBits[register]);
    at = (at + 4) | 0;
  }
  return 1 + count;
}

/** @param {number} w @param {number} i @param {boolean} loading */
function one(w, i, loading) {
  const d = ((w >> 9) & 15) | (((w >> 17) & 1) << 4);
  const how = (w >> 25) & 63;
  const at = how & 2 ? i : (R[(w >> 13) & 15] + i) | 0;
  if (loading) {
    singleBits[d] = load(at, 4);
    if (how & 1) singleBits[d + 1] = load(at + 4, 4);
  } else {
    store(at, 4, singleBits[d]);
    if (how & 1) store(at + 4, 4, singleBits[d + 1]);
  }
}

/**
 * Execute an operation that is not in execute.js. R15 is its address; if it jumps, it leaves the
 * target in state[TARGET], with bit 0 set for Thumb.
 * @param {number} w its word
 * @param {number} i its immediate
 * @returns {number} cycles
 */
export function uncommon(w, i) {
  const { core } = link;
  switch (w & 511) {
    case 125: // VLDR
      if (core.fpuReady || core.prepareFpu()) one(w, i, true);
      return 2;
    case 126: // VSTR
      if (core.fpuReady || core.prepareFpu()) one(w, i, false);
      return 2;
    case 127: // FP
    case 128: { // FP_FLAGS
      if (!core.fpuReady && !core.prepareFpu()) return 1;
      const which = (w >> 25) & 63;
      return which === 34 || which === 35 ? several(w, i) : float(w, i);
    }
    case 129: // DP_I
      carry = (w >> 21) & 15 ? ((w >> 21) & 15) - 1 : state[C];
      process(w, i);
      return 1;
    case 130: { // DP_S
      const value = R[(w >> 17) & 15];
      const type = i & 3;
      const by = i >> 2;
      if (type === 3 && by === 0) {
        const operand = (value >>> 1) | (state[C] << 31); // RRX
        carry = value & 1;
        process(w, operand);
      } else process(w, shifted(value, type, by));
      return 1;
    }
    case 131: // DP_SR: ROR by a register, without flags
      R[(w >> 9) & 15] = shifted(R[(w >> 13) & 15], 3, R[(w >> 17) & 15] & 255);
      return 1;
    case 132: { // REV16
      const value = R[(w >> 17) & 15];
      R[(w >> 9) & 15] = ((value & 0x00ff00ff) << 8) | ((value >> 8) & 0x00ff00ff);
      return 1;
    }
    case 133: { // REVSH
      const value = R[(w >> 17) & 15];
      R[(w >> 9) & 15] = ((value << 24) >> 16) | ((value >> 8) & 255);
      return 1;
    }
    case 134: // EXTEND
      extend(w, i);
      return 1;
    case 135: // MULTIPLY
      multiply(w, i);
      return 1;
    case 136: // LONG
      long(w, i);
      return 1;
    case 137: // PARALLEL
      parallel(w, i);
      return 1;
    case 138: // SATURATE
      saturation(w, i);
      return 1;
    case 139: // DSP
      dsp(w, i);
      return 1;
    case 140: // EXCLUSIVE
      exclusive(w, i);
      return 2;
    case 141: // TT
      R[(w >> 9) & 15] = TARGET_IS_SECURE;
      return 1;
    case 142: // COPROCESSOR
      coprocessor(i);
      return 1;
    case 143: // CPS
      core.changeMasks(i);
      return 1;
    case 144: // MRS
      R[(w >> 9) & 15] = core.readSpecial(i);
      return 2;
    case 145: // MSR
      core.writeSpecial(i, R[(w >> 13) & 15], (w >> 25) & 3);
      return 2;
    case 146: // SVC
      core.supervisorCall();
      return 1;
    case 147: { // BKPT
      const at = R[15];
      if (!core.bus.breakpoint(i)) core.raise('BREAKPOINT');
      else if (R[15] !== at) state[TARGET] = R[15] | 1;
      return 1;
    }
    case 148: // WFI
      core.sleep(false);
      return 1;
    case 149: // WFE
      core.sleep(true);
      return 1;
    case 150: // SEV
      core.event();
      core.bus.sev?.();
      return 1;
    case 151: // CLREX
      state[MONITOR] = 0;
      return 1;
    case 153: // NO_PLACE
      if (w & 0x2000000) R[14] = (R[15] + 4) | 1;
      state[TARGET] = i | 1;
      return 2;
    default:
      core.raise('UNDEFINSTR');
      return 1;
  }
}
