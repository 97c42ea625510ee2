// SPDX-License-Identifier: MIT
/**
 * The paper: what the board sends over its serial port, as lines of text that can be selected,
 * searched, printed and read aloud.
 *
 * The firmware sends a line when it begins to type it. The page puts it into the document at
 * once, so that a screen reader reads it whole, and inks it at the panel's speed. Text that is
 * not inked yet is in the highlight `blank`, which is transparent. The speed is derived from the
 * lines themselves: a line has been typed when the next one arrives.
 */

/** Most lines that are kept. */
const LONGEST = 5000;
/** Milliseconds per character, for the speeds of the firmware's settings. */
const SPEEDS = [0, 1000 / 30, 100];
/** The firmware's prompt. */
const STOP = '◊ ';

export class Paper {
  /**
   * @param {HTMLElement} element
   * @param {(line: string) => boolean | void} onLine called with each complete line; true: it is
   *   shown at once, not typed
   * @param {() => void} onStop called when the program waits for an answer
   */
  constructor(element, onLine, onStop) {
    this.element = element;
    this.onLine = onLine;
    this.onStop = onStop;
    this.decoder = new TextDecoder();
    /** The last line so far. */
    this.text = '';
    /** @type {HTMLElement | null} its element, if it has one yet */
    this.row = null;
    this.escape = '';
    this.character = SPEEDS[2];
    /** @type {{row: HTMLElement, at: number} | null} the line being typed, and since when */
    this.typed = null;
    /** @type {HTMLElement | null} the line that is being inked */
    this.inking = null;
    this.range = document.createRange();
    this.calm = matchMedia('(prefers-reduced-motion: reduce)');
    /** Translates a printed line; '' if it need not be. @type {(line: string) => string} */
    this.translate = () => '';
    /** @type {HTMLElement[]} the rows since the shelf was left */
    this.rows = [];
    /** Whether its end is visible. */
    this.low = true;
    const scroll = /** @type {HTMLElement} */ (element.parentElement);
    scroll.addEventListener('scroll', () => {
      this.low = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < 8;
    });
    new ResizeObserver(() => this.follow()).observe(scroll);
    if ('highlights' in CSS) CSS.highlights.set('blank', new Highlight(this.range));
  }

  /**
   * Take bytes that the board sent at a time of its own clock (ms).
   * @param {Uint8Array} bytes
   * @param {number} at
   */
  take(bytes, at) {
    for (const sign of this.decoder.decode(bytes, { stream: true })) {
      this.sign(sign, at);
      if (this.text === STOP) this.stop(at);
    }
    if (this.text || this.row) this.show();
    this.follow();
  }

  /** Keep the end visible, unless a person has scrolled up. */
  follow() {
    const scroll = /** @type {HTMLElement} */ (this.element.parentElement);
    if (this.low) scroll.scrollTop = scroll.scrollHeight;
  }

  /** @private @param {string} sign @param {number} at */
  sign(sign, at) {
    if (this.escape) {
      this.escape += sign;
      if (/^\x1b(\[[0-?]*[ -/]*[@-~]|[^[])$/.test(this.escape)) this.escape = '';
    } else if (sign === '\x1b') this.escape = sign;
    else if (sign === '\n') this.end(at);
    else if (sign === '\b') this.text = [...this.text].slice(0, -1).join('');
    else if (sign >= ' ' && sign !== '\x7f') this.text += sign;
  }

  /** The program waits for an answer. @private @param {number} at */
  stop(at) {
    this.show();
    this.measure(at);
    this.ink();
    this.onStop();
  }

  /** @private @param {number} at */
  end(at) {
    const line = this.text.replace(/ +$/, '');
    this.show();
    const row = /** @type {HTMLElement} */ (this.row);
    row.append('\n');
    this.text = '';
    this.row = null;
    this.measure(at);
    this.rows.push(row);
    this.say(row);
    if (this.onLine(line) || line.startsWith(STOP.trim())) this.ink();
    else this.type(row, at);
    while (this.element.childElementCount > LONGEST) this.element.firstElementChild?.remove();
  }

  /**
   * Put the translation of a printed row below it. It is no text of the document, so that what is
   * selected, searched or printed is the paper of the program.
   * @private @param {HTMLElement} row
   */
  say(row) {
    const line = (row.textContent ?? '').trimEnd();
    const said = line.startsWith(STOP.trim()) ? '' : this.translate(line);
    if (said && said !== line) row.dataset.said = said;
    else delete row.dataset.said;
  }

  /** @param {(line: string) => string} translate for the rows since the shelf was left, too */
  translateWith(translate) {
    this.translate = translate;
    for (const row of this.rows) this.say(row);
    this.follow();
  }

  /** The rows so far belong to another program. */
  leave() {
    this.rows = [];
  }

  /** @private Update the last line. */
  show() {
    if (!this.row) {
      this.row = document.createElement('span');
      this.row.className = 'line';
      this.element.append(this.row);
    }
    if (this.row.textContent !== this.text) this.row.textContent = this.text;
    const tongue = tongueOf(this.text);
    if (tongue) this.row.lang = tongue;
    this.row.classList.toggle('answer', this.text.startsWith(STOP.trim()));
  }

  /**
   * Measure the typing speed: a new line, or the prompt, means that the line before is complete.
   * @private @param {number} at
   */
  measure(at) {
    const typed = this.typed;
    this.typed = null;
    const length = [...(typed?.row.textContent ?? '')].length - 1;
    if (!typed || length < 3) return;
    const each = (at - typed.at) / length;
    const speed = SPEEDS.find((speed) => Math.abs(each - speed) < 4 + speed / 10);
    if (speed !== undefined) this.character = speed;
  }

  /**
   * Ink a line at the speed of the machine.
   * @private @param {HTMLElement} row @param {number} at
   */
  type(row, at) {
    this.typed = { row, at };
    this.inking?.classList.remove('typed');
    row.classList.add('typed');
    const began = performance.now();
    const text = row.firstChild;
    this.range.setEndAfter(row);
    const feed = () => {
      if (this.inking !== row || !(text instanceof Text) || !text.isConnected) return;
      const signs = this.character ? (performance.now() - began) / this.character : Infinity;
      const from = [...text.data].slice(0, signs).join('').length;
      if (from >= text.data.length) {
        this.ink();
        return;
      }
      this.range.setStart(text, from);
      requestAnimationFrame(feed);
    };
    this.inking = row;
    if (this.calm.matches || !('highlights' in CSS)) this.ink();
    else feed();
  }

  /** @private Show everything inked. */
  ink() {
    this.inking = null;
    for (const row of this.element.querySelectorAll('.typed')) row.classList.remove('typed');
    this.range.selectNodeContents(this.element);
    this.range.collapse(false);
  }

  /** End a line in which the board has stopped, so that the next one is separate. */
  cut() {
    if (this.row) this.row.append('\n');
    this.text = this.escape = '';
    this.row = null;
  }

  /** Start a new sheet. */
  clear() {
    this.cut();
    this.element.replaceChildren();
    this.rows = [];
    this.typed = null;
  }

  /** The text on the paper. */
  get content() {
    return this.element.textContent ?? '';
  }
}

/** @param {string} text @returns {string} its language, judged by the script; or '' */
function tongueOf(text) {
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(text)) return 'ja';
  if (/[ґєіїҐЄІЇ]/.test(text)) return 'uk';
  return /[\u0400-\u04ff]/.test(text) ? 'ru' : '';
}
