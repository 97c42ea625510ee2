// SPDX-License-Identifier: MIT
/**
 * The first script of the single-file page. It unpacks two programs from script elements (XZ, seven
 * bits a character; see packing.py) and starts them: the Worker's, which takes a while to get
 * ready, and then the page's, main.js.
 */

import { XzReadableStream } from 'xz-decompress';

/** The values that HTML changes, and the first character for one of them with seven more bits. */
const CHANGED = [0, 13, 60];
const PAIRS = 0x100;
/** Characters that are read at a time. */
const SLICE = 1 << 16;

/** @param {string} text @returns {ReadableStream<Uint8Array>} its bytes, as they are needed */
function bytesOf(text) {
  let from = 0;
  let held = 0;
  let bits = 0;
  return new ReadableStream({
    pull(controller) {
      const end = Math.min(from + SLICE, text.length);
      const bytes = new Uint8Array(2 * (end - from));
      let to = 0;
      for (; from < end; from++) {
        let code = text.charCodeAt(from);
        if (code >= PAIRS) {
          const pair = code - PAIRS;
          const alone = pair >= 128 * CHANGED.length;
          held = (held << 7) | CHANGED[alone ? pair - 128 * CHANGED.length : pair >> 7];
          bits += 7;
          if (bits >= 8) bytes[to++] = held >> (bits -= 8);
          if (alone) continue;
          code = pair & 127;
        }
        held = ((held & 0xff) << 7) | code;
        bits += 7;
        if (bits >= 8) bytes[to++] = held >> (bits -= 8);
      }
      controller.enqueue(bytes.subarray(0, to));
      if (from === text.length) controller.close();
    },
  });
}

globalThis.unxz = (/** @type {HTMLElement} */ element) => {
  /** @type {number[]} */
  const ends = JSON.parse(/** @type {string} */ (element.dataset.parts));
  /** @type {((bytes: Uint8Array<ArrayBuffer>) => void)[]} */
  const there = [];
  /** @type {((error: unknown) => void)[]} */
  const lost = [];
  const parts = ends.map(
    (_, index) =>
      /** @type {Promise<Uint8Array<ArrayBuffer>>} */ (
        new Promise((resolve, reject) => {
          there[index] = resolve;
          lost[index] = reject;
        })
      ),
  );
  for (const part of parts) part.catch(() => {}); // not everybody waits for all of them
  const read = async () => {
    const all = new Uint8Array(ends[ends.length - 1]);
    const text = /** @type {string} */ (element.textContent);
    const reader = new XzReadableStream(bytesOf(text)).getReader();
    let at = 0;
    let known = 0;
    for (;;) {
      const { value, done } = await reader.read();
      if (value) {
        all.set(value, at);
        at += value.length;
      }
      for (; known < ends.length && ends[known] <= at; known++) {
        there[known](all.slice(known && ends[known - 1], ends[known]));
      }
      if (done) break;
    }
    throw new Error('the file is cut off'); // for those who still wait
  };
  read().catch((error) => lost.forEach((tell) => tell(error)));
  return parts;
};

/** @param {string} id of a script element with one part */
const only = (id) => unxz(/** @type {HTMLElement} */ (document.getElementById(id)))[0];

const script = document.createElement('script');
const first = only('worker').then((bytes) => {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/javascript' }));
  return { address, worker: new Worker(address) };
});
globalThis.early = first;
first
  .then(() => only('program'))
  .then((bytes) => {
    script.textContent = new TextDecoder().decode(bytes);
    document.body.append(script);
  })
  .catch(() => document.getElementById('boot')?.classList.remove('late'));
