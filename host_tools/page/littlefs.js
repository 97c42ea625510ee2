// SPDX-License-Identifier: MIT
/**
 * Reader for the files in a littlefs. It carries over the files of an earlier version's flash,
 * which lie where the image is now. Format: littlefs's SPEC.md, version 2.1.
 */

const BLOCK = 4096;
/** The types of tags that matter here, without low bits that carry further information. */
const [NAME, STRUCT, SPLICE, CRC, TAIL] = [0x000, 0x200, 0x400, 0x500, 0x600];
const [FILE, FOLDER] = [0x001, 0x002];
const [FOLDER_STRUCT, INLINE_STRUCT, LIST_STRUCT] = [0x200, 0x201, 0x202];
const [CREATE, DELETE] = [0x401, 0x4ff];
/** The size in a tag that deletes its entry. */
const GONE = 0x3ff;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** @param {number} crc @param {Uint8Array} bytes */
function crc32(crc, bytes) {
  for (const byte of bytes) crc = (crc >>> 8) ^ TABLE[(crc ^ byte) & 0xff];
  return crc >>> 0;
}

/**
 * @typedef {{kind: number, name: string, struct: number, data: Uint8Array}} Entry
 * @typedef {{revision: number, entries: Entry[], tail: [number, number] | null, goesOn: boolean}} Log
 */

/** There is no littlefs, or it cannot be read. */
export class NoFilesystem extends Error {}

class Littlefs {
  /** @param {Uint8Array} image */
  constructor(image) {
    this.image = image;
    this.view = new DataView(image.buffer, image.byteOffset, image.byteLength);
    /** @type {Set<number>} first blocks of metadata already read, to detect cycles */
    this.seen = new Set();
  }

  /** @param {number} number */
  block(number) {
    const start = number * BLOCK;
    if (start + BLOCK > this.image.length) throw new NoFilesystem(`block ${number}`);
    return this.image.subarray(start, start + BLOCK);
  }

  /**
   * Read one block of metadata: its commits up to the last complete one.
   * @param {number} number
   * @returns {Log | null} null if there is none
   */
  log(number) {
    const bytes = this.block(number);
    const at = number * BLOCK;
    const entry = () => ({ kind: 0, name: '', struct: 0, data: new Uint8Array() });
    /** @type {Log} */
    let now = {
      revision: this.view.getUint32(at, true), entries: [], tail: null, goesOn: false,
    };
    /** @type {Log | null} */
    let whole = null;
    let crc = crc32(0xffffffff, bytes.subarray(0, 4));
    let before = 0xffffffff;
    for (let offset = 4; offset + 4 <= BLOCK; ) {
      const tag = (this.view.getUint32(at + offset) ^ before) >>> 0;
      const [type, id, size] = [(tag >>> 20) & 0x7ff, (tag >>> 10) & 0x3ff, tag & 0x3ff];
      const end = offset + 4 + (size === GONE ? 0 : size);
      if (tag >>> 31 || end > BLOCK) break;
      const data = bytes.subarray(offset + 4, end);
      if ((type & 0x780) === CRC) {
        crc = crc32(crc, bytes.subarray(offset, offset + 4));
        if (crc !== this.view.getUint32(at + offset + 4, true)) break;
        whole = { ...now, entries: now.entries.map((each) => ({ ...each })) };
        before = (tag ^ ((type & 1) << 31)) >>> 0;
        crc = 0xffffffff;
        offset = end;
        continue;
      }
      crc = crc32(crc, bytes.subarray(offset, end));
      before = tag;
      offset = end;
      const { entries } = now;
      if ((type & 0x700) === NAME) {
        while (entries.length <= id) entries.push(entry());
        Object.assign(entries[id], { kind: type, name: new TextDecoder().decode(data) });
      } else if ((type & 0x700) === STRUCT && id < entries.length) {
        Object.assign(entries[id], { struct: type, data });
      } else if (type === CREATE) entries.splice(id, 0, entry());
      else if (type === DELETE) entries.splice(id, 1);
      else if ((type & 0x700) === SPLICE) throw new NoFilesystem(`tag ${type}`);
      else if ((type & 0x700) === TAIL) now = { ...now, tail: pair(data), goesOn: !!(type & 1) };
    }
    return whole;
  }

  /**
   * Return the entries of a folder.
   * @param {[number, number] | null} blocks its first pair of blocks
   * @returns {Entry[]}
   */
  folder(blocks) {
    const found = [];
    for (let next = blocks; next; ) {
      if (this.seen.has(next[0])) throw new NoFilesystem('a circle');
      next.forEach((number) => this.seen.add(number));
      const [one, other] = next.map((number) => this.log(number));
      if (!one && !other) throw new NoFilesystem(`no metadata in ${next}`);
      // revisions are compared as sequence numbers, which may wrap around
      const newer = one && (!other || ((one.revision - other.revision) | 0) > 0) ? one : other;
      const log = /** @type {Log} */ (newer);
      found.push(...log.entries);
      next = log.goesOn ? log.tail : null;
    }
    return found;
  }

  /** @param {Entry} entry @returns {Uint8Array} */
  content({ struct, data }) {
    if (struct === INLINE_STRUCT) return data.slice();
    if (struct !== LIST_STRUCT) return new Uint8Array();
    const [head, size] = pair(data);
    if (size > this.image.length) throw new NoFilesystem('a file');
    const bytes = new Uint8Array(size);
    // each block begins with pointers; the first leads to the block before
    const pointers = (/** @type {number} */ index) => (index ? 32 - Math.clz32(index & -index) : 0);
    const starts = [0];
    for (let index = 0; starts[index] + BLOCK - 4 * pointers(index) < size; index++) {
      starts.push(starts[index] + BLOCK - 4 * pointers(index));
    }
    let number = head;
    for (let index = starts.length - 1; index >= 0; index--) {
      const block = this.block(number);
      const begin = 4 * pointers(index);
      bytes.set(block.subarray(begin, begin + Math.min(size - starts[index], BLOCK - begin)), starts[index]);
      if (index) number = this.view.getUint32(number * BLOCK, true);
    }
    return bytes;
  }

  /**
   * @param {[number, number]} blocks
   * @param {string} path
   * @returns {{path: string, bytes: Uint8Array}[]}
   */
  files(blocks, path) {
    return this.folder(blocks).flatMap((entry) => {
      const name = `${path}/${entry.name}`;
      if (entry.kind === FILE) return [{ path: name, bytes: this.content(entry) }];
      if (entry.kind !== FOLDER || entry.struct !== FOLDER_STRUCT) return [];
      return this.files(pair(entry.data), name);
    });
  }
}

/** @param {Uint8Array} data @returns {[number, number]} */
function pair(data) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return [view.getUint32(0, true), view.getUint32(4, true)];
}

/**
 * Return all files of a filesystem.
 * @param {Uint8Array} image
 * @returns {{path: string, bytes: Uint8Array}[]} with paths from the root; raises NoFilesystem
 */
export function filesOf(image) {
  const littlefs = new Littlefs(image);
  if (!littlefs.folder([0, 1]).some(({ name }) => name === 'littlefs')) {
    throw new NoFilesystem('no superblock');
  }
  littlefs.seen.clear();
  return littlefs.files([0, 1], '');
}
