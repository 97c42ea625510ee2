// SPDX-License-Identifier: MIT
/** The page: the handheld in the Worker, its panel, buttons, paper, tapes and flash. */

import { Dialogs } from './dialogs.js';
import { Refused } from './image.js';
import { listen } from './keys.js';
import { readLink, unpack as unpackTape } from './link.js';
import { Machine } from './machine.js';
import { Panel } from './panel.js';
import { Paper } from './paper.js';
import { unpack } from './payload.js';
import { Reader, open } from './reader.js';
import { Sound } from './sound.js';
import { Store } from './store.js';
import { readTape } from './tape.js';
import { say, speak, wanted } from './texts.js';
import { notice, saveFile, translateNotices } from './ui.js';

/** What the firmware prints when the shelf comes up ends so: with the names of its programs. */
const SHELF = /: [a-z][a-z0-9-]*(, [a-z0-9-]+){5,}$/;
/** Emulated milliseconds for which a tap made here holds the button. */
const TAP_MS = 60;
/** Milliseconds without a touch after which a visitor of the exhibit has gone. */
const GONE_MS = 180_000;
/** Milliseconds after which the exhibit begins anew when the board has stopped. */
const CRASHED_MS = 5000;
/** Bytes of a file that may be a tape. */
const LONGEST_TAPE = 1 << 20;

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T} */
const get = (selector) => /** @type {T} */ (document.querySelector(selector));

/** What the person has chosen about the page; a browser may refuse to remember. */
const choices = {
  /** @param {string} name */
  get(name) {
    try {
      return localStorage.getItem(`pocket-teletype-${name}`);
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    try {
      localStorage.setItem(`pocket-teletype-${name}`, value);
    } catch {
      // it is chosen again the next time
    }
  },
};

/** The page as a whole; one of it. */
class Page {
  constructor() {
    this.started = performance.now();
    this.panel = new Panel(get('.glass'), get('#panel'), get('#glow'));
    this.paper = new Paper(
      get('#paper'),
      (line) => this.printed(line),
      () => this.stopped(),
    );
    this.sound = new Sound();
    /** @type {Machine} */
    this.machine = /** @type {any} */ (null);
    /** @type {Store | null} */
    this.store = null;
    /** @type {import('./payload.js').Payload} */
    this.payload = /** @type {any} */ (null);
    /** @type {Reader | null} the tape that is being played */
    this.reader = null;
    /** @type {import('./usb.js').Usb | null} the board on USB, which then has the paper */
    this.usb = null;
    /** Whether nothing has ever been kept by the handheld. */
    this.fresh = false;
    this.onShelf = false;
    this.shelves = 0;
    /** When the board came up, in ms from the start. */
    this.ready = 0;
    /** Whether this is the page for a kiosk, where nothing is kept. */
    this.exhibit = /^#exhibit(&|$)/.test(location.hash);
    this.patience = GONE_MS;
    this.dialogs = new Dialogs(this);
  }

  async start() {
    if (this.exhibit) this.attend();
    this.looks();
    this.controls();
    notice('state', () => say('starting'));
    this.payload = await unpack();
    this.machine = new Machine(new Worker(this.payload.worker), {
      frame: (frame) => this.panel.draw(frame),
      serial: ({ bytes, at }) => {
        if (!this.usb) this.paper.take(bytes, at);
      },
      sound: ({ edges, until }) => this.sound.play(edges, until),
      sectors: ({ sectors }) => this.store?.write(sectors),
      image: ({ bytes }) => this.store?.keepImage(bytes),
      crash: ({ why }) => {
        if (this.exhibit) setTimeout(() => this.run(), CRASHED_MS);
        get('#power').setAttribute('aria-checked', 'false');
        notice('crash', () => say('crash', why), [() => say('restart'), () => this.power(true)]);
      },
    });
    try {
      if (!this.exhibit) {
        this.store = await Store.open({
          lost: () => this.lost(),
          refused: (error) => this.refused(error),
        });
      }
    } catch {
      notice('store', () => say('noStore'), [() => say('saveFlash'), () => this.dialogs.saveFlash()]);
    }
    if (await this.store?.taken()) this.lost();
    else await this.run();
  }

  /** The page for a kiosk: when a visitor has gone the next one finds a new handheld. */
  attend() {
    document.documentElement.dataset.form = 'exhibit';
    let touched = 0;
    for (const event of ['pointerdown', 'keydown']) {
      addEventListener(event, () => (touched = performance.now()), { capture: true });
    }
    setInterval(() => {
      if (!touched || performance.now() - touched < this.patience) return;
      touched = 0;
      this.run();
    }, 1000);
    const stayAwake = () => {
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
    };
    document.addEventListener('visibilitychange', stayAwake);
    stayAwake();
  }

  /** Take the handheld and switch it on. */
  async run() {
    this.ready = 0;
    notice('crash', '');
    notice('taken', '');
    let found = null;
    try {
      found = await this.store?.take();
    } catch (error) {
      this.store = null;
      notice('store', () => say('noStore'), [() => say('saveFlash'), () => this.dialogs.saveFlash()]);
    }
    if (found?.damaged) {
      notice('damaged', () => say('damaged', found.damaged), [
        () => say('saveFlash'),
        () => this.dialogs.saveFlash(),
      ]);
    }
    this.paper.clear();
    this.fresh = !found?.image && !found?.sectors.length;
    await this.machine.ask('start', {
      kinds: this.payload.facts.kinds,
      uf2: await this.payload.uf2(this.payload.facts.page),
      image: found?.image ?? null,
      sectors: found?.sectors ?? [],
    });
    get('#power').setAttribute('aria-checked', 'true');
    get('main').inert = false;
    notice('state', '');
    this.follow();
  }

  /** Another tab has the handheld. */
  lost() {
    this.reader?.end(null);
    this.reader = null;
    notice('tape', '');
    if (this.ready) this.power(false);
    get('main').inert = true;
    notice('state', '');
    notice('taken', () => say('taken'), [() => say('takeIt'), () => this.run()]);
  }

  /** @param {Error | null} error of IndexedDB */
  refused(error) {
    if (!error) notice('store', () => say('again'));
    else {
      notice('store', () => say('refused', error.name), [
        () => say('saveFlash'),
        () => this.dialogs.saveFlash(),
      ]);
    }
  }

  // What the board prints

  /** @param {string} line */
  printed(line) {
    this.onShelf = SHELF.test(line);
    this.shelves += Number(this.onShelf);
    if (this.onShelf && this.fresh) this.choose();
    else if (this.onShelf) this.ready ||= performance.now() - this.started;
    get('#answer').classList.remove('waits');
    this.reader?.line(line);
    return this.onShelf;
  }

  /** A new handheld asks for its language: it is that of the page. */
  async choose() {
    this.fresh = false;
    const languages = /** @type {HTMLSelectElement} */ (get('#language'));
    for (let index = 0; index < languages.selectedIndex; index++) await this.tap('DOWN');
    await this.tap('OK');
    await this.machine.ask('wait', { ms: TAP_MS });
    this.ready ||= performance.now() - this.started;
  }

  /** The program waits for an answer. */
  stopped() {
    this.onShelf = false;
    this.ready ||= performance.now() - this.started;
    get('#answer').classList.add('waits');
    this.reader?.stop();
  }

  // What a person does

  /** Language, light and dark, sound. */
  looks() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const theme = () => {
      const chosen = choices.get('theme') ?? (dark.matches ? 'dark' : 'light');
      document.documentElement.dataset.theme = chosen;
      get('#theme').setAttribute('aria-pressed', String(chosen === 'dark'));
    };
    dark.addEventListener('change', theme);
    theme();
    get('#theme').onclick = () => {
      choices.set('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
      if (!choices.get('theme')) document.documentElement.dataset.theme = 'dark';
      theme();
    };
    const language = /** @type {HTMLSelectElement} */ (get('#language'));
    language.value = choices.get('language') ?? wanted();
    language.onchange = () => {
      choices.set('language', language.value);
      speak(language.value);
      translateNotices();
    };
    speak(language.value);
    const sound = get('#sound');
    sound.onclick = async () => {
      const on = sound.getAttribute('aria-pressed') !== 'true';
      sound.setAttribute('aria-pressed', String(on));
      await this.sound.switch(on);
    };
  }

  controls() {
    listen(
      document.querySelectorAll('[data-key]'),
      (name, down) => this.machine?.button(name, down),
      () => this.shot(),
    );
    const line = /** @type {HTMLInputElement} */ (get('#line'));
    get('#answer').onsubmit = (event) => {
      event.preventDefault();
      this.send(`${line.value}\n`);
      line.value = '';
    };
    line.onkeydown = (event) => {
      if (event.key === 'Escape') line.blur();
    };
    get('#power').onclick = () => this.power(get('#power').ariaChecked !== 'true');
    get('#reset').onclick = () => {
      get('#power').setAttribute('aria-checked', 'true');
      this.machine.ask('reset');
    };
    get('#bootsel').onclick = () => this.dialogs.image();
    get('#print').onclick = () => print();
    get('#tapes').onclick = () => this.dialogs.tapes();
    get('#take').onclick = () => this.dialogs.board();
    get('#about').onclick = () => this.dialogs.about();
    addEventListener('hashchange', () => this.follow());
    this.drops();
  }

  drops() {
    const drop = get('#drop');
    let inside = 0;
    const show = () => (drop.hidden = inside <= 0 || this.exhibit);
    addEventListener('dragenter', () => {
      inside++;
      show();
    });
    addEventListener('dragleave', () => {
      inside--;
      show();
    });
    addEventListener('dragover', (event) => event.preventDefault());
    addEventListener('drop', (event) => {
      event.preventDefault();
      inside = 0;
      show();
      if (!this.exhibit) this.openFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {boolean} on */
  power(on) {
    notice('crash', '');
    get('#power').setAttribute('aria-checked', String(on));
    get('#answer').classList.remove('waits');
    return this.machine.ask('power', { on });
  }

  /** @param {string} text to the board that has the paper */
  send(text) {
    if (this.usb) this.usb.send(new TextEncoder().encode(text)).catch(() => {});
    else this.machine.send(text);
  }

  /** Press a button and let it go. @param {string} name */
  async tap(name) {
    this.machine.button(name, true);
    await this.machine.ask('wait', { ms: TAP_MS });
    this.machine.button(name, false);
  }

  async shot() {
    if (this.exhibit) return;
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    saveFile(`pocket-teletype-${stamp}.png`, await this.panel.png());
  }

  // Files, tapes and links

  /**
   * Ask a board that nobody sees, with a copy of this one's flash; see REQUESTS in emulation.js.
   * @param {string} name
   * @param {object} [what]
   */
  async askCopy(name, what = {}) {
    const worker = new Worker(this.payload.worker);
    const nobody = () => {};
    const listeners = { frame: nobody, serial: nobody, sound: nobody, sectors: nobody };
    const copy = new Machine(worker, { ...listeners, image: nobody, crash: nobody });
    try {
      const bytes = await this.machine.ask('flash');
      return await copy.ask(name, { kinds: this.payload.facts.kinds, bytes, ...what });
    } finally {
      worker.terminate();
    }
  }

  /** @returns {Promise<{name: string, text: string}[]>} the handheld's tapes, the newest first */
  tapes() {
    return this.askCopy('tapes');
  }

  /**
   * Put files on the flash; the handheld is off meanwhile.
   * @param {{path: string, bytes: Uint8Array}[]} files
   */
  async addFiles(files) {
    await this.power(false);
    try {
      const bytes = await this.askCopy('store', { files });
      await this.machine.ask('load', { bytes });
    } finally {
      await this.power(true);
    }
  }

  /** @returns {import('./reader.js').Handheld} */
  get handheld() {
    return {
      tap: (name) => this.tap(name),
      send: (text) => this.machine.send(text),
      wait: (ms) => this.machine.ask('wait', { ms }),
      shelves: () => this.shelves,
      onShelf: () => this.onShelf,
    };
  }

  /**
   * What a person dropped here or chose.
   * @param {File[]} files
   */
  openFiles(files) {
    return this.attempt(async () => {
      for (const file of files) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (/\.uf2$/i.test(file.name)) await this.dialogs.load(bytes);
        else if (/\.(bin|img)$/i.test(file.name)) this.dialogs.replace(bytes);
        else if (bytes.length > LONGEST_TAPE) throw new Refused('noFile', file.name);
        else this.play(new TextDecoder().decode(bytes), file.name);
      }
    });
  }

  /**
   * Play a tape: type its answers.
   * @param {string} text
   * @param {string} name
   */
  play(text, name) {
    const tape = readTape(text);
    this.reader?.end(null);
    const reader = new Reader(this.handheld, tape, (difference) => {
      this.machine.ask('hurry', { on: false });
      if (this.reader !== reader) return;
      this.reader = null;
      notice('tape', difference ? () => say('differs', difference) : () => say('played'));
    });
    this.reader = reader;
    notice(
      'tape',
      () => say('playing', name),
      [
        () => say('hurry'),
        () => {
          reader.hurried = true;
          this.machine.ask('hurry', { on: true });
        },
      ],
      [
        () => say('stop'),
        () => {
          this.reader = null;
          reader.end(null);
          notice('tape', '');
        },
      ],
    );
    return reader.begin();
  }

  /** Do what the page's address says. */
  follow() {
    return this.attempt(async () => {
      const link = readLink(location.hash);
      if ((link?.kind === 'exhibit') !== this.exhibit) location.reload();
      if (!link) return;
      const text = link.kind === 'tape' ? await unpackTape(link.packed) : '';
      if (text) readTape(text); // before anything is touched
      await this.settled();
      if (text) await this.play(text, '#tape');
      else if (link.kind !== 'tape' && link.line) await open(this.handheld, link.line);
    });
  }

  /** Wait until the board has come up. */
  async settled() {
    while (!this.ready) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  /**
   * Do something that may be refused, and tell why.
   * @param {() => Promise<void>} work
   */
  async attempt(work) {
    notice('refused', '');
    try {
      await work();
    } catch (error) {
      if (error instanceof Refused) {
        notice('refused', () => say(/** @type {import('./texts.js').Name} */ (error.message), ...error.details));
      } else notice('refused', () => say('fault', String(error)));
    }
  }
}

const page = new Page();
/** For the tests and the figures. */
Object.assign(globalThis, { teletype: page });
page.start().catch((error) => {
  notice('state', '');
  notice('fault', () => say('fault', String(error)));
});
