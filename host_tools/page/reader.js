// SPDX-License-Identifier: MIT
/**
 * A person who types a tape into the handheld: its program and setup on the shelf, an answer at
 * each stop. What is printed is compared with the tape.
 */

import { same } from './tape.js';

/** Milliseconds to wait before an answer, for those who watch. */
const THINK_MS = 1200;
/** Emulated milliseconds in which BACK brings another screen. */
const STEP_MS = 120;
/** So often BACK may be needed, and so often it does nothing on the shelf alone. */
const DEEP = 12;
const FLAT = 3;
/** Milliseconds without a line after which a tape is given up: its program did not start. */
const PATIENCE_MS = 30_000;

/**
 * @typedef {object} Handheld
 * @property {(name: string) => Promise<void>} tap presses a button and lets it go
 * @property {(milliseconds: number) => Promise<void>} wait as long by the board's clock
 * @property {(text: string) => void} send
 * @property {() => number} shelves how often the shelf has come up
 * @property {() => boolean} onShelf whether the shelf was the last thing on the paper
 */

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Start a program from whatever is on the screen: BACK leads to the shelf, which then tells that
 * it is there, and leaves the shelf as it is.
 * @param {Handheld} handheld
 * @param {string} line its name and setup
 * @param {() => boolean} [over] whether it is not wanted any more
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
   * @param {(difference: string | null) => void} onEnd called once, with what differs
   */
  constructor(handheld, tape, onEnd) {
    this.handheld = handheld;
    this.tape = tape;
    this.onEnd = onEnd;
    this.at = 0;
    this.begun = this.echoed = false;
    this.over = false;
    this.hurried = false;
    /** Whether the messages are shown in another language, so that nothing can be compared. */
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

  /** @param {string} line that the board has printed */
  line(line) {
    if (!this.begun || this.over || line.startsWith('◊')) return;
    if (!this.echoed && line.startsWith(this.tape.program)) {
      this.echoed = true; // what was typed on the shelf
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

  /** The program waits. */
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
