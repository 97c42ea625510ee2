// SPDX-License-Identifier: MIT
/**
 * The part of the page's address after the #:
 *
 *     #program=nim&heaps=7,8,4     opens the program with this setup
 *     #tape=…                      a whole session: its tape, deflated, in base64url
 *     #exhibit                     the page for a kiosk: an exhibit with only handheld and paper
 *     #exhibit&idle=90&…           the same, with these lines in its exhibit.txt
 *     #exhibit&…&program=nim&…     the same; each visitor gets this program with this setup
 *     #exhibit&operator&…          the whole page for the same exhibit, and the operator's screen;
 *     #exhibit&…&operator          the word may stand anywhere
 *
 * A value may contain any characters but &, # and %, which are written as %26, %23 and %25. A
 * plus stands for itself.
 */

import { Refused } from './image.js';
import { CONTROL, LONGEST } from './tape.js';

/**
 * @typedef {{kind: 'program', line: string} | {kind: 'tape', packed: string}
 *   | {kind: 'exhibit', file: string}} Link
 * `line`: a program and its setup, as typed on the shelf; `file`: the content of exhibit.txt
 */

/**
 * Parameters that mailers and social networks add to a link; they are not part of the original.
 * A word without a value, or a name that a setup may have, never counts as one.
 */
const TRACKER = /^(utm_[a-z_]+|fbclid|gclid|dclid|msclkid|twclid|yclid|igshid|mc_[ce]id|_hs[a-z]+)=/i;

/** Whether a link is an exhibit's, whatever else it says. @param {string} hash */
export const isExhibit = (hash) => /^#exhibit(&|$)/.test(hash);

/** Makes the page the operator's, anywhere in an exhibit's link; never a value. */
const OPERATOR = 'operator';

/** Whether a link is that of an exhibit's operator. @param {string} hash */
export const isOperator = (hash) => isExhibit(hash) && hash.split('&').includes(OPERATOR);

/**
 * @param {string} hash with its #, or empty
 * @param {string[]} lines names of the lines that exhibit.txt may have
 * @returns {Link | null} null for an empty link; raises Refused for an invalid one
 */
export function readLink(hash, lines) {
  const whole = hash.replace(/^#/, '').split('&');
  const said = whole.filter((part) => part && !TRACKER.test(part));
  const parts = isExhibit(hash) ? said.filter((part) => part !== OPERATOR) : said;
  if (!parts.length) return null;
  const [[first, value], ...rest] = parts.map((part) => {
    const at = part.indexOf('=');
    try {
      return at < 0 ? [part, ''] : [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
    } catch {
      throw new Refused('badLink', part);
    }
  });
  if (first === 'exhibit' && !value) return { kind: 'exhibit', file: exhibit(rest, lines) };
  if (first === 'tape') return { kind: 'tape', packed: value };
  if (first !== 'program') throw new Refused('badLink', parts[0]);
  return { kind: 'program', line: started([[first, value], ...rest]) };
}

/**
 * Return the line that starts a program on the shelf.
 * @param {string[][]} parts names and values, the program first
 */
function started([[, program], ...setup]) {
  if (!/^[a-z0-9-]+$/.test(program)) throw new Refused('badLink', `program=${program}`);
  const words = setup.map(([name, text]) => {
    if (!/^[a-z0-9_]+$/.test(name) || CONTROL.test(text)) refuse(name, text);
    const quoted = /[\s"\\]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text;
    return `${name}=${quoted}`;
  });
  return [program, ...words].join(' ');
}

/**
 * Return the parts of a link for a setup line; the inverse of what `readLink` does.
 * @param {string} setup as on a tape: `name=value`, or `name="a value"` with \\ before " and \\
 * @returns {string[]}
 */
export const parameters = (setup) =>
  [...setup.matchAll(/([a-z0-9_]+)=("(?:[^"\\]|\\.)*"|\S*)/g)].map(([, name, text]) => {
    const value = text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text;
    return `${name}=${value.replace(/[&#%\s]/g, encodeURIComponent)}`;
  });

/**
 * @param {string[][]} parts names and values of an exhibit's link
 * @param {string[]} lines
 */
function exhibit(parts, lines) {
  const at = parts.findIndex(([name]) => name === 'program');
  const own = at < 0 ? parts : parts.slice(0, at);
  const file = [];
  for (const [name, text] of own) {
    if (!lines.includes(name) || CONTROL.test(text)) refuse(name, text);
    file.push(`${name}=${text}\n`);
  }
  if (at >= 0) file.push(`fixed=${started(parts.slice(at))}\n`);
  return file.join('');
}

/** @param {string} name @param {string} text */
function refuse(name, text) {
  throw new Refused('badLink', `${name}=${text}`);
}

/**
 * @param {string} text a tape
 * @returns {Promise<string>} the text after `#tape=`
 */
export async function pack(text) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/**
 * @param {string} packed
 * @returns {Promise<string>} the tape; raises Refused if it is not valid
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
