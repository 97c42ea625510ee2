// SPDX-License-Identifier: MIT
/**
 * MicroPython's raw REPL: runs Python code on a board and returns what it prints.
 *
 * The board may be real, behind a serial port, or emulated; a stream is all that is needed.
 * Protocol: MicroPython's documentation, "The raw REPL mode". Like mpremote, Ctrl-C stops the
 * firmware and a soft reset restarts it.
 */

/**
 * @typedef {object} Stream
 * @property {(bytes: Uint8Array) => void | Promise<void>} write
 * @property {() => Promise<Uint8Array | null>} read returns new bytes; null after a long silence
 */

const BANNER = 'raw REPL; CTRL-B to exit\r\n>';
const SLICE = 256; // bytes of code sent at a time, which fit into a board's buffer

export class DeviceError extends Error {}

/** Python code on the board has raised an exception; the connection can still be used. */
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
   * Read everything up to and including `mark`.
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

  /** Stop the running program and open the raw REPL. */
  async enter() {
    for (let attempt = 0; ; attempt++) {
      await this.write('\r\x03\x03\x01');
      try {
        await this.until(BANNER);
        return;
      } catch (error) {
        if (attempt === 2) throw error; // a board that has just started loses the first bytes
      }
    }
  }

  /**
   * Start running code; read its output with `until`, up to the end mark \x04.
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
   * Run code and return what it printed.
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

  /** Restart the firmware. */
  async leave() {
    await this.write('\x02');
    await this.write('\x04');
  }

  /** @returns {Promise<string[]>} the names of the tapes, newest first */
  async tapes() {
    const code = `
import os
try:
    for name, kind, *_ in os.ilistdir(b"/tapes"): # as bytes: a name may not be UTF-8
        try:
            if kind == 0x8000 and b".tape" in name: print(str(name, "utf-8"))
        except UnicodeError: pass
except OSError: pass`;
    const names = (await this.run(code)).split('\n').filter(Boolean);
    return names.sort().reverse();
  }

  /**
   * @returns {Promise<{name: string, text: string}[]>} the readable tapes, newest first
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

/** @param {string} text returned as a Python string literal */
const quoted = (text) =>
  `"${text.replace(/[\\"\x00-\x1f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`;
