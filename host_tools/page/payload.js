// SPDX-License-Identifier: MIT
/**
 * The content of the page: the Worker's program; the images, the parts of the boards, the
 * reference tapes and the licences.
 *
 * In the single-file page all of it is in two script elements that boot.js can read, because a
 * page opened from the disk cannot fetch anything. `data-parts` says where each part of the second
 * one ends. In the folder for a web server each part is a file.
 */

import { uf2Of } from './image.js';

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
 * @property {import('./library.js').Program[]} programs in the order of the shelf
 * @property {Record<string, Record<string, string[]>>} texts title, description, author and source
 *   by language and program
 */

/**
 * @typedef {object} Payload
 * @property {Facts} facts
 * @property {(board: string) => Promise<Uint8Array>} uf2 the image of a board that can be emulated
 * @property {string} beside start of the addresses of all boards' images
 * @property {Record<string, string>} tapes the reference tapes, by name
 * @property {string} notices
 * @property {Uint8Array} panels a picture of each program in each language
 */

/** @param {Uint8Array} bytes */
const text = (bytes) => new TextDecoder().decode(bytes);

/**
 * Return the address of the Worker's program. It is small and apart from the rest, so that the
 * Worker gets ready while that is unpacked.
 * @returns {Promise<string | URL>}
 */
export async function workerAddress() {
  if (!ONE_FILE) return place('emulation.js');
  const script = /** @type {HTMLElement} */ (document.getElementById('worker'));
  return URL.createObjectURL(new Blob([await unxz(script)], { type: 'text/javascript' }));
}

/** @returns {Promise<Payload>} */
export async function unpack() {
  return ONE_FILE ? unpackScript() : fetchAll();
}

/** @returns {Promise<Payload>} */
async function unpackScript() {
  const script = /** @type {HTMLElement} */ (document.getElementById('payload'));
  const all = await unxz(script);
  const ends = JSON.parse(/** @type {string} */ (script.dataset.parts));
  const [facts, tapes, notices, panels, ...uf2s] = ends.map(
    (/** @type {number} */ end, /** @type {number} */ at) => all.slice(at && ends[at - 1], end),
  );
  /** @type {Facts} */
  const known = JSON.parse(text(facts));
  return {
    facts: known,
    uf2: async (board) => uf2Of(uf2s[known.kinds.findIndex(({ name }) => name === board)]),
    beside: 'pocket-teletype/',
    tapes: JSON.parse(text(tapes)),
    notices: text(notices),
    panels,
  };
}

/** The query after all file names of one build, so that the browser uses no older file. */
const { search } = new URL(
  /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || document.baseURI,
);

const place = (/** @type {string} */ name) => new URL(name + search, document.baseURI);

/** @returns {Promise<Payload>} */
async function fetchAll() {
  const names = ['facts.json', 'tapes.json', 'NOTICES.txt', 'panels.bin'];
  const [facts, tapes, notices, panels] = await Promise.all(names.map((name) => fetched(place(name))));
  /** @type {Facts} */
  const known = JSON.parse(text(facts));
  return {
    facts: known,
    uf2: (board) => fetched(place(known.images[board].file)),
    beside: '',
    tapes: JSON.parse(text(tapes)),
    notices: text(notices),
    panels,
  };
}

/** @param {URL} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}
