// SPDX-License-Identifier: MIT
/** The conditions of the instructions of both processors (ARM's reference manuals, A7.3). */

/** For each condition one bit for each value of the flags, which are N, Z, C and V from bit 3. */
export const HOLDS = new Uint16Array(16);

for (let flags = 0; flags < 16; flags++) {
  const [n, z, c, v] = [8, 4, 2, 1].map((bit) => (flags & bit) !== 0);
  const pairs = [z, c, n, v, c && !z, n === v, n === v && !z, true];
  for (let condition = 0; condition < 15; condition++) {
    if (pairs[condition >> 1] === !(condition & 1)) HOLDS[condition] |= 1 << flags;
  }
  HOLDS[15] |= 1 << flags; // always, as 14
}
