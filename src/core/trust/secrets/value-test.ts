import { onShort } from '../../bounded-match.ts';
import { once } from '../once.ts';
import { isStepToken } from '../own-token.ts';
import type { NameKind } from './names.ts';
import { changes, looksRandom } from './random.ts';

/** A value beside a name, and how it stands there. */
export interface Value {
  text: string;
  quoted: boolean;
  /** True for `NAME=value`, without blanks around the sign. */
  tight: boolean;
  /** True where what follows the value at once shows that it is code: a call or an index. */
  called: boolean;
  /** The name, as it is written. */
  name: string;
}

const reference =
  /^(?:\$\{|\$\(|\$[A-Za-z_]+$|\$[A-Z_][A-Z0-9_]*$|\$env:|\$\{?\{|\{\{|\{[A-Za-z_.]+\}$|#\{|<[^<>]*>?$|%[A-Za-z_][A-Za-z0-9_]*%?$|%\(|@[A-Za-z_]+@$|\[redacted:|process\.env|os\.(?:environ|getenv)|env[.:(]|import\.meta|secrets?\.|vars?\.|var\.|local\.|data\.|config\.|settings\.|self\.|this\.|req\.|ctx\.|vault:|ssm:|op:\/\/|arn:|file:|![A-Za-z]+$|ref\+|projects\/)/;
const nothing =
  /^(?:[*x.\u2022\u25cf#_-]+|x{3,}|\u2026|none|null|nil|undefined|true|false|yes|no|on|off|n\/a|tbd|todo|changeme|changeit|change[_-]?me|string|number|boolean|bool|any|unknown|never|void|object|required|optional|empty|blank|missing|invalid|valid|wrong|incorrect|hidden|masked|redacted|removed|secret|password|passwd|pass|token|text|str|int|integer|float|double|bytes?|buffer|char|varchar|uuid|date|default|prompt|plain|basic|bearer|digest|oauth2?|jwt|session|cookie|header|query|body|local|disabled|enabled|u8|u16|u32|u64|u128|i32|i64|int(?:8|16|32|64)|uint(?:8|16|32|64)?|sha(?:1|256|384|512)|md5|bcrypt|argon2(?:id)?|aes(?:128|256)?|base64|utf-?8|http[s]?|oauth)$/i;
const vocabulary = once(
  () =>
    new Set(
      'your my our the a an some any this that example sample test dummy fake placeholder change changeme me insert enter replace put add set fill in with here value goes real actual own new old key keys api app token secret password passwd pass pwd passphrase db database user username name client access auth id admin dev prod staging local foo bar baz todo from env string super very strong long random generated private public to for of and is be at least characters chars min service account project cloud bot webhook server root default redacted or not used please'.split(
        ' ',
      ),
    ),
);
const keyword = /pass|secret|token|key|cred|auth|pwd/i;
const member = /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+$/;
const path =
  /^(?:refs|heads|origin|upstream|feature|feat|fix|bugfix|hotfix|release|chore)\/[\w./-]+$|^(?:\.{0,2}|~)\/[\w.@/*-]*$|^[A-Za-z]:[\\/]|^(?:[\w.@-]+\/)+[\w.@-]+\.[a-z]{1,5}$/;
const address = /^[a-z][a-z0-9+.-]*:\/\/|^[^@\s]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}$/i;
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const dateOrVersion = onShort(/^v?[0-9]+(?:[.:/-][0-9]+)*(?:[TZ+-][0-9:.TZ+-]*)?$/, 1000);

/** True for what stands in documents and code in place of a secret: a reference, a type, a word that says what to put there. */
function isPlaceholder(text: string): boolean {
  if (reference.test(text) || nothing.test(text) || isStepToken(text)) return true;
  if (!/^[A-Za-z0-9 _.-]+$/.test(text) || /[0-9].*[0-9].*[0-9].*[0-9]/.test(text)) return false;
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
  return words.length > 0 && words.every((word) => vocabulary().has(word) || /^x{3,}$/.test(word));
}

/** True where the value beside a secret's name is the secret, and not code or words about it. */
export function looksSecret(kind: NameKind, value: Value): boolean {
  const text = value.text.trim();
  if (text.length < 4 || value.called || isPlaceholder(text)) return false;
  if (path.test(text) && changes(text) < 0.5) return false;
  if (address.test(text) || (!value.quoted && member.test(text) && !/[0-9]{3}/.test(text)))
    return false;
  // A type: `password: FormControl;`
  if (!value.quoted && !value.tight && /^(?:[A-Z][a-z]+){1,4}[0-9]?$/.test(text)) return false;
  if (kind === 'password') return isPassword(text, value);
  if (kind === 'maybe') return isMachineMade(text);
  return /\s/.test(text) ? text.split(/\s+/).some(isSecretPiece) : isKey(kind, text, value);
}

function isPassword(text: string, { quoted, tight, name }: Value): boolean {
  if (/\s/.test(text)) return isSpacedPassword(text, quoted, name);
  if (/^[0-9]+$/.test(text)) {
    if (/pin|otp|code$/i.test(name)) return text.length >= 4;
    return text.length >= 6 && !/^pass$/i.test(name);
  }
  if (/^[\p{L}_]+$/u.test(text)) {
    if (keyword.test(text) && text.length < 24) return false;
    const plain = /^\p{Lu}?\p{Ll}+$|^\p{Lu}+$/u.test(text);
    if (!plain && /\p{Ll}\p{Lu}/u.test(text) && !quoted && !tight) return text.length >= 20;
    if (quoted) return tight || !/^\p{Lu}/u.test(text) || !plain;
    return (tight && text.length >= 5) || (!plain && text.length >= 20);
  }
  if (/^[\w$]+$/.test(text) && !quoted && keyword.test(text) && text.length < 40) {
    // A variable such as `password2`; in a file of settings it is what people really choose.
    return /^[A-Z][A-Z0-9_]*$/.test(name) ? tight : /[0-9].*[0-9].*[0-9]/.test(text);
  }
  if (dateOrVersion.test(text) && !quoted && !tight) return false;
  // A variable with a number, compared or handed on: `password !== confirm2`.
  if (!quoted && !tight && /^[a-z]{4,}[0-9]$/.test(text)) return false;
  return /[\p{L}0-9]/u.test(text) && (quoted || !/^[/[{(]/.test(text) || looksRandom(text));
}

/** Words with blanks between are a password where they are no sentence about one: lower case, or with digits or signs. */
function isSpacedPassword(text: string, quoted: boolean, name: string): boolean {
  if (/seed|mnemonic|phrase/i.test(name) && text.split(/\s+/).length >= 11) return true;
  if (!quoted || keyword.test(text) || /[?:\u2026]$/.test(text)) return false;
  const words = text.split(/\s+/);
  if (words.some(isSecretPiece)) return true;
  return words.length === 2 && /^[a-z0-9 ]+$/.test(text);
}

function isKey(kind: NameKind, text: string, { quoted, tight, name }: Value): boolean {
  const letters = /\p{L}/u.test(text);
  const digits = /[0-9]/.test(text);
  if (uuid.test(text)) return true;
  if (dateOrVersion.test(text)) return /otp|pin|code/i.test(name) && /^[0-9]{4,}$/.test(text);
  if (!quoted && /^[/[{(]/.test(text)) return looksRandom(text) && text.length >= 16;
  const shouted = /^[A-Z][A-Z0-9_]*$/.test(name) && tight;
  if (/^[A-Za-z_]+$/.test(text)) {
    if (keyword.test(text) && text.length < 24) return false;
    if (quoted && text.length >= 24) return !/_/.test(text);
    if (shouted && kind === 'secret') return text.length >= 12 && !/_/.test(text);
    return text.length >= 16 && /[a-z]/.test(text) && /[A-Z]/.test(text) && changes(text) >= 0.3;
  }
  if (/^[a-z]+(?:[ _.:/-](?:[a-z]+|[0-9]{1,4}))+$/.test(text))
    return shouted && kind === 'secret' && text.length >= 10;
  if (/^[A-Za-z]+(?:[ _.-][A-Za-z]+)*$/.test(text))
    return shouted && kind === 'secret' && text.length >= 12;
  if (!quoted && /^[A-Za-z_$][\w$]*$/.test(text) && keyword.test(text) && !looksRandom(text))
    return false;
  if (letters && digits) return text.length >= 8;
  return (
    letters && text.length >= 8 && /[^\W_][!#$%^&*~?+=][^\W_]?/.test(text) && !/[(){}<>]/.test(text)
  );
}

/** Behind a name that can mean anything: long, and of capitals, small letters and digits through one another. */
function isMachineMade(text: string): boolean {
  return (
    text.length >= 20 &&
    /^[A-Za-z0-9+/=_.-]+$/.test(text) &&
    /[a-z]/.test(text) &&
    /[A-Z]/.test(text) &&
    looksRandom(text) &&
    changes(text) >= 0.3
  );
}

/** Of a value with blanks in it, a piece that is no word, name, date or place. */
export function isSecretPiece(piece: string): boolean {
  if (isStepToken(piece)) return false;
  if (piece.length < 8 || !/[A-Za-z]/.test(piece) || !/[0-9].*[0-9]/.test(piece)) return false;
  if (/^[0-9]{4}-[0-9]{2}|[/:\\]|^[A-Z][A-Z0-9_]*$|^[a-z]+[-_.][a-z0-9-_.]*$/.test(piece))
    return false;
  return !keyword.test(piece) && !/[^\x21-\x7e]/.test(piece);
}
