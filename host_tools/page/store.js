// SPDX-License-Identifier: MIT
/**
 * What the board has written to its flash, in the browser's IndexedDB: closing the page is a power
 * cut, and nothing that was confirmed is lost.
 *
 * Sectors go there in the order in which they were written, all of a turn of the machine in one
 * transaction, so that what is found is always what the flash was at some moment. An image that was
 * loaded goes there together with what it changes.
 *
 * There is one handheld, however many tabs. The tab that has it holds a lock of the browser's, which
 * another one can steal; and each transaction first looks whether the handheld is still this tab's,
 * in the record `holder`: a tab may be asleep, or the browser have no locks (it has none for a page
 * from a server without TLS; then the tab that was opened last has the handheld).
 */

import { FLASH_SIZE, SECTOR } from './image.js';

/** Of the handheld, another one for each chip; an exhibit has a name of its own behind this. */
const NAME = CHIP === 'RP2350' ? 'pocket-teletype-rp2350' : 'pocket-teletype';
/** Milliseconds after which a browser that refused is asked again. */
const AGAIN_MS = 20_000;

/** @typedef {import('./machine.js').Sector} Sector */
/** @typedef {{image: Uint8Array | null, sectors: [number, Uint8Array][], damaged: number}} Found */

/**
 * @typedef {object} Listeners
 * @property {() => void} lost another tab has the handheld now
 * @property {(error: DOMException | Error | null) => void} refused the browser does not take what
 *   was written; null: it does again
 */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

export class Store {
  /**
   * @param {IDBDatabase} database
   * @param {Listeners} listeners
   */
  constructor(database, listeners) {
    this.database = database;
    this.listeners = listeners;
    this.me = crypto.getRandomValues(new Uint32Array(2)).join('-');
    /** Whether the handheld is in this tab. */
    this.holds = false;
    /**
     * Sectors by their offset, and the image (null: the page's own), that are not in the browser yet.
     * @type {Map<number | 'image', Uint8Array | null>}
     */
    this.late = new Map();
    /** Whether that stands in the browser, too. */
    this.claimed = false;
    this.writing = false;
    this.refusing = false;
    /** Sectors and images that were stored, for the figures and the tests. */
    this.stored = 0;
    /** @private how often the lock was taken here */
    this.locked = 0;
    database.onversionchange = () => {
      database.close();
      this.lose();
    };
  }

  /**
   * @param {Listeners} listeners
   * @param {string} [of] what is behind the name of an exhibit's handheld
   * @returns {Promise<Store>} Raises what IndexedDB raises where there is none.
   */
  static async open(listeners, of = '') {
    const request = indexedDB.open(NAME + of, 1);
    request.onupgradeneeded = () => {
      for (const name of ['sectors', 'facts', 'damaged']) request.result.createObjectStore(name);
    };
    return new Store(await done(request), listeners);
  }

  /** @private @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @private Take the lock, whoever has it, and hold it until another tab does so. */
  lock() {
    const turn = ++this.locked;
    const forever = new Promise(() => {});
    navigator.locks?.request(this.database.name, { steal: true }, () => forever).catch(() => {
      if (turn === this.locked) this.lose();
    });
  }

  /** @private */
  lose() {
    this.holds = false;
    this.late.clear();
    this.listeners.lost();
  }

  /** Whether another tab has the handheld. */
  async taken() {
    const locks = await navigator.locks?.query();
    return locks?.held?.some(({ name }) => name === this.database.name) ?? false;
  }

  /**
   * Take the handheld, from another tab if need be, and what is on its flash.
   *
   * @returns {Promise<Found>} What is no sector is left out and counted; then everything that was
   *   found is also kept in a place of its own.
   */
  async take() {
    this.lock();
    this.holds = true;
    this.claimed = true;
    let found = null;
    try {
      found = await this.read(this.begin(), true);
    } catch (error) {
      // A browser without room refuses to write, but what it has can still be read.
      this.claimed = false;
      this.refusing = true;
      this.listeners.refused(/** @type {Error} */ (error));
      found = await this.read(this.begin('readonly'), false);
      this.again();
    }
    // What this tab could not put there yet; there is some if it has had the handheld before.
    for (const [key, bytes] of this.late) {
      if (key === 'image') found.image = bytes;
      else found.sectors.push([key, /** @type {Uint8Array} */ (bytes)]);
    }
    return found;
  }

  /** @private A browser that refuses is asked once more after a while. */
  again() {
    clearTimeout(this.timer);
    if (this.refusing && this.holds) this.timer = setTimeout(() => this.flush(), AGAIN_MS);
  }

  /**
   * What is there.
   * @private
   * @param {ReturnType<Store['begin']>} transaction
   * @param {boolean} writes whether it may be changed
   * @returns {Promise<Found>}
   */
  async read({ rest, facts, sectors: store, damaged: aside }, writes) {
    const end = finished(rest);
    end.catch(() => {}); // it is waited for below
    if (writes) facts.put(this.me, 'holder');
    let image = await done(facts.get('image'));
    const [keys, values] = [await done(store.getAllKeys()), await done(store.getAll())];
    /** @type {[number, Uint8Array][]} */
    const sectors = [];
    let damaged = 0;
    const whole = image;
    if (image !== undefined && !isImage(image)) {
      damaged++;
      image = undefined;
      if (writes) facts.delete('image');
    }
    keys.forEach((key, at) => {
      if (sound(key, values[at])) sectors.push([/** @type {number} */ (key), values[at]]);
      else {
        damaged++;
        if (writes) store.delete(key);
      }
    });
    if (damaged && writes) aside.put({ image: whole, keys, values }, Date.now());
    await end;
    return { image: image ?? null, sectors, damaged };
  }

  /** @private @param {IDBTransactionMode} mode */
  begin(mode = 'readwrite') {
    const rest = this.database.transaction(['sectors', 'facts', 'damaged'], mode);
    const [sectors, facts, damaged] = ['sectors', 'facts', 'damaged'].map((name) => rest.objectStore(name));
    return { rest, facts, sectors, damaged };
  }

  /**
   * @param {Sector[]} sectors the newest contents
   * @param {Uint8Array | null} [image] that was loaded; null: the page's own again
   */
  write(sectors, image) {
    if (!this.holds) return;
    for (const { offset, bytes } of sectors) this.late.set(offset, bytes);
    if (image !== undefined) this.late.set('image', image);
    this.flush();
  }

  /** Put into the browser what is not there yet. */
  async flush() {
    if (this.writing) return;
    this.writing = true;
    while (this.holds && (this.late.size || this.refusing)) {
      const parts = [...this.late];
      this.late.clear();
      try {
        await this.change(({ facts, sectors }) => {
          for (const [key, bytes] of parts) {
            if (key !== 'image') sectors.put(bytes, key);
            else if (bytes) facts.put(bytes, key);
            else facts.delete(key);
          }
        });
        this.stored += parts.length;
      } catch (error) {
        for (const [key, bytes] of parts) {
          if (!this.late.has(key)) this.late.set(key, bytes);
        }
        if (!this.refusing) this.listeners.refused(/** @type {Error} */ (error));
        this.refusing = true;
        break;
      }
      if (this.refusing) {
        this.refusing = false;
        this.listeners.refused(null);
      }
    }
    this.writing = false;
    this.again();
  }

  /**
   * Put other sectors into the place of all that are there, which are kept in a place of their own.
   * @param {[number, Uint8Array][]} sectors
   * @param {[number, Uint8Array][]} old Raises what IndexedDB raises; then nothing has changed.
   */
  async replace(sectors, old) {
    await this.change(({ sectors: store, damaged }) => {
      damaged.put({ keys: old.map(([at]) => at), values: old.map(([, bytes]) => bytes) }, Date.now());
      store.clear();
      for (const [offset, bytes] of sectors) store.put(bytes, offset);
    });
  }

  /**
   * One transaction, if the handheld is still in this tab.
   * @private
   * @param {(stores: {sectors: IDBObjectStore, facts: IDBObjectStore, damaged: IDBObjectStore}) => void}
   *   work
   */
  async change(work) {
    const { rest, facts, sectors, damaged } = this.begin();
    const end = finished(rest);
    end.catch(() => {}); // it is waited for below
    if (!this.claimed) facts.put(this.me, 'holder');
    else if ((await done(facts.get('holder'))) !== this.me) {
      rest.abort();
      this.lose();
      return;
    }
    work({ sectors, facts, damaged });
    await end;
    this.claimed = true;
  }
}

/** @param {unknown} value */
const isImage = (value) =>
  value instanceof Uint8Array && value.length <= FLASH_SIZE && value.length % SECTOR === 0;

/** @param {IDBValidKey} key @param {unknown} value */
const sound = (key, value) =>
  typeof key === 'number' &&
  key % SECTOR === 0 &&
  key >= 0 &&
  key < FLASH_SIZE &&
  value instanceof Uint8Array &&
  value.length === SECTOR;

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = transaction.onabort = () =>
      reject(transaction.error ?? new Error('aborted'));
  });
