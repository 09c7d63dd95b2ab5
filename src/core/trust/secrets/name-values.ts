import { once } from '../once.ts';
import { type Found, markStart } from './found.ts';
import { kindOfName } from './names.ts';
import { valueAt } from './value-at.ts';
import { looksSecret } from './value-test.ts';

const nameSign = /[A-Za-z0-9_.-]/;
const longestName = 100;

/** What may stand between a name and its value, each tried at the end of the name. */
interface Joint {
  pattern: RegExp;
  /** The value must be in quotation marks. */
  quoted?: boolean;
  /** Told by what stands before the name. */
  behind?: RegExp;
  /** The name must say that it is a password. */
  password?: boolean;
  /** Signs at which a bare value ends. */
  stops?: string;
  strict?: boolean;
}

const quote = '(?:\\\\{0,8}["\'`]|\\*{1,2}|\\]){0,3}';

const joints = once((): Joint[] => [
  // A sign, also behind a type: `password = x`, `"password": "x"`, `password: string = "x"`.
  {
    pattern: new RegExp(
      `${quote}\\s{0,24}[?!]?(?::\\s{0,3}[A-Za-z_][\\w.<>|?]{0,30}(?:\\[\\])?\\s{1,3}=|=>|::?=|\\?=|\\+=|[=!]==?|->|=|:|\\uff1a|\\u2192)\\*{0,2}[ \\t]{0,24}(?:[|>][+-]?[ \\t]{0,3}\\r?\\n[ \\t]{1,24})?`,
      'y',
    ),
  },
  { pattern: /["'`]?\s{1,24}[A-Za-z][\w.*]{0,20}(?:\[\])?\s{1,3}=\s{1,3}/y, quoted: true },
  { pattern: /\[\]\s{0,3}=\s{0,3}/y, quoted: true },
  // The name and the value of a pair: `name: X` and `value: Y`, `key="X" value="Y"`, `variable "X" { default = "Y" }`.
  {
    pattern:
      /\\{0,8}["'`]?[\s,{}]{1,60}(?:type\s{0,3}=\s{0,3}\w{1,12}\s{1,40}|(?:sensitive|description)\s{0,3}=\s{0,3}[^\n]{0,80}\n\s{0,40}){0,2}\\{0,8}["'`]?(?:[vV]alue|VALUE|default|content|[dD]efaultValue|secretString)\\{0,8}["'`]?\s{0,3}[:=]\s{0,3}/y,
  },
  { pattern: /["'`]\s{0,3}(?:\]|\))?\s{0,3},\s{0,3}/y, quoted: true, strict: true },
  { pattern: /["'`]?(?:\]|\)){0,2}\s{0,3}(?:\|\||\?\?|or)\s{0,3}/y, quoted: true, strict: true },
  {
    pattern: /\(\s{0,3}/y,
    quoted: true,
    strict: true,
    behind: /(?:\.|new |->|\0(?:set|with|add)[A-Za-z]*)$/,
  },
  // An option of a command.
  { pattern: /["'`]?\s{1,3}(?=[^\s-])/y, behind: /(?:^|[\s"'`[,(=])--?$/, stops: '' },
  // What sets a variable or a setting without a sign.
  {
    pattern: /["'`]?(?:\s{0,3},\s{0,3}|\s{1,3})(?=[^\s-])/y,
    behind:
      /(?:setx(?:\s{1,3}\/[mM])?|setenv|set\s{1,3}-[A-Za-z]{1,6}|(?:config|configure|secrets?|env|variable|credential)\s{1,3}(?:set|add|put)(?:\s{1,3}--?[a-z]{1,12})?|ENV|ARG|define|[sS]et[eE]nvironment[vV]ariable\(|putenv\()\s{0,3}["'`]?[A-Za-z0-9_./:-]{0,60}$/i,
  },
  { pattern: /\s{1,24}(?=["'])/y, quoted: true, password: true, strict: true },
  // A line of a file of settings that knows no signs: `requirepass X`.
  { pattern: /[ \t]{1,24}/y, password: true, behind: /(?:^|\n)[ \t]{0,24}$/, strict: true },
  { pattern: /["']?[^<>\n]{0,40}>\s{0,3}/y, behind: /<[^<>\n]{0,60}$/, stops: '<', strict: true },
  { pattern: /\\{0,2}[`*]{0,2}[ \t]{0,40}\|[ \t]{0,40}[`*]{0,2}/y, stops: '|', strict: true },
]);

/** Everything that a name beside it tells to be a secret, where hints of names stand at these places. */
export function findNamed(text: string, hits: readonly { at: number; length: number }[]): Found[] {
  const found: Found[] = [];
  let done = 0;
  for (const { at, length } of hits) {
    if (at < done) continue;
    const start = nameStart(text, at);
    const end = nameEnd(text, at + length);
    done = end;
    const one = valueBeside(text, start, end);
    if (one === undefined) continue;
    found.push(one);
    done = Math.max(done, one.end);
  }
  return found;
}

function nameStart(text: string, from: number): number {
  let at = from;
  const floor = Math.max(0, from - longestName);
  while (at > floor && nameSign.test(text[at - 1]!)) at -= 1;
  while (at < from && (text[at] === '-' || text[at] === '.')) at += 1;
  // The letter of an escape is none of the name's.
  if (at < from && text[at - 1] === '\\' && /[nrtbf]/.test(text[at]!)) at += 1;
  return at;
}

function nameEnd(text: string, from: number): number {
  let at = from;
  const limit = Math.min(text.length, from + longestName);
  while (at < limit && nameSign.test(text[at]!)) at += 1;
  while (at > from && /[.-]/.test(text[at - 1]!) && text[at] !== '>') at -= 1;
  if (text[at - 1] === '-' && text[at] === '>') at -= 1;
  return at;
}

const possible = /[\s"'`\\*\]?!:=+|()<>\u2192\uff1a[-]/;

function valueBeside(text: string, start: number, end: number): Found | undefined {
  if (end >= text.length || !possible.test(text[end]!)) return undefined;
  const name = text.slice(start, end);
  const kind = kindOfName(name);
  if (kind === undefined) return undefined;
  const ahead = text.slice(Math.max(0, start - 90), start);
  for (const joint of joints()) {
    joint.pattern.lastIndex = end;
    const between = joint.pattern.exec(text)?.[0];
    if (between === undefined || (joint.password && kind !== 'password')) continue;
    if (
      joint.behind !== undefined &&
      !joint.behind.test(between.startsWith('(') && !/[.>]$/.test(ahead) ? `\0${name}` : ahead)
    )
      continue;
    const at = joint.pattern.lastIndex;
    const value = valueAt(text, at, joint.stops ?? stopsFor(ahead, between, text, start));
    if (value === undefined || (joint.quoted && !value.quoted)) continue;
    const shown = text.slice(value.start, value.end);
    if (shown.includes(markStart)) return undefined;
    const tight = /^\\{0,8}["'`\]]{0,3}=$/.test(between) || joint.stops === '';
    const called = !value.quoted && /[([]/.test(text[value.end] ?? '');
    if (!looksSecret(kind, { text: shown, quoted: value.quoted, tight, called, name })) {
      if (joint.pattern === joints()[0]!.pattern) return undefined;
      continue;
    }
    if (joint.strict && !/[0-9!@#$%^&*~]/.test(shown)) continue;
    return { start: value.start, end: value.end, kind: kind === 'maybe' ? 'api-key' : kind };
  }
  return undefined;
}

/** Where a bare value ends besides at a blank: in an address at `&`, among settings with `;` there, in code at brackets. */
function stopsFor(ahead: string, between: string, text: string, start: number): string {
  const before = text[start - 1] ?? '\n';
  if (before === '?' || before === '&') return '&#;,)]}<>';
  if (before === ';') return ';';
  const ownLine =
    /(?:^|\n)[ \t]*(?:(?:export |set |setx |setenv |ENV |ARG |-e |- )[ \t]*)?["']?$/i.test(ahead);
  if (ownLine && /^(?:=|\s{1,24}=\s{1,24}|\s)$/.test(between))
    return /\s=/.test(between) ? '(){}[]<>' : '';
  return ownLine && /:\s*$/.test(between) ? '(){}[]<>' : '(){}[]<>,;|&';
}
