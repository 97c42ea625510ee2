// SPDX-License-Identifier: MIT
/**
 * What stands behind the # of the page's address:
 *
 *     #program=nim&heaps=7,8,4     opens the program with this setup
 *     #tape=…                      a whole session: its tape, deflated, in base64url
 *     #exhibit                     the page for a kiosk: the handheld and the paper alone
 *     #exhibit&program=nim&…       the same; each visitor begins with this program
 *
 * A setup value may have any signs but &, # and %, which are written as %26, %23 and %25; a plus
 * is a plus.
 */

import { Refused } from './image.js';

/** Bytes of a tape that may come out of a link. */
const LONGEST = 1 << 20;

/**
 * @typedef {{kind: 'program' | 'exhibit', line: string} | {kind: 'tape', packed: string}} Link
 *   `line`: a program and its setup as they are typed on the shelf; empty: the shelf
 */

/**
 * @param {string} hash with its #, or empty
 * @returns {Link | null} null if it says nothing; raises Refused for what cannot be meant
 */
export function readLink(hash) {
  const parts = hash.replace(/^#/, '').split('&').filter(Boolean);
  if (!parts.length) return null;
  const [[first, value], ...rest] = parts.map((part) => {
    const at = part.indexOf('=');
    try {
      return at < 0 ? [part, ''] : [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
    } catch {
      throw new Refused('badLink', part);
    }
  });
  if (first === 'exhibit' && !value) {
    const link = readLink(parts.slice(1).join('&')) ?? { kind: 'program', line: '' };
    if (link.kind !== 'program') throw new Refused('badLink', hash);
    return { ...link, kind: 'exhibit' };
  }
  if (first === 'tape') return { kind: 'tape', packed: value };
  if (first !== 'program' || !/^[a-z0-9-]+$/.test(value)) throw new Refused('badLink', parts[0]);
  const setup = rest.map(([name, text]) => {
    if (!/^[a-z0-9_]+$/.test(name) || /[\x00-\x1f\x7f]/.test(text)) {
      throw new Refused('badLink', `${name}=${text}`);
    }
    const quoted = /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
    return `${name}=${quoted}`;
  });
  return { kind: 'program', line: [value, ...setup].join(' ') };
}

/**
 * @param {string} text a tape
 * @returns {Promise<string>} what stands behind `#tape=`
 */
export async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * @param {string} packed
 * @returns {Promise<string>} the tape; raises Refused for what is none
 */
export async function unpack(packed) {
  try {
    const base64 = packed.replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const text = await through(new DecompressionStream('deflate-raw'), bytes);
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch {
    throw new Refused('badLink', '#tape');
  }
}

/**
 * @param {{readable: ReadableStream, writable: WritableStream}} stream
 * @param {Uint8Array} bytes
 */
async function through(stream, bytes) {
  const reader = new Blob([/** @type {any} */ (bytes)]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
    if (length > LONGEST) throw new RangeError('too long');
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
