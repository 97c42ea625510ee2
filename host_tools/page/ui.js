// SPDX-License-Identifier: MIT
/** Small pieces of the page: notices, the dialog with its rows and buttons, files to save. */

import { Refused } from './image.js';
import { say } from './texts.js';

/** @template {keyof HTMLElementTagNameMap} K */
/**
 * Create an element with its children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Partial<HTMLElementTagNameMap[K]>} properties
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** @param {string} text @param {() => void} onclick */
export const button = (text, onclick) => make('button', { type: 'button', onclick }, text);

/** @param {string} selector */
export const get = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));

/** @type {Map<string, () => void>} functions that rewrite the notices, by name */
const notices = new Map();

/** Rewrite all notices in the current language. */
export const translateNotices = () => [...notices.values()].forEach((write) => write());

/**
 * Show a notice above the desk; it replaces one of the same name.
 * @param {string} name
 * @param {'' | (() => string)} text in the current language; empty: remove the notice
 * @param {...[() => string, () => void]} actions buttons
 */
export function notice(name, text, ...actions) {
  document.getElementById(`notice-${name}`)?.remove();
  notices.delete(name);
  if (!text) return;
  notices.set(name, () => notice(name, text, ...actions));
  const close = button('×', () => notice(name, ''));
  close.setAttribute('aria-label', say('close'));
  const buttons = actions.map(([label, work]) => button(label(), work));
  const row = make('div', { className: 'notice', id: `notice-${name}` });
  row.append(make('span', {}, text()), ...buttons, close);
  get('#notices').append(row);
}

const dialog = () => /** @type {HTMLDialogElement} */ (get('#dialog'));

/** @param {string} title @param {...Node} content */
export function openDialog(title, ...content) {
  get('#dialog-title').textContent = title;
  get('#dialog-body').replaceChildren(...content);
  if (!dialog().open) dialog().showModal();
  // Notices would otherwise be hidden behind the dialog.
  get('#dialog-title').after(get('#notices'));
  dialog().onclose = () => get('header').after(get('#notices'));
}

export const closeDialog = () => dialog().close();

/** @param {string} text */
export const paragraph = (text) => make('p', {}, text);

/** @param {string} text */
export const heading = (text) => make('h3', {}, text);

/** @param {...Node} content */
export const actions = (...content) => make('div', { className: 'actions' }, ...content);

/**
 * Offer a file for saving.
 * @param {string} name
 * @param {BlobPart} content
 */
export function saveFile(name, content) {
  const href = URL.createObjectURL(new Blob([content]));
  const link = make('a', { href, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/**
 * @param {File} file
 * @param {number} most bytes
 * @returns {Promise<Uint8Array>} Raises Refused if the file is too large or a folder.
 */
export async function readFile(file, most) {
  const refused = new Refused('noFile', file.name);
  if (file.size > most) throw refused;
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    throw refused;
  }
}

/**
 * Let a person choose files.
 * @param {string} accept
 * @param {boolean} multiple
 * @returns {Promise<File[]>}
 */
export function chooseFiles(accept, multiple) {
  const input = /** @type {HTMLInputElement} */ (get('#file'));
  input.value = '';
  input.accept = accept;
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.click();
  });
}
