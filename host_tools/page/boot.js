// SPDX-License-Identifier: MIT
/**
 * The first script of the single-file page. It unpacks the page's program, main.js, from a
 * script element (XZ, seven bits a character; see `sevens` in page.py) and starts it.
 */

import { XzReadableStream } from 'xz-decompress';

/** The values that HTML changes, and the first character for one of them with seven more bits. */
const CHANGED = [0, 13, 60];
const PAIRS = 0x100;

/** @param {string} text */
function bytesOf(text) {
  const bytes = new Uint8Array((text.length * 7) >> 2);
  let to = 0;
  let held = 0;
  let bits = 0;
  const put = (/** @type {number} */ seven) => {
    held = (held << 7) | seven;
    bits += 7;
    if (bits < 8) return;
    bits -= 8;
    bytes[to++] = held >> bits;
    held &= (1 << bits) - 1;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const pair = code - PAIRS;
    if (pair < 0) put(code);
    else if (pair < 128 * CHANGED.length) {
      put(CHANGED[pair >> 7]);
      put(pair & 127);
    } else put(CHANGED[pair - 128 * CHANGED.length]);
  }
  return bytes.subarray(0, to);
}

globalThis.unxz = async (/** @type {HTMLElement} */ element) => {
  const bytes = bytesOf(/** @type {string} */ (element.textContent));
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
