// SPDX-License-Identifier: MIT
/**
 * The first script of the single-file page. It unpacks the page's program, main.js, from a
 * script element (XZ in base 85) and starts it.
 */

import { XzReadableStream } from 'xz-decompress';

/** The digits of RFC 1924, with a full stop for <, which has a meaning in HTML. */
const DIGITS =
  '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;.=>?@^_`{|}~';

/** @param {string} text five digits for every four bytes */
function base85(text) {
  const value = new Uint8Array(128);
  for (let digit = 0; digit < 85; digit++) value[DIGITS.charCodeAt(digit)] = digit;
  const bytes = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0, to = 0; at < text.length; to += 4) {
    let word = 0;
    for (const end = at + 5; at < end; at++) word = 85 * word + value[text.charCodeAt(at)];
    bytes.setUint32(to, word);
  }
  return new Uint8Array(bytes.buffer);
}

globalThis.unxz = async (/** @type {HTMLElement} */ element) => {
  const bytes = base85(/** @type {string} */ (element.textContent));
  const stream = new XzReadableStream(new Blob([bytes]).stream());
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

const script = document.createElement('script');
const packed = /** @type {HTMLElement} */ (document.getElementById('program'));
unxz(packed)
  .then((bytes) => {
    script.textContent = new TextDecoder().decode(bytes);
    document.body.append(script);
  })
  .catch(() => document.getElementById('boot')?.classList.remove('late'));
