// SPDX-License-Identifier: MIT
/** The page: the handheld in the Worker, its panel, buttons, paper, tapes and flash. */

import { Dialogs } from './dialogs.js';
import { Guide, translate } from './guide.js';
import { EARLIER_BEGIN, FLASH_SIZE, Refused, SECTOR, filesBegin } from './image.js';
import { listen } from './keys.js';
import { Library } from './library.js';
import { isExhibit, isOperator, readLink, unpack as unpackTape } from './link.js';
import { NoFilesystem, filesOf } from './littlefs.js';
import { Machine } from './machine.js';
import { Panel } from './panel.js';
import { Paper } from './paper.js';
import { firstWorker, unpack } from './payload.js';
import { Reader, open } from './reader.js';
import { Sound } from './sound.js';
import { Store } from './store.js';
import { LONGEST as LONGEST_TAPE, readTape } from './tape.js';
import { say, speak, wanted } from './texts.js';
import { notice, readFile, saveFile, translateNotices } from './ui.js';

/** A tape that the firmware has resumed ends the line that says so. */
const RESUMED = / (\d+-([a-z0-9-]+)\.tape)$/;
/** Milliseconds of silence after which a program that asks nothing has begun. */
const BEGUN_MS = 700;
/** The line that the firmware prints with the shelf ends with the names of its programs. */
const SHELF = /: [a-z][a-z0-9-]*(, [a-z0-9-]+){5,}$/;
/** Emulated milliseconds for which a tap by the page holds a button. */
const TAP_MS = 60;
/** Emulated milliseconds in which a board polls the buttons after power-on. */
const HELD_MS = 1000;
/** Milliseconds until an exhibit restarts after its board has crashed. */
const CRASHED_MS = 5000;
/** Emulated milliseconds to wait for a board to start. */
const UP_MS = 15_000;
/** State in the tab's history that marks a link as followed. */
const FOLLOWED = 'followed';
/** Most bytes of a file that may be an image or a flash. */
const LONGEST_FILE = 2 * FLASH_SIZE + LONGEST_TAPE;

/** @template {Element} [T=HTMLElement] @param {string} selector @returns {T} */
const get = (selector) => /** @type {T} */ (document.querySelector(selector));

/** The person's choices about the page; a browser may refuse to store them. */
const choices = {
  /** @type {Record<string, string>} */
  made: {},
  /** @param {string} name @returns {string | null} */
  get(name) {
    try {
      return choices.made[name] ?? localStorage.getItem(`pocket-teletype-${name}`);
    } catch {
      return null;
    }
  },
  /** @param {string} name @param {string} value */
  set(name, value) {
    choices.made[name] = value;
    try {
      localStorage.setItem(`pocket-teletype-${name}`, value);
    } catch {
      // then the person chooses again next time
    }
  },
};

/** The page as a whole; there is one. */
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
    /** @type {string | URL} the address of the Worker's program */
    this.worker = '';
    /** @type {Reader | null} the player of the current tape */
    this.reader = null;
    /** @type {import('./usb.js').Usb | null} the board on USB, which then has the paper */
    this.usb = null;
    this.onShelf = false;
    this.shelves = 0;
    /** @type {'starting' | 'here' | 'elsewhere'} elsewhere: in another tab */
    this.place = 'starting';
    /** @private number of wishes so far; only the last one is fulfilled */
    this.wishes = 0;
    /** Milliseconds from the page's start until the board came up; 0 until then. */
    this.ready = 0;
    /** Whether this is an exhibit, which has a handheld of its own. */
    this.exhibit = isExhibit(location.hash);
    /** Whether this is a visitors' page, which shows only the handheld and the paper. */
    this.kiosk = this.exhibit && !isOperator(location.hash);
    /** Content of exhibit.txt. */
    this.rules = '';
    this.dialogs = new Dialogs(this);
    /** @type {Library} */
    this.library = /** @type {any} */ (null);
    /** @type {Guide} */
    this.guide = /** @type {any} */ (null);
    /** @type {() => void} */
    this.launch = () => {};
    /** Resolved when the board has been told to start, or another tab has it. */
    this.launched = /** @type {Promise<void>} */ (new Promise((resolve) => (this.launch = resolve)));
    /** The name of the tape that was resumed; '' if the newest is the current one. */
    this.tape = '';
    /** Whether the current session has an answer. */
    this.answered = false;
  }

  async start() {
    get('#boot').remove();
    if (this.kiosk) this.attend();
    else if (this.exhibit) get('.machine').setAttribute('open', ''); // the operator needs it
    const opening = this.exhibit ? null : this.openStore(); // while the rest is unpacked
    this.looks();
    this.controls();
    notice('state', () => say('starting'));
    const { address, worker } = await firstWorker();
    this.worker = address;
    this.machine = this.build(worker);
    this.payload = await unpack();
    this.readRules();
    const taken = await (opening ?? this.openStore()); // an exhibit's name has its rules
    const furnished = this.furnish();
    if (taken) this.lost();
    else await this.run();
    await furnished;
  }

  /** @private Open the store, if the browser has one; return whether another tab has the handheld. */
  async openStore() {
    try {
      const listeners = {
        lost: () => this.lost(),
        refused: (/** @type {Error | null} */ error) => this.refused(error),
      };
      this.store = await Store.open(listeners, this.exhibit ? ` exhibit ${this.rules}` : '');
    } catch {
      this.unsaved('store', () => say('noStore'));
    }
    return (await this.store?.taken()) ?? false;
  }

  /** @private @param {Worker} [worker] */
  build(worker = new Worker(this.worker)) {
    return new Machine(worker, {
      frame: (frame) => this.panel.draw(frame),
      serial: ({ bytes, at }) => {
        if (!this.usb) this.paper.take(bytes, at);
      },
      sound: ({ edges, until }) => this.sound.play(edges, until),
      sectors: ({ sectors, image }) => this.store?.write(sectors, image),
      crash: ({ why }) => {
        get('#power').setAttribute('aria-checked', 'false');
        if (this.kiosk) setTimeout(() => this.power(true), CRASHED_MS);
        else notice('crash', () => say('crash', why), [() => say('restart'), () => this.power(true)]);
      },
    });
  }

  /** Put up the library and the guide, which the board does not need to start. */
  async furnish() {
    const { panels, faces } = await this.payload.rest;
    await this.launched;
    faces.forEach((face, at) => {
      const url = URL.createObjectURL(new Blob([face]));
      const range = { unicodeRange: this.payload.facts.faces[at] };
      document.fonts.add(new FontFace('PT Paper', `url(${url})`, { ...range, display: 'swap' }));
    });
    if (this.kiosk) return;
    this.library = new Library(this.payload.facts, panels, (link) => this.open(link));
    this.guide = new Guide(
      this.library,
      (source) => this.askFresh(source),
      () => this.session(),
      (messages) => this.paper.translateWith((line) => translate(messages, line)),
    );
    this.library.draw();
    this.guide.draw();
    const wide = matchMedia('(min-width: 80.01rem)');
    const place = () => {
      if (wide.matches) get('main').append(get('.guide'));
      else get('.desk').after(get('.guide'));
    };
    wide.addEventListener('change', place);
    place();
    this.notice();
  }

  /** Take the exhibit's rules from the address. */
  readRules() {
    try {
      const link = this.readLink();
      if (link?.kind === 'exhibit') this.rules = link.file;
    } catch {
      // reported when the link is followed; it stays an exhibit
    }
  }

  /** Set up the page for a kiosk. */
  attend() {
    document.documentElement.dataset.form = 'exhibit';
    const stayAwake = () => {
      if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => {});
    };
    document.addEventListener('visibilitychange', stayAwake);
    stayAwake();
  }

  /** Take the handheld and switch it on, unless a board on USB has its place. */
  async run() {
    notice('taken', '');
    notice('refused', '');
    this.place = 'starting';
    this.stopTape();
    if (this.machine.over) this.machine = this.build();
    if (!this.usb) this.clear();
    let found = null;
    try {
      found = await this.store?.take();
    } catch (error) {
      this.store = null;
      this.unsaved('store', () => say('noStore'));
    }
    if (found?.damaged) this.unsaved('damaged', () => say('damaged', found.damaged));
    const plain = await this.payload.flash();
    if (found && !found.image) await this.carryOver(found, plain.slice());
    const fresh = !found?.image && !found?.sectors.length;
    const made = fresh ? await this.made(plain.slice()) : null;
    const what = {
      kinds: this.payload.facts.kinds,
      plain,
      image: found?.image ?? null,
      sectors: found?.sectors ?? [],
      made,
      held: this.exhibit && !this.kiosk ? 'BACK' : null, // the operator is there
      on: !this.usb,
    };
    const started = this.machine.ask('start', what, made ? [plain.buffer, made.buffer] : [plain.buffer]);
    this.launch();
    await started;
    if (this.store && !this.store.holds) {
      this.lost(); // another tab took it during the start
      return;
    }
    if (this.exhibit && !this.kiosk) {
      this.machine.ask('wait', { ms: HELD_MS }).then(() => this.machine.button('BACK', false));
    }
    get('#power').setAttribute('aria-checked', String(!this.usb));
    this.place = 'here';
    this.reach();
    notice('state', '');
    // A link is followed once; after that the game that it started continues, if there is one.
    if (fresh || history.state !== FOLLOWED) this.follow();
  }

  /**
   * Carry over the flash of an earlier version, which lies where the image is now. Its files go
   * into a new flash, and the old one is kept separately.
   * @param {import('./store.js').Found} found is modified
   * @param {Uint8Array} flash with the image alone
   */
  async carryOver(found, flash) {
    const begin = filesBegin(flash);
    const old = found.sectors;
    if (!old.some(([offset]) => offset < begin)) return;
    const before = new Uint8Array(FLASH_SIZE).fill(0xff);
    for (const [offset, bytes] of old) before.set(bytes, offset);
    const filesystem = before.subarray(EARLIER_BEGIN);
    let made = null;
    try {
      made = await this.carried(filesystem, flash);
    } catch (error) {
      console.warn(error); // what cannot be read or does not fit is set aside
    }
    found.sectors = [];
    for (let offset = begin; made && offset < FLASH_SIZE; offset += SECTOR) {
      const bytes = made.slice(offset, offset + SECTOR);
      if (bytes.some((byte) => byte !== 0xff)) found.sectors.push([offset, bytes]);
    }
    try {
      await this.store?.replace(found.sectors, old);
    } catch (error) {
      this.store = null; // what is stored there must stay as it is
      this.unsaved('store', () => say('noStore'));
    }
    if (this.kiosk) return;
    notice('carried', () => say(made ? 'carried' : 'notCarried'), [
      () => say('saveOldFlash'),
      () => saveFile('pocket-teletype-old-flash.img', filesystem),
    ]);
  }

  /**
   * Return a flash with the files of another filesystem.
   * @param {Uint8Array} filesystem
   * @param {Uint8Array} flash with an image alone
   * @returns {Promise<Uint8Array>} raises NoFilesystem, Refused
   */
  carried(filesystem, flash) {
    return this.askCopy('store', { bytes: flash, files: filesOf(filesystem) });
  }

  /**
   * Return the flash of a new handheld: it uses the page's language, or is an exhibit.
   * @param {Uint8Array} bytes a flash with the image alone
   * @returns {Promise<Uint8Array>}
   */
  async made(bytes) {
    if (this.exhibit) {
      const text = new TextEncoder().encode(this.rules);
      return this.askCopy('store', { bytes, files: [{ path: '/exhibit.txt', bytes: text }] });
    }
    const { value } = /** @type {HTMLSelectElement} */ (get('#language'));
    for (const [offset, base64] of this.payload.facts.fresh[value]) {
      bytes.set(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)), offset);
    }
    return bytes;
  }

  /**
   * Report that the browser does not store everything; a kiosk's visitor can do nothing about
   * it.
   * @param {string} name
   * @param {() => string} text
   */
  unsaved(name, text) {
    if (this.kiosk) return;
    notice(name, text, [() => say('saveFlash'), () => this.dialogs.saveFlash()]);
  }

  /** Another tab has taken the handheld. */
  lost() {
    this.launch();
    this.place = 'elsewhere';
    this.stopTape();
    this.power(false);
    this.reach();
    notice('state', '');
    this.offer();
  }

  /** Offer the handheld that is in another tab. */
  offer() {
    notice('taken', () => say('taken'), [() => say('takeIt'), () => this.run()]);
  }

  /** @param {Error | null} error of IndexedDB */
  refused(error) {
    if (error) this.unsaved('store', () => say('refused', error.name));
    else if (!this.kiosk) notice('store', () => say('again'));
  }

  // What the board prints

  /** @param {string} line */
  printed(line) {
    this.onShelf = SHELF.test(line);
    this.shelves += Number(this.onShelf);
    if (this.onShelf) this.left();
    else this.begun(line);
    if (this.onShelf || this.exhibit) {
      this.ready ||= performance.now() - this.started;
    }
    get('#answer').classList.remove('waits');
    this.reader?.line(line);
    return this.onShelf;
  }

  /** The program waits for an answer. */
  stopped() {
    this.onShelf = false;
    this.ready ||= performance.now() - this.started;
    get('#answer').classList.add('waits');
    this.reader?.stop();
    this.notice();
  }

  /** The handheld is on the shelf: no program runs. */
  left() {
    this.tape = '';
    this.answered = false;
    this.paper.leave();
    this.paper.translateWith(() => '');
    clearTimeout(this.noticing);
    if (!this.usb) this.guide?.show('');
  }

  /** @private @type {ReturnType<typeof setTimeout> | undefined} */
  noticing;

  /** A program prints. @param {string} line */
  begun(line) {
    const resumed = RESUMED.exec(line);
    if (resumed) this.tape = resumed[1];
    this.answered ||= resumed !== null || line.startsWith('◊ ');
    clearTimeout(this.noticing);
    this.noticing = setTimeout(() => this.notice(), BEGUN_MS);
  }

  /** Find out which program runs, for the guide. */
  async notice() {
    if (!this.guide || this.usb || this.exhibit) return;
    const session = await this.session();
    if (!session || this.onShelf) return;
    this.guide.show(session.program);
    await this.guide.think();
  }

  /**
   * The session on the handheld, from its tape on the flash.
   * @returns {Promise<{program: string, setup: string, answers: string[], text: string} | null>}
   */
  async session() {
    if (this.onShelf || this.place !== 'here') return null;
    try {
      const flash = await this.machine.ask('flash');
      const names = filesOf(flash.subarray(filesBegin(flash))).filter(({ path }) =>
        /^\/tapes\/\d+-[a-z0-9-]+\.tape$/.test(path),
      );
      const own = names.find(({ path }) => path.endsWith(`/${this.tape}`));
      const [newest] = names.sort((one, other) => (one.path < other.path ? 1 : -1));
      const text = new TextDecoder().decode((own ?? newest).bytes);
      const { program, setup, events } = readTape(text);
      const answers = events.filter(({ answer }) => answer).map((event) => event.text);
      return { program, setup, answers, text };
    } catch {
      return null; // no tape yet, or another image
    }
  }

  // What a person does

  /** Set up language, theme and sound. */
  looks() {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const theme = () => {
      const kept = choices.get('theme') ?? '';
      const known = kept === 'light' || kept === 'dark';
      const chosen = known ? kept : dark.matches ? 'dark' : 'light';
      document.documentElement.dataset.theme = chosen;
      get('#theme').setAttribute('aria-pressed', String(chosen === 'dark'));
    };
    dark.addEventListener('change', theme);
    theme();
    get('#theme').onclick = () => {
      choices.set('theme', document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
      theme();
    };
    const language = /** @type {HTMLSelectElement} */ (get('#language'));
    language.value = wanted(choices.get('language'));
    language.onchange = () => {
      choices.set('language', language.value);
      speak(language.value);
      translateNotices();
      this.library?.draw();
      this.guide?.draw();
    };
    speak(language.value);
    const said = /** @type {HTMLInputElement} */ (get('#said'));
    said.checked = choices.get('said') !== 'no';
    said.onchange = () => {
      choices.set('said', said.checked ? 'yes' : 'no');
      get('#paper').classList.toggle('plain', !said.checked);
      this.paper.follow();
    };
    get('#paper').classList.toggle('plain', !said.checked);
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
      this.attempt(async () => {
        this.send(`${line.value}\n`);
        line.value = '';
      });
    };
    line.onkeydown = (event) => {
      if (event.key === 'Escape') line.blur();
    };
    get('#power').onclick = () => this.power(get('#power').ariaChecked !== 'true');
    get('#reset').onclick = () => {
      if (this.machine.over) return this.power(true);
      get('#power').setAttribute('aria-checked', 'true');
      this.cut();
      return this.machine.ask('reset');
    };
    get('#bootsel').onclick = () => this.dialogs.image();
    get('#print').onclick = () => print();
    get('#tapes').onclick = () => this.dialogs.tapes();
    get('#take').onclick = () => this.dialogs.board();
    get('#about').onclick = () => this.dialogs.about();
    get('#share').onclick = () => this.dialogs.share();
    get('.skip').onclick = (event) => {
      event.preventDefault(); // its address would be followed like the link of a game
      line.focus();
    };
    get('#shelf').onclick = () => get('#library').scrollIntoView();
    get('#full').onclick = () => this.fill(true);
    get('#leave').onclick = () => this.fill(false);
    document.addEventListener('fullscreenchange', () => {
      if (!document.fullscreenElement) this.fill(false);
    });
    addEventListener('hashchange', () => {
      // another handheld gets a fresh page
      if (this.exhibit || isExhibit(location.hash)) location.reload();
      else if (this.place !== 'starting') this.follow(); // else after the start
    });
    this.drops();
  }

  /** Show only the screen and the paper, or the whole page. @param {boolean} full */
  fill(full) {
    const root = document.documentElement;
    root.toggleAttribute('data-full', full);
    if (full) {
      scrollTo(0, 0);
      root.requestFullscreen?.().catch(() => {}); // then the window has to do
    } else if (document.fullscreenElement) document.exitFullscreen();
    this.panel.fit();
    this.paper.follow();
  }

  /** Follow one of the page's own links to a program. @param {string} link */
  open(link) {
    scrollTo(0, 0);
    get('[data-key="OK"]').focus({ preventScroll: true });
    if (location.hash === link) this.follow();
    else location.hash = link;
  }

  drops() {
    const drop = get('#drop');
    let inside = 0;
    const show = () => (drop.hidden = inside <= 0 || this.kiosk);
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
      if (!this.kiosk) this.openFiles([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /**
   * Switch the board off, or on if the handheld is here and no board on USB has its place.
   * @param {boolean} on
   */
  async power(on) {
    if (!this.machine || (on && (this.usb || this.place === 'elsewhere'))) return;
    if (this.machine.over) {
      if (on) await this.run();
      return;
    }
    if (on && this.place !== 'here') return; // it is just being switched on
    get('#power').setAttribute('aria-checked', String(on));
    this.cut();
    await this.machine.ask('power', { on });
  }

  /** Enable what can be used: only a board on USB while another tab has the handheld. */
  reach() {
    get('main').inert = this.place !== 'here' && !this.usb;
    get('.handheld').inert = get('.guide').inert = this.usb !== null;
    get('.machine').inert = this.place !== 'here' || this.usb !== null;
  }

  /** The handheld has been switched on with another flash. */
  adopted() {
    if (this.place !== 'here') return; // another tab has just taken it
    get('#power').setAttribute('aria-checked', 'true');
    this.clear();
  }

  /** Forget the board's state and what it has printed. */
  clear() {
    this.cut();
    this.paper.clear();
  }

  /** Forget the board's state: it goes off or restarts. */
  cut() {
    notice('crash', '');
    this.ready = 0;
    this.paper.cut();
    get('#answer').classList.remove('waits');
  }

  /** @param {string} text for the board that has the paper; raises Refused while that is busy */
  send(text) {
    this.usb?.free();
    if (this.usb) this.usb.send(new TextEncoder().encode(text)).catch(() => {});
    else this.machine.send(text);
  }

  /** Press and release a button. @param {string} name */
  tap(name) {
    return this.hold(name, TAP_MS);
  }

  /** @param {string} name of a button @param {number} ms emulated milliseconds */
  async hold(name, ms) {
    this.machine.button(name, true);
    await this.machine.ask('wait', { ms });
    this.machine.button(name, false);
  }

  async shot() {
    if (this.kiosk) return;
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    saveFile(`pocket-teletype-${stamp}.png`, await this.panel.png());
  }

  // Files, tapes and links

  /**
   * Ask a hidden board with a copy of this one's flash, or with the flash `bytes`; see REQUESTS
   * in emulation.js.
   * @param {string} name
   * @param {{bytes?: Uint8Array, files?: {path: string, bytes: Uint8Array}[],
   *   source?: string}} [what]
   */
  async askCopy(name, what = {}) {
    const worker = new Worker(this.worker);
    const nobody = () => {};
    const listeners = { frame: nobody, serial: nobody, sound: nobody, sectors: nobody };
    const copy = new Machine(worker, { ...listeners, crash: nobody });
    try {
      const given = /^code=([UDLR]{4})$/im.exec(this.rules)?.[1].toUpperCase() ?? '';
      const code = this.exhibit && !what.source ? given : undefined;
      const own = what.bytes ? {} : { bytes: await this.machine.ask('flash'), code };
      return await copy.ask(name, { kinds: this.payload.facts.kinds, ...own, ...what });
    } finally {
      worker.terminate();
    }
  }

  /**
   * Run code on a hidden new board with the page's image; return what it prints.
   * @param {string} source
   * @returns {Promise<string>}
   */
  async askFresh(source) {
    return this.askCopy('run', { bytes: await this.payload.flash(), source });
  }

  /** @returns {Promise<{name: string, text: string}[]>} the handheld's tapes, newest first */
  tapes() {
    return this.askCopy('tapes');
  }

  /**
   * Put files on the flash; meanwhile the handheld is off.
   * @param {{path: string, bytes: Uint8Array}[]} files
   */
  async addFiles(files) {
    this.own();
    await this.power(false);
    try {
      const bytes = await this.askCopy('store', { files });
      this.own(); // it must have been ours all the time
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
   * Open files that a person dropped here or chose.
   * @param {File[]} files
   */
  openFiles(files) {
    return this.attempt(async () => {
      this.own();
      for (const file of files) {
        const [, ending] = /\.(uf2|bin|img)$/.exec(file.name.toLowerCase()) ?? [];
        const bytes = await readFile(file, ending ? LONGEST_FILE : LONGEST_TAPE);
        const [, stem, kind] = /^(.*)\.(mir|lang)$/i.exec(file.name) ?? [];
        if (kind) {
          // a program for the MIR or a language: the board lists what lies on its flash
          const name = stem.replace(/[^\p{L}\p{N}_-]/gu, '_').slice(0, 40);
          const text = kind.toLowerCase() === 'mir' ? 'addedMir' : 'addedLanguage';
          await this.addFiles([{ path: `/${name}.${kind.toLowerCase()}`, bytes }]);
          notice('added', () => say(text, name));
        } else if (ending === 'uf2') await this.dialogs.load(bytes);
        else if (ending) this.dialogs.replace(await this.fitting(bytes));
        else await this.play(new TextDecoder().decode(bytes), file.name);
      }
    });
  }

  /**
   * Return a file's flash in the layout of the current image; a filesystem of the earlier layout
   * is converted.
   * @param {Uint8Array} bytes
   * @returns {Promise<Uint8Array>} raises Refused
   */
  async fitting(bytes) {
    if (bytes.length !== FLASH_SIZE - EARLIER_BEGIN) return bytes;
    const flash = await this.machine.ask('flash');
    const begin = filesBegin(flash);
    if (begin === EARLIER_BEGIN) return bytes;
    flash.fill(0xff, begin);
    try {
      return await this.carried(bytes, flash);
    } catch (error) {
      throw error instanceof NoFilesystem ? new Refused('notFlash') : error;
    }
  }

  /**
   * Play a tape by typing its answers.
   * @param {string} text
   * @param {string} name
   */
  async play(text, name) {
    const tape = readTape(text);
    this.known(tape.program);
    const over = await this.awake();
    if (over()) return;
    this.stopTape();
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
      [() => say('stop'), () => this.stopTape()],
    );
    return reader.begin();
  }

  /** Stop playing the current tape, if there is one. */
  stopTape() {
    const { reader } = this;
    this.reader = null;
    reader?.end(null);
    notice('tape', '');
  }

  /**
   * Require the page's own handheld; raises Refused if a board on USB has its place, another tab
   * has it, or it is still starting.
   */
  own() {
    if (this.usb) throw new Refused('onUsb');
    if (this.place === 'elsewhere') this.offer(); // again, if a person has closed it
    if (this.place !== 'here') throw new Refused(this.place === 'starting' ? 'notYet' : 'elsewhere');
  }

  /**
   * Require the handheld, switched on and started; raises Refused, also if it does not start.
   *
   * @returns {Promise<() => boolean>} tells whether something else has been wanted since
   */
  async awake() {
    this.own();
    const wish = ++this.wishes;
    const over = () => wish !== this.wishes;
    if (get('#power').ariaChecked !== 'true') await this.power(true);
    let patient = true;
    this.machine.ask('wait', { ms: UP_MS }).catch(() => {}).then(() => (patient = false));
    while (!this.ready && !over()) {
      if (!patient) throw new Refused('notUp');
      await new Promise((resolve) => setTimeout(resolve, 20));
      this.own();
    }
    return over;
  }

  readLink() {
    return readLink(location.hash, this.payload.facts.exhibit);
  }

  /** Do what the page's address says. */
  follow() {
    return this.attempt(async () => {
      const link = this.readLink();
      if (!link || link.kind === 'exhibit') return;
      const text = link.kind === 'tape' ? await unpackTape(link.packed) : '';
      // fail before anything changes
      this.known(link.kind === 'tape' ? readTape(text).program : link.line);
      const over = await this.awake();
      if (over()) return;
      const before = this.answered ? await this.session() : null;
      history.replaceState(FOLLOWED, '');
      if (link.kind === 'tape') await this.play(text, '#tape');
      else {
        this.stopTape();
        await open(this.handheld, link.line, over);
      }
      if (before) this.kept(before);
    });
  }

  /**
   * Require that a line starts with the name of a program; raises Refused.
   * @param {string} line
   */
  known(line) {
    const [name] = line.split(' ');
    const { programs } = this.payload.facts;
    if (programs.some((each) => each.name === name)) return;
    const refused = new Refused('noProgram', name);
    refused.details.push(programs.map((each) => each.name).join(', ')); // whole: it is our own
    throw refused;
  }

  /**
   * Say that a game was left for a link, and offer the way back.
   * @param {{program: string, text: string}} before
   */
  kept({ program, text }) {
    if (!this.library) return;
    const title = () => this.library.told(program).title;
    notice('kept', () => say('kept', title()), [
      () => say('goBack'),
      () => {
        notice('kept', '');
        this.attempt(async () => {
          await this.play(text, title());
          if (this.reader) this.reader.hurried = true;
          this.machine.ask('hurry', { on: true });
        });
      },
    ]);
  }

  /**
   * Do something that may be refused, and show why.
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
