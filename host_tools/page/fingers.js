// SPDX-License-Identifier: MIT
/**
 * Fingers on the buttons, in emulated time and in the order of their movements. However briefly
 * a person touches a button, a press lasts long enough for the firmware, and so does the gap
 * before the next.
 */

/** Milliseconds; the firmware ignores a pin for 20 ms after a change. */
const HOLD_MS = 45;
const GAP_MS = 30;

export class Fingers {
  /**
   * @param {(name: string) => void} press
   * @param {(name: string) => void} release
   */
  constructor(press, release) {
    this.press = press;
    this.release = release;
    /** @private @type {{name: string, down: boolean}[]} pending movements, in order */
    this.next = [];
    /** @private @type {Map<string, {down: boolean, since: number}>} */
    this.buttons = new Map();
  }

  /**
   * @param {string} name of the button
   * @param {boolean} down
   */
  move(name, down) {
    const last = this.next.findLast((each) => each.name === name) ?? this.buttons.get(name);
    if (down !== (last?.down ?? false)) this.next.push({ name, down });
  }

  /** Whether a button is down, or is going to be. */
  get busy() {
    return this.next.length > 0 || [...this.buttons.values()].some(({ down }) => down);
  }

  /** Release all buttons. */
  rest() {
    const names = [...this.buttons.keys(), ...this.next.map(({ name }) => name)];
    for (const name of names) this.move(name, false);
  }

  /** Make the movements that are due. @param {number} now emulated milliseconds */
  act(now) {
    for (;;) {
      const [move] = this.next;
      if (!move) return;
      const { name, down } = move;
      const { since } = this.buttons.get(name) ?? { since: -Infinity };
      if (now - since < (down ? GAP_MS : HOLD_MS)) return;
      this.next.shift();
      this.buttons.set(name, { down, since: now });
      (down ? this.press : this.release)(name);
    }
  }
}
