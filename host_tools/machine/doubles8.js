// SPDX-License-Identifier: MIT
/**
 * The double-precision coprocessor of the RP2350 (CP4), as far as the pico-sdk's functions in an
 * image use it: sums, differences, products, and conversions.
 *
 * Written from the RP2350 data sheet, chapter 3.6.2, with the names of the pico-sdk's
 * dcp_instr.inc.S. Two operands X and Y are unpacked, worked on in steps, rounded to the nearest
 * even number, and packed. Subnormal numbers count as 0. Unpacked operands have the project's own
 * format, which matters only to programs that do more than multiply or save them. Divisions, roots
 * and comparisons are not modelled; they are undefined instructions.
 */

/** The position of the first bit of an unpacked mantissa; there is space for two more above it. */
const TOP = 61;
const ONE = 1n << BigInt(TOP);
const WORD = 0xffffffffn;

// What an operand is
const [ZERO, NORMAL, INFINITE, NAN] = [0, 1, 2, 3];

const QUIET_NAN = 0x7ff8000000000000n;

/** X or Y: an unpacked number. */
class Operand {
  constructor() {
    this.kind = ZERO;
    this.sign = 0;
    /** The exponent of the first bit of the mantissa, without bias. */
    this.exponent = 0;
    this.mantissa = 0n;
  }

  /** @param {bigint} bits of a double */
  unpackDouble(bits) {
    const exponent = Number((bits >> 52n) & 0x7ffn);
    const fraction = bits & 0xfffffffffffffn;
    this.sign = Number((bits >> 63n) & 1n);
    this.unpack(exponent, 0x7ff, 1023, fraction << BigInt(TOP - 52));
  }

  /** @param {number} bits of a single */
  unpackSingle(bits) {
    this.sign = bits >>> 31;
    this.unpack((bits >>> 23) & 255, 255, 127, BigInt(bits & 0x7fffff) << BigInt(TOP - 23));
  }

  /** @private @param {number} exponent @param {number} most @param {number} bias @param {bigint} fraction */
  unpack(exponent, most, bias, fraction) {
    this.exponent = exponent - bias;
    this.mantissa = ONE | fraction;
    this.kind = NORMAL;
    if (exponent === most) this.kind = fraction ? NAN : INFINITE;
    if (exponent === 0) this.zero();
  }

  /** @param {number} value an integer */
  set(value) {
    this.sign = value < 0 ? 1 : 0;
    this.kind = NORMAL;
    this.exponent = TOP;
    this.mantissa = BigInt(Math.abs(value));
    if (value === 0) this.zero();
  }

  /** @private */
  zero() {
    this.kind = ZERO;
    this.exponent = -8000;
    this.mantissa = 0n;
  }

  /** All but the mantissa, in 20 bits. */
  get rest() {
    return BigInt(this.kind | (this.sign << 2) | ((this.exponent & 0x3fff) << 3));
  }

  set rest(bits) {
    const value = Number(bits & 0xfffffn);
    this.kind = value & 3;
    this.sign = (value >> 2) & 1;
    this.exponent = ((value >> 3) << 18) >> 18;
  }
}

/**
 * Shift a number right; if bits are lost, the last bit becomes 1.
 * @param {bigint} value not negative
 * @param {number} by
 * @returns {bigint}
 */
function shiftRight(value, by) {
  if (by <= 0) return value << BigInt(-by);
  if (by > 70) return value ? 1n : 0n;
  const lost = value & ((1n << BigInt(by)) - 1n);
  return (value >> BigInt(by)) | (lost ? 1n : 0n);
}

export class DoubleCoprocessor {
  /** @param {{ raise(name: string): void, high: number }} core */
  constructor(core) {
    this.core = core;
    this.x = new Operand();
    this.y = new Operand();
    /** @private the sign of a sum or difference */
    this.sign = 0;
    /** @private whether operands wait for their result */
    this.engaged = false;
    /** @private the low half of a product is not 0 */
    this.sticky = false;
  }

  /** @private */
  unknown() {
    this.core.raise('UNDEFINSTR');
    return 0;
  }

  /** @param {number} op1 @param {number} crm @param {number} low @param {number} high */
  mcrr(op1, crm, low, high) {
    const { x, y } = this;
    const long = (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
    this.engaged = true;
    switch ((op1 << 4) | crm) {
      case 0x00: // WXMD
        x.mantissa = long;
        break;
      case 0x01: // WYMD
        y.mantissa = long;
        break;
      case 0x02: // WEFD
        x.rest = long;
        y.rest = long >> 20n;
        this.sign = Number((long >> 40n) & 1n);
        this.sticky = ((long >> 41n) & 1n) === 1n;
        this.engaged = ((long >> 42n) & 1n) === 1n;
        break;
      case 0x10: // WXUP
        x.unpackDouble(long);
        break;
      case 0x11: // WYUP
        y.unpackDouble(long);
        break;
      case 0x12: // WXYU
        x.unpackSingle(low);
        y.unpackSingle(high);
        this.sign = x.sign;
        break;
      case 0x20: // WXMS: the low half of the product
        this.sticky = long !== 0n;
        break;
      case 0x30: // WXMO: the high half
        x.mantissa = (long << 1n) | (this.sticky ? 1n : 0n);
        x.exponent += y.exponent + 64 - 1 - TOP;
        this.sign = x.sign ^ y.sign;
        break;
      case 0x60: // WXUC
        x.set(low >>> 0);
        y.set(0);
        break;
      case 0x70: // WXIC
        x.set(low);
        y.set(0);
        break;
      case 0x80: // WXDC
        x.unpackDouble(long);
        y.set(0);
        break;
      default:
        this.unknown();
    }
  }

  /** @param {number} op1 @param {number} crd @param {number} crn @param {number} crm @param {number} op2 */
  cdp(op1, crd, crn, crm, op2) {
    switch ((op1 << 8) | (crm << 4) | op2) {
      case 0x000: // INIT
        this.engaged = false;
        return;
      case 0x010: // ADD0: the operands are lined up in the next step
        return;
      case 0x110: // ADD1
        this.add(this.y.sign);
        return;
      case 0x111: // SUB1
        this.add(1 - this.y.sign);
        return;
      case 0x801: // NRDD
        this.round(53);
        return;
      case 0x821: // NRDF
        this.sign = this.x.sign;
        this.round(24);
        return;
      case 0x802: // NTDC: the result is read as an integer
        return;
      default:
        this.unknown();
    }
  }

  /** @private @param {number} sign of the second operand */
  add(sign) {
    const { x, y } = this;
    if (y.kind === ZERO || x.kind !== NORMAL || y.kind !== NORMAL) {
      this.sign = x.sign;
      if (x.kind === ZERO && y.kind === NORMAL) {
        x.mantissa = y.mantissa;
        x.exponent = y.exponent;
        this.sign = sign;
      }
      return;
    }
    const exponent = Math.max(x.exponent, y.exponent);
    let a = shiftRight(x.mantissa, exponent - x.exponent);
    let b = shiftRight(y.mantissa, exponent - y.exponent);
    if (x.sign) a = -a;
    if (sign) b = -b;
    const total = a + b;
    this.sign = total < 0n ? 1 : 0;
    x.mantissa = total < 0n ? -total : total;
    x.exponent = exponent;
  }

  /** @private @param {number} bits of the mantissa that stay */
  round(bits) {
    const { x } = this;
    if (x.mantissa === 0n) return;
    const length = x.mantissa.toString(2).length;
    x.exponent += length - 1 - TOP;
    // so many bits, and two more that decide
    const exact = shiftRight(x.mantissa, length - bits - 2);
    let mantissa = exact >> 2n;
    const rest = exact & 3n;
    if (rest === 3n || (rest === 2n && mantissa & 1n)) mantissa++;
    if (mantissa >> BigInt(bits)) {
      mantissa >>= 1n;
      x.exponent++;
    }
    x.mantissa = mantissa << BigInt(TOP + 1 - bits);
  }

  /**
   * Return the kind and the sign of the result.
   * @private
   * @param {'sum' | 'difference' | 'product' | 'same'} of what
   * @returns {[kind: number, sign: number]}
   */
  result(of) {
    const { x, y } = this;
    if (x.kind === NAN || (of !== 'same' && y.kind === NAN)) return [NAN, 0];
    if (of === 'same') return [x.kind, x.sign];
    if (of === 'product') {
      const sign = x.sign ^ y.sign;
      if (x.kind === INFINITE || y.kind === INFINITE) {
        return x.kind === ZERO || y.kind === ZERO ? [NAN, 0] : [INFINITE, sign];
      }
      return [x.kind === ZERO || y.kind === ZERO ? ZERO : NORMAL, sign];
    }
    const second = of === 'sum' ? y.sign : 1 - y.sign;
    if (x.kind === INFINITE) {
      return y.kind === INFINITE && x.sign !== second ? [NAN, 0] : [INFINITE, x.sign];
    }
    if (y.kind === INFINITE) return [INFINITE, second];
    if (x.kind === ZERO && y.kind === ZERO) return [ZERO, x.sign & second];
    return x.mantissa === 0n ? [ZERO, 0] : [NORMAL, this.sign];
  }

  /** @private @param {'sum' | 'difference' | 'product' | 'same'} of @returns {bigint} a double */
  double(of) {
    const [kind, sign] = this.result(of);
    this.engaged = false;
    if (kind === NAN) return QUIET_NAN;
    const top = BigInt(sign) << 63n;
    const exponent = this.x.exponent + 1023;
    if (kind === INFINITE || (kind === NORMAL && exponent >= 0x7ff)) return top | (0x7ffn << 52n);
    if (kind === ZERO || exponent <= 0) return top;
    return top | (BigInt(exponent) << 52n) | ((this.x.mantissa >> BigInt(TOP - 52)) & 0xfffffffffffffn);
  }

  /** @private @returns {number} X as a single */
  single() {
    const [kind, sign] = this.result('same');
    this.engaged = false;
    if (kind === NAN) return 0x7fc00000;
    const top = sign << 31;
    const exponent = this.x.exponent + 127;
    if (kind === INFINITE || (kind === NORMAL && exponent >= 255)) return top | 0x7f800000;
    if (kind === ZERO || exponent <= 0) return top;
    return top | (exponent << 23) | Number((this.x.mantissa >> BigInt(TOP - 23)) & 0x7fffffn);
  }

  /** @private @returns {number} X as an unsigned integer, without its fraction */
  whole() {
    const { x } = this;
    this.engaged = false;
    if (x.kind === NAN || x.kind === ZERO || x.sign) return 0;
    if (x.kind === INFINITE || x.exponent >= 32) return -1;
    return x.exponent < 0 ? 0 : Number(BigInt.asIntN(32, x.mantissa >> BigInt(TOP - x.exponent)));
  }

  /** @param {number} op1 @param {number} crm @returns {number} */
  mrrc(op1, crm) {
    const { x, y } = this;
    let value = 0n;
    switch (((op1 & 15) << 4) | crm) {
      case 0x08: // RXMD, PXMD
        value = x.mantissa;
        break;
      case 0x09: // RYMD, PYMD
        value = y.mantissa;
        break;
      case 0x0a: // REFD
        value = x.rest | (y.rest << 20n) | (BigInt(this.sign) << 40n);
        value |= (this.sticky ? 1n << 41n : 0n) | (this.engaged ? 1n << 42n : 0n);
        this.engaged = false;
        break;
      case 0x04: // RXMS
        value = x.mantissa;
        break;
      case 0x05: // RYMS
        value = y.mantissa;
        break;
      case 0x10: // RDDA
        value = this.double('sum');
        break;
      case 0x30: // RDDS
        value = this.double('difference');
        break;
      case 0x50: // RDDM
        value = this.double('product');
        break;
      case 0xb0: // RDDG
        value = this.double('same');
        break;
      default:
        return this.unknown();
    }
    this.core.high = Number(BigInt.asIntN(32, value >> 32n));
    return Number(BigInt.asIntN(32, value & WORD));
  }

  /** @param {number} op1 @param {number} crn @param {number} crm @param {number} op2 @returns {number} */
  mrc(op1, crn, crm, op2) {
    const peeks = op1 & 16;
    switch ((crm << 4) | op2) {
      case 0x01: {
        // RCMP and PCMP: N says whether it is engaged
        const flags = this.engaged ? 1 << 31 : 0;
        if (!peeks) this.engaged = false;
        return flags;
      }
      case 0x25: // RDFG
        return this.single();
      case 0x31: // RDUC
        return this.whole();
      default:
        return this.unknown();
    }
  }

  /** Raise a fault: the coprocessor has no MCR. */
  mcr() {
    this.unknown();
  }
}
