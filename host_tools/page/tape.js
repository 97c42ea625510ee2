// SPDX-License-Identifier: MIT
/**
 * Tapes: text files with a program, its setup, and what was printed and answered, in order. The
 * format is that of firmware/teletype/core/tape.py.
 */

import { Refused } from './image.js';

/** @typedef {{program: string, setup: string, events: {answer: boolean, text: string}[]}} Tape */

/**
 * Control characters, which no answer or setup contains and which must not be typed: with Ctrl-C
 * and Ctrl-A a stranger's tape could run Python on the handheld.
 */
export const CONTROL = /[\x00-\x1f\x7f]/;

/** Most bytes of a file or of a link's content that may be a tape. */
export const LONGEST = 1 << 20;

/** A program's name, which becomes part of a file name. */
const NAME = /^[a-z0-9-]{1,40}$/;

/**
 * @param {string} text
 * @returns {Tape} Raises Refused with the line number if it is not a valid tape.
 */
export function readTape(text) {
  const lines = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n').split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  /** @type {Record<string, string>} */
  const head = {};
  let at = 0;
  for (; ; at++) {
    if (at === lines.length) throw new Refused('notTape', Math.max(1, at));
    const line = lines[at].trim();
    if (line === '---') break;
    if (!line || line.startsWith('#')) continue;
    const [, word, value] = /^(program|setup)\s*:\s*(.*)$/.exec(line) ?? [];
    if (!word || word in head || CONTROL.test(value)) throw new Refused('notTape', at + 1);
    head[word] = value;
  }
  if (!head.program) throw new Refused('notTape', at + 1);
  if (!NAME.test(head.program)) throw new Refused('badProgram', head.program.slice(0, 80));
  const first = at + 1;
  const events = lines.slice(first).map((line, index) => {
    if (line.startsWith('> ')) {
      if (CONTROL.test(line)) throw new Refused('notTape', first + index + 1);
      return { answer: true, text: line.slice(2) };
    }
    return { answer: false, text: line.startsWith('\\') ? line.slice(1) : line };
  });
  return { program: head.program, setup: head.setup ?? '', events };
}

/**
 * Whether a printed line matches the tape's; Kasatkin's book spells СВОЙ with И.
 * @param {string} line
 * @param {string} text
 */
export const same = (line, text) => line === text || line.replaceAll('СВОЙ', 'СВОИ') === text;
