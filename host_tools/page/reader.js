// SPDX-License-Identifier: MIT
/**
 * A virtual person who types a tape into the handheld: its program and setup on the shelf, then
 * an answer at each prompt. What the board prints is compared with the tape.
 */

import { same } from './tape.js';

/** Milliseconds before an answer, for people who watch. */
const THINK_MS = 1200;
/** Emulated milliseconds in which BACK brings another screen. */
const STEP_MS = 120;
/** Most presses of BACK, and most that do nothing because the shelf is already shown. */
const DEEP = 12;
const FLAT = 3;
/** Milliseconds without a line after which a tape is abandoned: its program did not start. */
const PATIENCE_MS = 30_000;

/**
 * @typedef {object} Handheld
 * @property {(name: string) => Promise<void>} tap presses and releases a button
 * @property {(milliseconds: number) => Promise<void>} wait waits by the board's clock
 * @property {(text: string) => void} send
 * @property {() => number} shelves how often the shelf has appeared
 * @property {() => boolean} onShelf whether the shelf was printed last
 */

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Start a program from any screen. BACK leads to the shelf, which then reports itself; on the
 * shelf BACK has no effect.
 * @param {Handheld} handheld
 * @param {string} line its name and setup
 * @param {() => boolean} [over] whether it is no longer wanted
 */
export async function open(handheld, line, over = () => false) {
  const seen = handheld.shelves();
  let flat = 0;
  for (let step = 0; step < DEEP && flat < FLAT && handheld.shelves() === seen; step++) {
    await handheld.tap('BACK');
    await handheld.wait(STEP_MS);
    if (over()) return;
    flat = handheld.onShelf() ? flat + 1 : 0;
  }
  handheld.send(`${line}\n`);
}

/** Types the answers of one tape. */
export class Reader {
  /**
   * @param {Handheld} handheld
   * @param {import('./tape.js').Tape} tape
   * @param {(difference: string | null) => void} onEnd called once, with the first difference
   */
  constructor(handheld, tape, onEnd) {
    this.handheld = handheld;
    this.tape = tape;
    this.onEnd = onEnd;
    this.at = 0;
    this.begun = this.echoed = false;
    this.over = false;
    this.hurried = false;
    /** Whether the messages are shown in another language and cannot be compared. */
    this.translated = false;
  }

  async begin() {
    const line = `${this.tape.program} ${this.tape.setup}`.trim();
    await open(this.handheld, line, () => this.over);
    if (this.over) return;
    this.begun = true;
    this.wait();
    if (!this.tape.events.length) this.end(null);
  }

  /** @param {string} line printed by the board */
  line(line) {
    if (!this.begun || this.over || line.startsWith('◊')) return;
    if (!this.echoed && line.startsWith(this.tape.program)) {
      this.echoed = true; // the line typed on the shelf
      return;
    }
    this.wait();
    const event = this.tape.events[this.at];
    const expected = event?.answer === false ? event.text.replace(/ +$/, '') : '';
    if (event?.answer !== false || (!this.translated && !same(line, expected))) {
      if (this.at) this.end(`${this.at + 1}: ${expected || '◊'} / ${line}`);
      this.translated = !this.at;
      if (this.over) return;
    }
    this.at++;
    if (this.at === this.tape.events.length) this.end(null);
  }

  /** The program waits for an answer. */
  async stop() {
    if (!this.begun || this.over) return;
    const event = this.tape.events[this.at];
    if (!event?.answer) {
      this.end(`${this.at + 1}: ${event?.text ?? ''} / ◊`);
      return;
    }
    if (!this.hurried) await pause(THINK_MS);
    if (this.over) return;
    this.at++;
    this.handheld.send(`${event.text}\n`);
    if (this.at === this.tape.events.length) this.end(null);
  }

  /** @private */
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.end('…'), PATIENCE_MS);
  }

  /** @private @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {string | null} difference */
  end(difference) {
    if (this.over) return;
    this.over = true;
    clearTimeout(this.timer);
    this.onEnd(difference);
  }
}
