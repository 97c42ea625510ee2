// SPDX-License-Identifier: MIT
/**
 * The content of the page: the Worker's program; the images, the parts of the boards, the
 * reference tapes and the licences.
 *
 * In the single-file page all of it is in two script elements that boot.js can read, because a
 * page opened from the disk cannot fetch anything. What a board needs to start comes first in the
 * second one, and is used before the rest is unpacked. In the folder for a web server each part is
 * a file.
 */

import { FLASH_SIZE, another, flashOf, relative, uf2Of } from './image.js';

/**
 * @typedef {object} Facts
 * @property {string} version
 * @property {string} page the board that is emulated first
 * @property {string[]} exhibit names of the lines that exhibit.txt may have
 * @property {Record<string, [number, string][]>} fresh flash content of a new handheld by
 *   language: offsets and base64; the rest of each sector is blank
 * @property {{name: string}[]} kinds the boards that can be emulated; see emulation.js
 * @property {Record<string, {title: string, file: string, pins: Record<string, number>}>} images
 *   of all boards; `pins` for those that have to be wired
 * @property {string[]} faces the CSS range of each typeface
 * @property {import('./library.js').Program[]} programs in the order of the shelf
 * @property {Record<string, Record<string, string[]>>} texts title, description, author and source
 *   by language and program
 */

/**
 * @typedef {object} Payload
 * @property {Facts} facts
 * @property {(board: string) => Promise<Uint8Array>} uf2 the image of a board that can be emulated
 * @property {() => Promise<Uint8Array>} flash the flash of the page's own board, with its image alone
 * @property {string} beside start of the addresses of all boards' images
 * @property {Promise<Rest>} rest what no board needs to start
 */

/**
 * @typedef {object} Rest
 * @property {Uint8Array} panels a picture of each program in each language
 * @property {Record<string, string>} tapes the reference tapes, by name
 * @property {string} notices
 * @property {Uint8Array<ArrayBuffer>[]} faces the typefaces, if the style sheet does not name them
 */

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/**
 * Return the Worker, and the address of its program for another one.
 * @returns {Promise<{address: string | URL, worker: Worker}>}
 */
export async function firstWorker() {
  if (ONE_FILE) return early;
  const address = place('emulation.js');
  return { address, worker: new Worker(address) };
}

/** @returns {Promise<Payload>} */
export async function unpack() {
  return ONE_FILE ? unpackScript() : fetchAll();
}

/** @returns {Promise<Payload>} */
async function unpackScript() {
  const script = /** @type {HTMLElement} */ (document.getElementById('payload'));
  const [facts, first, ...more] = unxz(script);
  /** @type {Facts} */
  const known = JSON.parse(text(await facts));
  const others = more.splice(0, known.kinds.length - 1);
  const own = first.then(relative);
  own.catch(() => {}); // reported by those who wait for it
  return {
    facts: known,
    uf2: async (board) => {
      const at = known.kinds.findIndex(({ name }) => name === board);
      return uf2Of(at ? another(await own, await others[at - 1]) : await own);
    },
    flash: async () => {
      const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
      flash.set(await own);
      return flash;
    },
    beside: 'pocket-teletype/',
    rest: Promise.all(more).then(([panels, tapes, notices, ...faces]) => ({
      panels,
      tapes: JSON.parse(text(tapes)),
      notices: text(notices),
      faces,
    })),
  };
}

/** The query after all file names of one build, so that the browser uses no older file. */
const { search } = new URL(
  /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || document.baseURI,
);

const place = (/** @type {string} */ name) => new URL(name + search, document.baseURI);

/** @returns {Promise<Payload>} */
async function fetchAll() {
  const names = ['panels.bin', 'tapes.json', 'NOTICES.txt'];
  const rest = Promise.all(names.map((name) => fetched(place(name))));
  rest.catch(() => {}); // reported by those who wait for it
  /** @type {Facts} */
  const known = JSON.parse(text(await fetched(place('facts.json'))));
  const uf2 = (/** @type {string} */ board) => fetched(place(known.images[board].file));
  return {
    facts: known,
    uf2,
    flash: async () => flashOf(await uf2(known.page), FLASH_SIZE),
    beside: '',
    rest: rest.then(([panels, tapes, notices]) => ({
      panels,
      tapes: JSON.parse(text(tapes)),
      notices: text(notices),
      faces: [],
    })),
  };
}

/** @param {URL} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
