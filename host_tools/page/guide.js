// SPDX-License-Identifier: MIT
/**
 * The guide beside the game: its rules, its story, and what the machine thinks of the position.
 *
 * The texts and the thoughts are the firmware's own. A hidden board with the page's image is asked
 * for them, so the page holds no second copy.
 */

import { language, say } from './texts.js';
import { button, get, make, paragraph } from './ui.js';

/** Separates the parts of an answer. */
const PART = '\x1f';
/** Values of the same field that fit into a table of digits. */
const MOST_HEAPS = 9;

/**
 * @typedef {object} Texts
 * @property {string[]} rules
 * @property {string[]} story
 * @property {[RegExp, string][]} messages patterns of what the program prints, and translations
 * @property {boolean} thinks whether the game can find moves
 */

/** @typedef {{program: string, setup: string, answers: string[]}} Session */

/** Python literal of a text. @param {string} text */
const quoted = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (sign) =>
  `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** @param {string} name @param {string} tongue */
const textsOf = (name, tongue) => `
from teletype import words
from teletype.programs import catalogue
words.use(${quoted(tongue)})
t = words.program(${quoted(name)})
for each in (t.RULES, t.KEYS, t.STORY): print(each, end="\\x1f")
print(int(catalogue.is_rival(${quoted(name)}) and catalogue.load(${quoted(name)}).Game.HINTS), end="\\x1f")
for pair in t.MESSAGES: print(pair[0] + "\\t" + pair[1].split("\\n")[0])`;

/** @param {Session} session */
const thoughtsOf = ({ program, setup, answers }) => `
from teletype.programs import catalogue
from teletype.core.session import Session
from teletype.core.request import working
program, setup = catalogue.prepare(${quoted(program)}, ${quoted(setup)})
game, play = program.begin(setup)
session = Session(play)
def on():
    event = session.step()
    while event is working or isinstance(event, str): event = session.step()
    return event
request = on()
for text in [${answers.map(quoted).join(', ')}]:
    session.answer(text)
    request = on()
best = None
if request:
    for best in game.hint(): print(end="\\0")
    print(best and program.written(request, best) or "", end="\\x1f")
    print(game.last and game.mover and program.written(request, game.last) or "", end="\\x1f")
    print(best and game.note() or "", end="\\x1f")
    print(",".join([str(heap) for heap in getattr(game, "heaps", ())]))`;

/**
 * The pattern of a message as in firmware/teletype/words: `#` is an integer with the blanks
 * before it, `*` any text.
 * @param {string} pattern
 */
const matcher = (pattern) =>
  new RegExp(
    `^${pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/[#*]/g, (sign) => (sign === '#' ? '( *-?[0-9]+)' : '(.*?)'))}$`,
  );

/**
 * Translate a printed line.
 * @param {[RegExp, string][]} messages
 * @param {string} line
 * @returns {string} '' if there is no translation
 */
export function translate(messages, line) {
  for (const [pattern, text] of messages) {
    const found = pattern.exec(line);
    if (!found) continue;
    let used = 0;
    return text.replace(/[#*]/g, () => found[++used] ?? '');
  }
  return '';
}

/** @param {string} text @returns {[RegExp, string][]} */
export const messagesOf = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
    .map(([pattern, said]) => [matcher(pattern), said]);

export class Guide {
  /**
   * @param {import('./library.js').Library} library
   * @param {(source: string) => Promise<string>} ask runs code on a hidden board
   * @param {() => Promise<Session | null>} session the current one
   * @param {(messages: [RegExp, string][]) => void} onMessages
   */
  constructor(library, ask, session, onMessages) {
    this.library = library;
    this.ask = ask;
    this.session = session;
    this.onMessages = onMessages;
    /** The program on the handheld; '' on the shelf. */
    this.name = '';
    /** @type {Map<string, Promise<Texts>>} by language and program */
    this.known = new Map();
    /** @type {HTMLDetailsElement | null} */
    this.thoughts = null;
  }

  /** Show the guide to a program, or to the page. @param {string} name */
  show(name) {
    if (name === this.name && get('.guide').childElementCount) return;
    this.name = name;
    this.draw();
  }

  /** Draw it in the current language. */
  draw() {
    this.thoughts = null;
    this.onMessages([]);
    const program = this.library.find(this.name);
    get('.guide').replaceChildren(...(program ? this.game(program) : this.welcome()));
  }

  /** @private */
  welcome() {
    const [first] = this.library.programs;
    const others = this.library.programs.slice(1);
    const surprise = button(say('surprise'), () => {
      this.library.open(others[Math.floor(Math.random() * others.length)].link);
    });
    return [
      make('h2', {}, say('welcome')),
      this.library.picture(first.name),
      paragraph(say('welcomeHelp')),
      make(
        'p',
        { className: 'actions' },
        this.library.link(first, `${say('start')}: ${this.library.told(first.name).title}`),
        surprise,
      ),
    ];
  }

  /** @private @param {import('./library.js').Program} program */
  game(program) {
    const { title } = this.library.told(program.name);
    const rules = this.fold('rules', true);
    const story = this.fold('story', false);
    const thoughts = this.fold('thoughts', false);
    thoughts.hidden = true;
    thoughts.addEventListener('toggle', () => this.think());
    this.texts(program.name).then(
      (texts) => {
        if (!rules.isConnected) return;
        this.onMessages(texts.messages);
        rules.append(...texts.rules.map(paragraph));
        story.append(...texts.story.map(paragraph));
        if (!texts.thinks) return;
        thoughts.hidden = false;
        this.thoughts = thoughts;
      },
      () => rules.append(paragraph(say('noTexts'))),
    );
    const meta = make('p', { className: 'facts' }, this.library.facts(program));
    const original = program.original === title ? [] : [this.library.original(program), ' · '];
    meta.prepend(...original);
    return [make('h2', {}, title), meta, rules, story, thoughts];
  }

  /** @private @param {'rules' | 'story' | 'thoughts'} name @param {boolean} open */
  fold(name, open) {
    const summary = make('summary', {}, say(name));
    return make('details', { open, className: name }, summary);
  }

  /** @private @param {string} name @returns {Promise<Texts>} */
  texts(name) {
    const key = `${language} ${name}`;
    const known = this.known.get(key);
    if (known) return known;
    const found = this.ask(textsOf(name, language)).then((answer) => {
      const [rules, keys, story, thinks, messages] = answer.split(PART);
      return {
        rules: [rules, ...keys.split('\n')].filter(Boolean),
        story: story.split('\n\n').map((each) => each.replaceAll('\n', ' ')).filter(Boolean),
        thinks: thinks === '1',
        messages: messagesOf(messages),
      };
    });
    found.catch(() => this.known.delete(key));
    this.known.set(key, found);
    return found;
  }

  /** The game has moved on: think again, if a person wants to see that. */
  async think() {
    const { thoughts } = this;
    if (!thoughts?.open) return;
    const shown = make('div', {}, paragraph(say('thinking')));
    thoughts.querySelector('div')?.remove();
    thoughts.append(shown);
    try {
      const session = await this.session();
      if (session?.program !== this.name) return shown.replaceChildren(paragraph(say('noMove')));
      const answer = (await this.ask(thoughtsOf(session))).replaceAll('\0', '').trim();
      shown.replaceChildren(...thought(answer));
    } catch {
      shown.replaceChildren(paragraph(say('noMove')));
    }
  }
}

/** @param {string} answer of the code in `thoughtsOf` */
function thought(answer) {
  if (!answer) return [paragraph(say('noMove'))];
  const [best, last, note, heaps] = answer.split(PART);
  const numbers = heaps ? heaps.split(',').map(Number) : [];
  return [
    ...(last ? [paragraph(say('itMoved', last))] : []),
    ...(numbers.length > 1 && numbers.length <= MOST_HEAPS ? digits(numbers) : []),
    paragraph(best ? say('canWin', best) : say('cannotWin')),
    ...(note ? [paragraph(note)] : []),
  ];
}

/** The heaps in binary digits, as Kasatkin's book writes them. @param {number[]} heaps */
function digits(heaps) {
  const wide = Math.max(1, ...heaps.map((heap) => heap.toString(2).length));
  const rows = heaps.map((heap) =>
    make(
      'tr',
      {},
      make('th', { scope: 'row' }, String(heap)),
      ...[...heap.toString(2).padStart(wide, '0')].map((digit) => make('td', {}, digit)),
    ),
  );
  const sums = Array.from({ length: wide }, (_, at) =>
    heaps.reduce((sum, heap) => sum + ((heap >> (wide - 1 - at)) & 1), 0),
  );
  const row = make(
    'tr',
    { className: 'sum' },
    make('th', { scope: 'row' }, say('ones')),
    ...sums.map((sum) => make('td', {}, String(sum))),
  );
  const even = sums.every((sum) => sum % 2 === 0);
  return [
    make('table', { className: 'digits' }, make('caption', {}, say('digits')), ...rows, row),
    paragraph(even ? say('allEven') : say('notEven')),
  ];
}
