// SPDX-License-Identifier: MIT
/**
 * Fingers, mouse and keyboard on the six buttons. Each button is down as long as it is held;
 * what that does is up to the firmware.
 */

/** The keys of `make play`. */
const KEYS = /** @type {Record<string, string>} */ ({
  ArrowUp: 'UP',
  ArrowDown: 'DOWN',
  ArrowLeft: 'LEFT',
  ArrowRight: 'RIGHT',
  Enter: 'OK',
  Backspace: 'BACK',
  Escape: 'BACK',
});

/** What the S key writes: Latin, Russian, Ukrainian and Japanese, as in `make play`. */
const SHOTS = new Set('sыіと');

/**
 * Whether this is the key for a screenshot. In a layout of another script the key's position
 * counts. So it does for an input method, which replaces the letter by a name such as "Process".
 * A Latin letter in that position, as on Dvorak, is a different key.
 *
 * @param {KeyboardEvent} event
 */
const isShot = ({ key, code }) =>
  SHOTS.has(key.toLowerCase()) || (code === 'KeyS' && !/^[a-z]$/i.test(key));

/** Elements that use keys themselves while focused. */
const OWN = 'input, textarea, select, dialog, .scroll';

/**
 * @param {NodeListOf<HTMLButtonElement>} buttons with `data-key`
 * @param {(name: string, down: boolean) => void} move
 * @param {() => void} shot called for the screenshot key
 */
export function listen(buttons, move, shot) {
  /** @type {Map<string, string>} by pointer or key that is down: its button */
  const held = new Map();
  const press = (/** @type {string} */ by, /** @type {string} */ name) => {
    if (held.has(by)) return;
    if (![...held.values()].includes(name)) move(name, true);
    held.set(by, name);
    show();
  };
  const release = (/** @type {string} */ by) => {
    const name = held.get(by);
    if (name === undefined) return;
    held.delete(by);
    if (![...held.values()].includes(name)) move(name, false);
    show();
  };
  const releaseAll = () => [...held.keys()].forEach(release);
  const show = () => {
    const down = new Set(held.values());
    for (const button of buttons) button.classList.toggle('down', down.has(keyOf(button)));
  };

  for (const button of buttons) {
    button.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      event.preventDefault(); // the focus stays where it was, so Enter is still OK
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      button.setPointerCapture(event.pointerId);
      press(`pointer ${event.pointerId}`, keyOf(button));
    });
    for (const end of /** @type {const} */ (['pointerup', 'pointercancel', 'lostpointercapture'])) {
      button.addEventListener(end, (event) => release(`pointer ${event.pointerId}`));
    }
    button.addEventListener('contextmenu', (event) => event.preventDefault());
    // Enter and the space bar press a focused button, as usual.
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) press(`key ${event.code}`, keyOf(button));
    });
    button.addEventListener('blur', () => {
      release('key Enter');
      release('key Space');
    });
    // A screen reader may only send clicks.
    button.addEventListener('click', (event) => {
      if (event.detail || event.isTrusted === false) return;
      move(keyOf(button), true);
      move(keyOf(button), false);
    });
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest(OWN)) return;
    const name = KEYS[event.key];
    if (name === 'OK' && target.closest('button, a, summary')) return;
    if (name) {
      event.preventDefault();
      if (!event.repeat) press(`key ${event.code}`, name);
    } else if (isShot(event) && !event.repeat) shot();
  });
  // Take the focus from what was clicked, so that the keys belong to the handheld again.
  document.addEventListener(
    'click',
    (event) => {
      const focused = document.activeElement;
      const kept = !event.detail || focused?.matches('input, select') || focused?.closest('dialog');
      if (!kept && focused instanceof HTMLElement) focused.blur();
    },
    { capture: true },
  );
  // The same for a list or a box that a pointer has changed; a click alone may only open the list.
  let pointed = false;
  document.addEventListener('pointerdown', () => (pointed = true), { capture: true });
  document.addEventListener('keydown', () => (pointed = false), { capture: true });
  document.addEventListener('change', ({ target }) => {
    const changed = /** @type {HTMLElement} */ (target);
    if (pointed && changed.matches('select, [type="checkbox"]')) changed.blur();
  });
  document.addEventListener('keyup', (event) => release(`key ${event.code}`));
  addEventListener('blur', releaseAll);
  document.addEventListener('visibilitychange', releaseAll);
}

/** @param {HTMLButtonElement} button */
const keyOf = (button) => /** @type {string} */ (button.dataset.key);
