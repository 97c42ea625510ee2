// SPDX-License-Identifier: MIT
/**
 * A real board on USB, via the Web Serial API: its paper, answers to it, its tapes, and a check
 * against the reference tapes. The protocol is that of `host_tools pull` and `check`.
 */

import { Device, DeviceError } from './device.js';
import { Refused } from './image.js';
import { readTape, same } from './tape.js';

/** Milliseconds without a byte after which the board counts as dead. */
const SILENCE_MS = 10_000;
/** Vendors of boards: Raspberry Pi; Espressif and makers of serial chips on ESP32 boards. */
const VENDORS = [0x2e8a, 0x303a, 0x10c4, 0x1a86].map((usbVendorId) => ({ usbVendorId }));

export class Usb {
  /**
   * @param {SerialPort} port an open port
   * @param {(bytes: Uint8Array) => void} onBytes called with the paper
   * @param {(why: string) => void} onEnd called when the board is gone
   */
  constructor(port, onBytes, onEnd) {
    this.port = port;
    this.onBytes = onBytes;
    /** @private @type {Uint8Array[]} */
    this.read = [];
    /** @private @type {(() => void) | null} */
    this.wake = null;
    /** Whether the page's own code uses the port, instead of the paper. */
    this.busy = false;
    /** @private @type {ReadableStreamDefaultReader<Uint8Array> | null} */
    this.reader = null;
    /** Whether the board is gone. */
    this.over = false;
    const end = (/** @type {string} */ why) => {
      this.over = true;
      this.wake?.();
      onEnd(why);
    };
    this.pump().then(
      () => end(''),
      (error) => end(error.message),
    );
  }

  /**
   * Let the person choose a board, and open it.
   * @returns {Promise<SerialPort | null>} null if none was chosen; raises Refused
   */
  static async choose() {
    try {
      const port = await navigator.serial.requestPort({ filters: VENDORS });
      await port.open({ baudRate: 115200 });
      return port;
    } catch (error) {
      const { name } = /** @type {Error} */ (error);
      if (name === 'NotFoundError') return null; // the browser's own dialog was closed
      if (name === 'NetworkError') throw new Refused('busy');
      throw error;
    }
  }

  /** @private */
  async pump() {
    let why = null;
    // After an overrun or the like a new stream follows; if the board is gone, none does.
    for (let seen = null; this.port.readable && this.port.readable !== seen; ) {
      seen = this.port.readable;
      this.reader = seen.getReader();
      try {
        for (;;) {
          const { done, value } = await this.reader.read();
          if (done) return;
          if (this.busy) {
            this.read.push(value);
            this.wake?.();
          } else this.onBytes(value);
        }
      } catch (error) {
        why = error;
      } finally {
        this.reader.releaseLock();
      }
    }
    await this.port.close().catch(() => {}); // so that it can be opened again
    if (why) throw why;
  }

  /** @param {Uint8Array} bytes */
  async send(bytes) {
    if (this.over) throw new DeviceError('the board has gone');
    const writer = /** @type {WritableStream<Uint8Array>} */ (this.port.writable).getWriter();
    try {
      await writer.write(bytes);
    } finally {
      writer.releaseLock();
    }
  }

  /** Raises Refused while the page's own code uses the port and must not be interrupted. */
  free() {
    if (this.busy) throw new Refused('talking');
  }

  async close() {
    await this.reader?.cancel();
    await this.port.close();
  }

  /**
   * Use the board's raw REPL; afterwards its firmware restarts.
   * @template T
   * @param {(device: Device) => Promise<T>} work
   * @returns {Promise<T>} Raises Refused, also if the raw REPL is already in use.
   */
  async with(work) {
    this.free();
    this.busy = true;
    const device = new Device({
      write: (bytes) => this.send(bytes),
      read: async () => {
        if (!this.read.length && !this.over) {
          await new Promise((resolve) => {
            const timer = setTimeout(resolve, SILENCE_MS);
            this.wake = () => {
              clearTimeout(timer);
              resolve(null);
            };
          });
        }
        return this.read.shift() ?? null;
      },
    });
    try {
      await device.enter();
      return await work(device);
    } catch (error) {
      if (this.over) throw new Refused('noAnswer', 'the board has gone');
      if (error instanceof DeviceError) throw new Refused('noAnswer', error.message);
      throw error;
    } finally {
      await device.leave().catch(() => {});
      this.read.length = 0;
      this.busy = false;
    }
  }

  /** @returns {Promise<{name: string, text: string}[]>} */
  tapes() {
    return this.with((device) => device.allTapes());
  }

  /**
   * Replay tapes on the board.
   * @param {Record<string, string>} tapes by name
   * @param {(line: string) => void} report called with one line per tape
   * @returns {Promise<[number, number]>} the number of passed and of failed tapes
   */
  check(tapes, report) {
    return this.with(async (device) => {
      await device.run('from teletype.handheld.parts import remote'); // without it all would fail
      const count = { passed: 0, failed: 0 };
      for (const [name, text] of Object.entries(tapes)) {
        const difference = await replay(device, text);
        count[difference ? 'failed' : 'passed']++;
        report(difference ? `FAIL ${name}: ${difference}` : `ok ${name}`);
      }
      return /** @type {[number, number]} */ ([count.passed, count.failed]);
    });
  }
}

/**
 * Replay one tape with the protocol of firmware/teletype/handheld/parts/remote.py.
 * @param {Device} device
 * @param {string} text
 * @returns {Promise<string>} the difference, or the error that ended the program; else empty
 */
async function replay(device, text) {
  const tape = readTape(text);
  const python = (/** @type {string} */ word) => JSON.stringify(word);
  const setup = `${python(tape.program)}, ${python(tape.setup)}`;
  await device.begin(`from teletype.handheld.parts import remote; remote.serve(${setup})`);
  let difference = '';
  for (let at = 0; !difference; at++) {
    const line = (await device.until('\n')).replace(/\r?\n$/, '');
    const event = tape.events[at];
    const [sign, said] = [line[0], line.slice(1)];
    if (line.startsWith('\x04')) {
      const traceback = (await device.until('\x04')).slice(0, -1).trim();
      await device.until('>');
      return traceback.split('\n').pop() ?? '';
    }
    if (sign === '?' && event?.answer) {
      await device.write(`${event.text}\n`);
      const taken = (await device.until('\n')).replace(/\r?\n$/, '');
      if (!taken.startsWith('<')) difference = `${at + 1}: > ${event.text} / ${taken}`;
    } else if (sign === '.' || (sign === '?' && !event)) {
      if (event) difference = `${at + 1}: ${event.text} / ${line}`;
      break;
    } else if (sign !== '|' || event?.answer !== false || !same(said, event.text)) {
      difference = `${at + 1}: ${event?.text ?? ''} / ${line}`;
    }
  }
  await device.write('\x03');
  await device.until('\x04');
  await device.until('\x04');
  await device.until('>');
  return difference;
}
