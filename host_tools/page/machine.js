// SPDX-License-Identifier: MIT
/** The page's end of the connection to the Worker in emulation.js. */

import { Refused } from './image.js';

/** @typedef {{offset: number, bytes: Uint8Array}} Sector */

/**
 * Callbacks for the Worker's reports, by name.
 * @typedef {object} Listeners
 * @property {(what: {width: number, height: number, pixels: Uint8Array, contrast: number}) => void}
 *   frame
 * @property {(what: {bytes: Uint8Array, at: number}) => void} serial
 * @property {(what: {edges: Float64Array, until: number}) => void} sound
 * @property {(what: {sectors: Sector[], image?: Uint8Array}) => void} sectors
 * @property {(what: {why: string}) => void} crash
 */

export class Machine {
  /**
   * @param {Worker} worker
   * @param {Listeners} listeners
   */
  constructor(worker, listeners) {
    this.worker = worker;
    this.count = 0;
    /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    /** Why the Worker does not answer any more; a new one is needed then. */
    this.over = '';
    worker.onmessage = ({ data }) => {
      if (data.type !== 'answer') {
        listeners[/** @type {keyof Listeners} */ (data.type)](data);
        return;
      }
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error) waiting?.reject(new Refused(data.error.text, ...data.error.details));
      else waiting?.resolve(data.answer);
    };
    worker.onerror = (event) => {
      this.over = event.message || 'Worker';
      worker.terminate();
      for (const { reject } of this.waiting.values()) reject(new Refused('crash', this.over));
      this.waiting.clear();
      listeners.crash({ why: this.over });
    };
  }

  /**
   * Send a request; see REQUESTS in emulation.js.
   * @param {string} name
   * @param {object} [what]
   * @param {Transferable[]} [given] parts of it that are handed over, not copied
   * @returns {Promise<any>} the answer; raises Refused
   */
  ask(name, what = {}, given = []) {
    if (this.over) return Promise.reject(new Refused('crash', this.over));
    const id = ++this.count;
    this.worker.postMessage({ id, ask: name, what }, given);
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  /** @param {string} name of the button @param {boolean} down */
  button(name, down) {
    this.worker.postMessage({ ask: 'button', what: { name, down } });
  }

  /** @param {string} text sent by a computer at the other end of the cable */
  send(text) {
    this.worker.postMessage({ ask: 'send', what: { bytes: new TextEncoder().encode(text) } });
  }
}
