// SPDX-License-Identifier: MIT
/**
 * MicroPython's raw REPL: Python code is run on a board, and what it prints comes back.
 *
 * The board may be a real one behind a serial port, or an emulated one: a stream is all that is
 * needed. Protocol: MicroPython's documentation, "The raw REPL mode". The firmware is stopped by
 * Ctrl-C and started again by a soft reset, as mpremote does it.
 */

/**
 * @typedef {object} Stream
 * @property {(bytes: Uint8Array) => void | Promise<void>} write
 * @property {() => Promise<Uint8Array | null>} read what has come; null if nothing did for long
 */

const BANNER = 'raw REPL; CTRL-B to exit\r\n>';
const SLICE = 256; // bytes of code at a time, which a board's buffer takes

export class DeviceError extends Error {}

/** Python code on the board has raised this; the talk can go on. */
export class Raised extends DeviceError {}

export class Device {
  /** @param {Stream} stream */
  constructor(stream) {
    this.stream = stream;
    /** @private */
    this.seen = '';
    /** @private */
    this.decoder = new TextDecoder();
  }

  /** @param {string} text */
  async write(text) {
    await this.stream.write(new TextEncoder().encode(text));
  }

  /**
   * Everything up to and with `mark`.
   * @param {string} mark
   */
  async until(mark) {
    for (;;) {
      const at = this.seen.indexOf(mark);
      if (at >= 0) {
        const text = this.seen.slice(0, at + mark.length);
        this.seen = this.seen.slice(at + mark.length);
        return text;
      }
      const bytes = await this.stream.read();
      if (!bytes) throw new DeviceError('the board does not answer');
      this.seen += this.decoder.decode(bytes, { stream: true });
    }
  }

  /** Stop what runs there and open the raw REPL. */
  async enter() {
    for (let attempt = 0; ; attempt++) {
      await this.write('\r\x03\x03\x01');
      try {
        await this.until(BANNER);
        return;
      } catch (error) {
        if (attempt === 2) throw error; // a board that has just started loses the first ones
      }
    }
  }

  /**
   * Begin to run code; what it prints is read with `until`, up to the end mark \x04.
   * @param {string} code
   */
  async begin(code) {
    const bytes = new TextEncoder().encode(code);
    for (let at = 0; at < bytes.length; at += SLICE) {
      await this.stream.write(bytes.slice(at, at + SLICE));
    }
    await this.write('\x04');
    await this.until('OK');
  }

  /**
   * Run code; returns what it printed.
   * @param {string} code
   */
  async run(code) {
    await this.begin(code);
    const output = (await this.until('\x04')).slice(0, -1);
    const error = (await this.until('\x04')).slice(0, -1);
    await this.until('>');
    if (error) throw new Raised(error.trim().split('\n').pop());
    return output.replaceAll('\r\n', '\n');
  }

  /** The firmware starts anew. */
  async leave() {
    await this.write('\x02');
    await this.write('\x04');
  }

  /** @returns {Promise<string[]>} the names of the tapes, the newest first */
  async tapes() {
    const code = `
import os
try:
    for name, kind, *_ in os.ilistdir("/tapes"):
        if kind == 0x8000 and ".tape" in name: print(name)
except OSError: pass`;
    const names = (await this.run(code)).split('\n').filter(Boolean);
    return names.sort().reverse();
  }

  /**
   * @returns {Promise<{name: string, text: string}[]>} the tapes that can be read, the newest first
   */
  async allTapes() {
    const found = [];
    for (const name of await this.tapes()) {
      try {
        found.push({ name, text: new TextDecoder().decode(await this.read(`/tapes/${name}`)) });
      } catch (error) {
        if (!(error instanceof Raised)) throw error;
      }
    }
    return found;
  }

  /** @param {string} path @returns {Promise<Uint8Array>} */
  async read(path) {
    const code = `
import binascii
with open(${quoted(path)}, "rb") as f:
    while True:
        data = f.read(192)
        if not data: break
        print(binascii.b2a_base64(data).decode(), end="")`;
    const parts = (await this.run(code)).split('\n').map((line) => atob(line));
    return Uint8Array.from(parts.join(''), (character) => character.charCodeAt(0));
  }

  /** @param {string} path @param {Uint8Array} bytes */
  async store(path, bytes) {
    const parts = path.split('/').slice(0, -1);
    const folders = parts.map((_, count) => quoted(parts.slice(0, count + 1).join('/')));
    await this.run(`
import os, binascii
for folder in (${folders.slice(1).map((folder) => `${folder},`).join('')}):
    try: os.mkdir(folder)
    except OSError: pass
f = open(${quoted(path)}, "wb")`);
    for (let at = 0; at < bytes.length; at += 192) {
      const part = btoa(String.fromCharCode(...bytes.subarray(at, at + 192)));
      await this.run(`f.write(binascii.a2b_base64("${part}"))`);
    }
    await this.run('f.close()');
  }
}

/** @param {string} text as a Python string */
const quoted = (text) =>
  `"${text.replace(/[\\"\x00-\x1f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
