// SPDX-License-Identifier: MIT
/** The library: a card for each program, with its picture, its source and a link that starts it. */

import { language, say } from './texts.js';
import { button, get, make } from './ui.js';

/**
 * What the page knows of a program in every language.
 * @typedef {object} Program
 * @property {string} name
 * @property {string} year
 * @property {string} machine
 * @property {string} original its title in the source
 * @property {string} tongue the language that it prints in; '' if it prints only numbers
 * @property {'against' | 'alone' | 'puzzle' | 'watch'} kind
 * @property {string} link opens it at a start for beginners
 */

/** @typedef {{title: string, gist: string, author: string, source: string}} Told in a language */

const WIDTH = 128;
const HEIGHT = 64;
/** Two colours as an ImageData has them on a little-endian machine: #d6eeff and #06080a. */
const LIT = 0xffffeed6;
const DARK = 0xff0a0806;

/** @type {Program['kind'][]} */
const KINDS = ['against', 'alone', 'puzzle', 'watch'];

export class Library {
  /**
   * @param {import('./payload.js').Facts} facts
   * @param {Uint8Array} panels a picture of each program in each language
   * @param {(link: string) => void} open
   */
  constructor(facts, panels, open) {
    this.programs = facts.programs;
    this.texts = facts.texts;
    this.panels = panels;
    this.open = open;
    /** @type {Program['kind'] | ''} the kind that is shown; '' for all */
    this.kind = '';
  }

  /** @param {string} name @returns {Program | undefined} */
  find(name) {
    return this.programs.find((each) => each.name === name);
  }

  /** @param {string} name @returns {Told} */
  told(name) {
    const [title, gist, author, source] = this.texts[language][name];
    return { title, gist, author, source };
  }

  /** The year, machine and author of a program, as far as they are known. @param {Program} program */
  facts({ name, year, machine }) {
    const when = year === 'n.d.' ? say('undated') : year.replace('c.', say('circa'));
    const where = machine.replace('unnamed, ', '');
    const parts = [when, where, this.told(name).author].filter(Boolean);
    const whole = parts.map((part) => part.replaceAll(' ', '\xa0').replaceAll('-', '\u2011'));
    return whole.join('\xa0· ');
  }

  /** The title in the source, in its language. @param {Program} program @param {string} text */
  original({ original, tongue }, text = original) {
    const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/.test(original);
    const lang = japanese ? 'ja' : tongue === 'ru' ? 'ru' : '';
    return make('span', { lang }, text);
  }

  /** Draw all of it in the current language. */
  draw() {
    const group = get('.filters');
    const kinds = /** @type {(Program['kind'] | '')[]} */ (['', ...KINDS]);
    group.replaceChildren(
      ...kinds.map((kind) => {
        const filter = button(kind ? say(kind) : say('all', this.programs.length), () => {
          this.kind = kind;
          this.filter();
        });
        filter.dataset.kind = kind;
        return filter;
      }),
    );
    get('.cards').replaceChildren(...this.programs.map((each) => this.card(each)));
    this.filter();
  }

  /** Show the cards of the chosen kind. */
  filter() {
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (
      document.querySelectorAll('.filters button')
    )) {
      each.setAttribute('aria-pressed', String(each.dataset.kind === this.kind));
    }
    for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.card'))) {
      each.hidden = this.kind !== '' && each.dataset.kind !== this.kind;
    }
  }

  /** @private @param {Program} program */
  card(program) {
    const { title, gist } = this.told(program.name);
    const card = make(
      'li',
      { className: 'card' },
      this.picture(program.name),
      make(
        'div',
        { className: 'told' },
        make('h3', {}, title),
        make('p', { className: 'orig' }, program.original === title ? '' : this.original(program)),
        make('p', { className: 'gist' }, gist),
        make('p', { className: 'facts' }, this.facts(program)),
        this.link(program, say('start'), `${say('start')}: ${title}`),
      ),
    );
    card.dataset.kind = program.kind;
    return card;
  }

  /**
   * A link that starts a program.
   * @param {Program} program
   * @param {string} text
   * @param {string} [label] for screen readers
   */
  link({ link }, text, label = text) {
    const element = make('a', { className: 'play', href: link, ariaLabel: label }, text);
    element.onclick = (event) => {
      event.preventDefault();
      this.open(link);
    };
    return element;
  }

  /** Its panel, as a picture. @param {string} name */
  picture(name) {
    const canvas = make('canvas', { width: WIDTH, height: HEIGHT, ariaHidden: 'true' });
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    const image = new ImageData(WIDTH, HEIGHT);
    const pixels = new Uint32Array(image.data.buffer);
    const at =
      Object.keys(this.texts).indexOf(language) * this.programs.length +
      this.programs.findIndex((each) => each.name === name);
    for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel++) {
      const bit = at * WIDTH * HEIGHT + pixel;
      const lit = (this.panels[bit >> 3] >> (7 - (bit & 7))) & 1;
      pixels[pixel] = lit ? LIT : DARK;
    }
    context.putImageData(image, 0, 0);
    return make('div', { className: 'shot' }, canvas);
  }
}
