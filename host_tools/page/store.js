// SPDX-License-Identifier: MIT
/**
 * The board's flash in the browser's IndexedDB: closing the page is like a power cut, and
 * nothing that was confirmed is lost.
 *
 * Sectors are stored in the order in which they were written, those of one turn of the emulation
 * in one transaction. So the stored state is always one that the flash had at some moment. A
 * loaded image is stored together with what it changes.
 *
 * There is one handheld, however many tabs. Its tab holds a browser lock that another tab can
 * steal. A tab may be asleep, or the browser may have no locks. So each transaction first checks
 * the record `holder` to see whether the handheld is still this tab's. A page from a server
 * without TLS has no locks; there the tab opened last has the handheld.
 */

import { FLASH_SIZE, SECTOR, starts } from './image.js';

/** Name of the handheld's database, one per chip; an exhibit appends a name of its own. */
const NAME = CHIP === 'RP2350' ? 'pocket-teletype-rp2350' : 'pocket-teletype';
/** Milliseconds until a browser that refused is asked again. */
const AGAIN_MS = 20_000;

/** @typedef {import('./machine.js').Sector} Sector */
/** @typedef {{image: Uint8Array | null, sectors: [number, Uint8Array][], damaged: number}} Found */

/**
 * @typedef {object} Listeners
 * @property {() => void} lost another tab has taken the handheld
 * @property {(error: DOMException | Error | null) => void} refused the browser does not store
 *   what was written; null: it stores again
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
     * Sectors by offset, and the image (null: the page's own), that are not stored yet.
     * @type {Map<number | 'image', Uint8Array | null>}
     */
    this.late = new Map();
    /** Whether `holder` in the browser also says so. */
    this.claimed = false;
    this.writing = false;
    this.refusing = false;
    /** Number of stored sectors and images, for the figures and the tests. */
    this.stored = 0;
    /** @private how often this tab took the lock */
    this.locked = 0;
    database.onversionchange = () => {
      database.close();
      this.lose();
    };
  }

  /**
   * @param {Listeners} listeners
   * @param {string} [of] suffix of the name for an exhibit's handheld
   * @returns {Promise<Store>} Raises IndexedDB's errors if it is not available.
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

  /** @private Take the lock from any tab, and hold it until another tab takes it. */
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
   * Take the handheld, from another tab if necessary, and read its flash.
   *
   * @returns {Promise<Found>} Invalid sectors are left out and counted; then everything that was
   *   found is also kept separately.
   */
  async take() {
    this.lock();
    this.holds = true;
    this.claimed = true;
    let found = null;
    try {
      found = await this.read(this.begin(), true);
    } catch (error) {
      // A browser without space refuses to write, but can still be read.
      this.claimed = false;
      this.refusing = true;
      this.listeners.refused(/** @type {Error} */ (error));
      found = await this.read(this.begin('readonly'), false);
      this.again();
    }
    // What this tab could not store yet, if it has had the handheld before.
    for (const [key, bytes] of this.late) {
      if (key === 'image') found.image = bytes;
      else found.sectors.push([key, /** @type {Uint8Array} */ (bytes)]);
    }
    return found;
  }

  /** @private Ask a browser that refuses again after a while. */
  again() {
    clearTimeout(this.timer);
    if (this.refusing && this.holds) this.timer = setTimeout(() => this.flush(), AGAIN_MS);
  }

  /**
   * Read what is stored.
   * @private
   * @param {ReturnType<Store['begin']>} transaction
   * @param {boolean} writes whether the store may be changed
   * @returns {Promise<Found>}
   */
  async read({ rest, facts, sectors: store, damaged: aside }, writes) {
    const end = finished(rest);
    end.catch(() => {}); // awaited below
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
   * @param {Uint8Array | null} [image] a loaded image; null: the page's own again
   */
  write(sectors, image) {
    if (!this.holds) return;
    for (const { offset, bytes } of sectors) this.late.set(offset, bytes);
    if (image !== undefined) this.late.set('image', image);
    this.flush();
  }

  /** Store everything that is not in the browser yet. */
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
   * Replace all stored sectors by others and keep the old ones separately.
   * @param {[number, Uint8Array][]} sectors
   * @param {[number, Uint8Array][]} old Raises IndexedDB's errors; then nothing has changed.
   */
  async replace(sectors, old) {
    await this.change(({ sectors: store, damaged }) => {
      damaged.put({ keys: old.map(([at]) => at), values: old.map(([, bytes]) => bytes) }, Date.now());
      store.clear();
      for (const [offset, bytes] of sectors) store.put(bytes, offset);
    });
  }

  /**
   * Run one transaction, if the handheld is still in this tab.
   * @private
   * @param {(stores: {sectors: IDBObjectStore, facts: IDBObjectStore, damaged: IDBObjectStore}) => void}
   *   work
   */
  async change(work) {
    const { rest, facts, sectors, damaged } = this.begin();
    const end = finished(rest);
    end.catch(() => {}); // awaited below
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
  value instanceof Uint8Array &&
  value.length <= FLASH_SIZE &&
  value.length % SECTOR === 0 &&
  starts(value);

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
