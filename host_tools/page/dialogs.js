// SPDX-License-Identifier: MIT
/** The dialogs: sharing, tapes and the flash, another image, a real board, and "About". */

import { pack, parameters } from './link.js';
import { LONGEST, readTape } from './tape.js';
import { say } from './texts.js';
import { Usb } from './usb.js';
import {
  actions, button, chooseFiles, closeDialog, heading, make, notice, openDialog, paragraph, readFile,
  saveFile,
} from './ui.js';

/** Most characters of a link that every program accepts. */
const LONG_LINK = 2000;

/**
 * A row of a list, a group by this name: its buttons have the same names as those of other rows.
 * @param {string} ariaLabel
 * @param {...Node} content
 */
const row = (ariaLabel, ...content) =>
  make('div', { className: 'row', role: 'group', ariaLabel }, ...content);

/** @typedef {{name: string, text: string}} Saved a tape and its file name */

export class Dialogs {
  /** @param {any} page the Page of main.js */
  constructor(page) {
    this.page = page;
  }

  // Sharing

  share() {
    const page = location.href.split('#')[0];
    const links = make('div', {});
    openDialog(
      say('shareTitle'),
      paragraph(say('shareHelp')),
      links,
      ...(location.protocol === 'file:' ? [paragraph(say('fileLink'))] : []),
      actions(button(say('picture'), () => this.page.shot())),
    );
    return this.page.attempt(async () => {
      const session = await this.page.session();
      if (!session) {
        links.append(this.address(say('shareStart'), page));
        return;
      }
      const { program, setup, answers, text } = session;
      const start = `${page}#${[`program=${program}`, ...parameters(setup)].join('&')}`;
      if (answers.length) {
        links.append(this.address(say('shareGame'), `${page}#tape=${await pack(text)}`));
      }
      links.append(this.address(say('shareStart'), start));
    });
  }

  /** A link that can be copied. @private @param {string} label @param {string} address */
  address(label, address) {
    const value = make('input', { value: address, readOnly: true, ariaLabel: label });
    const copy = button(say('copy'), async () => {
      value.select();
      try {
        await navigator.clipboard.writeText(address);
        copy.textContent = say('copied');
      } catch {
        // The browser does not let pages copy here; the link is selected.
      }
      const long = address.length > LONG_LINK;
      notice('link', long ? () => say('longLink', address.length) : '');
    });
    return row(label, make('b', {}, label), copy, value);
  }

  // Tapes and the flash

  tapes() {
    const list = make('div', {}, paragraph(say('reading')));
    openDialog(
      say('tapesTitle'),
      paragraph(say('tapesHelp')),
      list,
      actions(
        button(say('openTape'), () => this.openTape()),
        button(say('addTapes'), () => this.addTapes()),
      ),
      heading(say('flashTitle')),
      paragraph(say('flashHelp')),
      actions(
        button(say('saveFlash'), () => this.saveFlash()),
        button(say('openFlash'), () => this.openFlash()),
      ),
    );
    return this.page.attempt(async () => {
      /** @type {Node[]} */
      let rows = [];
      try {
        /** @type {Saved[]} */
        const tapes = await (this.page.usb ?? this.page).tapes();
        rows = tapes.length ? tapes.map((tape) => this.tape(tape)) : [paragraph(say('none'))];
      } finally {
        list.replaceChildren(...rows);
      }
    });
  }

  /** @private @param {Saved} tape */
  tape({ name, text }) {
    const link = button(say('link'), async () => {
      const address = `${location.href.split('#')[0]}#tape=${await pack(text)}`;
      try {
        await navigator.clipboard.writeText(address);
        link.textContent = say('copied');
      } catch {
        // The browser does not let pages copy here, so the person has to.
        const value = make('input', { value: address, readOnly: true, ariaLabel: say('link') });
        link.replaceWith(value);
        value.select();
      }
      const long = address.length > LONG_LINK;
      notice('link', long ? () => say('longLink', address.length) : '');
      notice('place', location.protocol === 'file:' ? () => say('fileLink') : '');
    });
    return row(
      name,
      make('span', {}, name),
      button(say('save'), () => saveFile(name, text)),
      button(say('play'), () => {
        closeDialog();
        this.page.attempt(() => this.page.play(text, name));
      }),
      link,
    );
  }

  /** @private */
  async openTape() {
    const files = await chooseFiles('.tape,text/plain', false);
    closeDialog();
    await this.page.openFiles(files);
  }

  /** Copy tapes into the handheld's folder, under new numbers. @private */
  async addTapes() {
    const files = await chooseFiles('.tape,text/plain', true);
    closeDialog();
    await this.page.attempt(async () => {
      this.page.own();
      /** @type {Saved[]} */
      const there = await this.page.tapes();
      let number = Math.max(0, ...there.map(({ name }) => parseInt(name) || 0));
      const added = [];
      for (const file of files) {
        const bytes = await readFile(file, LONGEST);
        const { program } = readTape(new TextDecoder().decode(bytes));
        const name = `${String(++number).padStart(4, '0')}-${program}.tape`;
        added.push({ path: `/tapes/${name}`, bytes });
      }
      await this.page.addFiles(added);
      notice('added', () => say('added', added.length));
    });
  }

  saveFlash() {
    return this.page.attempt(async () => {
      saveFile('pocket-teletype-flash.bin', await this.page.machine.ask('flash'));
    });
  }

  /** @private */
  async openFlash() {
    await this.page.openFiles(await chooseFiles('.bin,.img', false));
  }

  /** Ask before replacing the flash. @param {Uint8Array} bytes */
  replace(bytes) {
    openDialog(
      say('flashTitle'),
      paragraph(say('sure')),
      actions(
        button(say('saveFlash'), () => this.saveFlash()),
        button(say('replace'), () => {
          closeDialog();
          this.page.attempt(async () => {
            this.page.own();
            await this.page.machine.ask('load', { bytes });
            this.page.adopted();
          });
        }),
      ),
    );
  }

  // Another image

  image() {
    const { facts, uf2 } = this.page.payload;
    const inside = facts.kinds.map((/** @type {{name: string}} */ { name }) => {
      const own = name === facts.page;
      const text = own ? say('ownImage') : say('insideImage', facts.images[name].title);
      return button(text, () => this.page.attempt(async () => this.load(await uf2(name), own)));
    });
    openDialog(
      say('imageTitle'),
      paragraph(say('imageHelp')),
      ...(facts.kinds.length > 1 ? [paragraph(say('imageSmaller'))] : []),
      actions(
        button(say('chooseImage'), async () => this.page.openFiles(await chooseFiles('.uf2', false))),
        ...inside,
      ),
    );
  }

  /** @param {Uint8Array} uf2 @param {boolean} own whether it is the page's own image */
  async load(uf2, own = false) {
    closeDialog();
    this.page.own();
    await this.page.machine.ask('image', { uf2 });
    this.page.adopted();
    if (own) this.page.store?.write([], null);
  }

  // A real board

  board() {
    const { facts, uf2, beside } = this.page.payload;
    /** @type {Map<string, string[]>} titles of boards by wiring */
    const wired = new Map();
    const images = Object.entries(facts.images).map(([name, { title, file, pins }]) => {
      const wires = Object.entries(pins).map(([pin, number]) => `${pin}\xa0GP${number}`).join(' · ');
      wired.set(wires, [...(wired.get(wires) ?? []), title]);
      const inside = facts.kinds.some((/** @type {{name: string}} */ kind) => kind.name === name);
      const link = make('a', { className: 'button', href: beside + file, download: file }, file);
      link.target = '_blank'; // a missing file then does not replace the page
      if (inside) {
        link.onclick = async (event) => {
          event.preventDefault();
          saveFile(file, await uf2(name));
        };
      }
      const where = make('span', {}, say(inside ? 'inside' : 'beside'));
      return make('div', { className: 'row image' }, make('span', {}, title), link, where);
    });
    const wires = [...wired].filter(([text]) => text).map(([text, titles]) =>
      make('p', { className: 'wires' }, make('b', {}, titles.join(', ')), ` ${text}`),
    );
    openDialog(
      say('boardTitle'),
      paragraph(say('boardHelp')),
      make(
        'ol',
        {},
        make('li', {}, say('step1'), ...wires),
        make('li', {}, say('step2'), ...images),
        make('li', {}, say('step3')),
      ),
      heading(say('usbTitle')),
      paragraph(say('serial' in navigator ? 'usbHelp' : isSecureContext ? 'usbNone' : 'usbHttp')),
      ...('serial' in navigator ? [this.usb()] : []),
    );
  }

  /** @private */
  usb() {
    const { page } = this;
    if (!page.usb) return actions(button(say('connect'), () => this.connect()));
    return actions(
      button(say('disconnect'), () => {
        closeDialog();
        page.usb.close();
      }),
      button(say('pull'), () => this.tapes()),
      button(say('check'), () => this.check()),
    );
  }

  /** @private */
  connect() {
    const { page } = this;
    return page.attempt(async () => {
      const port = await Usb.choose();
      if (!port) return;
      const usb = new Usb(
        port,
        (bytes) => page.paper.take(bytes, performance.now()),
        (why) => {
          page.usb = null;
          page.reach();
          page.paper.clear();
          notice('usb', why ? () => say('gone', why) : '');
          page.power(true);
        },
      );
      page.usb = usb;
      page.stopTape();
      page.reach();
      closeDialog();
      await page.power(false);
      if (page.usb !== usb) return; // it was unplugged in the meantime, which has been reported
      page.paper.clear();
      notice('usb', () => say('connected'), [() => say('board'), () => this.board()]);
    });
  }

  /** @private */
  check() {
    const { page } = this;
    const report = make('pre', { tabIndex: 0 });
    openDialog(say('usbTitle'), report);
    return page.attempt(async () => {
      const { tapes } = await page.payload.rest;
      const [passed, failed] = await page.usb.check(tapes, (/** @type {string} */ line) => {
        report.append(`${line}\n`);
        report.scrollTop = report.scrollHeight;
      });
      report.append(say('checked', passed, failed));
      if (!report.checkVisibility()) notice('checked', () => say('checked', passed, failed));
    });
  }

  // About

  async about() {
    await this.page.launched;
    const { facts, rest } = this.page.payload;
    const { notices } = await rest;
    const { library } = this.page;
    /** @type {Map<string, string[]>} titles of programs by their source */
    const sources = new Map();
    for (const { name } of facts.programs) {
      const { title, source } = library.told(name);
      sources.set(source, [...(sources.get(source) ?? []), title]);
    }
    const list = [...sources].flatMap(([source, titles]) => [
      make('dt', {}, titles.join(', ')),
      make('dd', {}, source),
    ]);
    openDialog(
      say('aboutTitle'),
      paragraph(say('about1')),
      heading(say('authors')),
      make('dl', { className: 'sources' }, ...list),
      paragraph(say('ours')),
      paragraph(say('manual')),
      heading(say('licences')),
      paragraph(say('about2', facts.version)),
      make('pre', { tabIndex: 0 }, notices),
    );
  }
}
