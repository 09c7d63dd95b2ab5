import { once } from '../once.ts';
import { isStepToken } from '../own-token.ts';
import { type Found, markStart } from './found.ts';
import { languages } from './languages.ts';
import { plainWordAt } from './plain-word.ts';
import { looksRandom } from './random.ts';

const spaceless = /[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]/;

/** The words of a column, of all languages. */
function wordsOf(column: 'passwords' | 'keys' | 'links' | 'as'): Set<string> {
  const words = new Set<string>();
  for (const row of languages) for (const word of row[column].split(',')) words.add(word);
  return words;
}

const passwords = once(() => wordsOf('passwords'));
const keys = once(() => wordsOf('keys'));
const links = once(() => wordsOf('links'));
const as = once(() => wordsOf('as'));

/** What to look for: every word for a secret, of every language. */
export function saidHints(): { text: string; exact: boolean; of: string }[] {
  const hints: { text: string; exact: boolean; of: string }[] = [];
  for (const words of [passwords(), keys()]) {
    for (const word of words) {
      if (words !== passwords() && passwords().has(word)) continue;
      hints.push({ text: word, exact: false, of: word });
      if (word.charCodeAt(0) < 128) continue;
      // Beyond ASCII the scan tells the two apart.
      const capital = word[0]!.toUpperCase() + word.slice(1);
      if (capital !== word) hints.push({ text: capital, exact: false, of: word });
    }
  }
  return hints;
}

/** Names of algorithms, forms, sizes and programs: `base64`, `sha256-hashed`, `argon2id`, `256-bit`, `oauth2`. */
const technical =
  /^(?:(?:base|sha|md|utf|argon|pbkdf|hs|rs|es|aes|rsa|ed|x|oauth|ipv|http|ascii|iso|rfc|pkcs|totp|hotp|k|v|s|p|h|ec|u|i|f|win|py|node|web|log4j|auth|tls|ssl|l10n|i18n|a11y|step|test|case|part|phase|app|user|env|line|issue|pr|bug)[-_#]?[0-9]{1,5}[a-z]{0,3}|[0-9]{1,5}(?:st|nd|rd|th|ms|kb|mb|gb|px|x|s|m|h|d|k|bit|bits|char|chars|characters)?(?:[-_\u2013][0-9]{0,5}[a-zA-Z]*)?)(?:[-_/][a-z]+[0-9]*)*$/i;
const reference =
  /^(?:\$\{|\$[A-Z_][A-Z0-9_]*$|\$[a-z_]+$|%[A-Za-z_]|\{|\[|[yY]our[-_ ]?(?:password|token|api|key|secret|pass)|<|process\.|os\.|env\.|config\.|secrets?\.)/;
const example = /^example[a-z_.-]*$/i;
const member = /^[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*(?:\(\))?)+$/;
const place =
  /^(?:\.{0,2}|~)\/|:\/\/|^[^@\s]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,}$|^[\w.-]+\/[\w./-]+(?::[0-9]{1,6}){0,2}$|^(?:HEAD|ORIG_HEAD|FETCH_HEAD|@)[~^][0-9~^]{0,8}$|^[\w-]+\.(?:ts|js|tsx|jsx|py|go|rs|rb|java|md|json|ya?ml|toml|txt|env|sh|css|html|sql|log|lock|cfg|ini|conf)(?::[0-9:]+)?$/i;
const date = /^v?[0-9]+(?:[./:,-][0-9]+)+(?:[a-zA-Z]{0,2})?$|^[A-Z]{1,6}-[0-9]{1,5}$/;
const identifier =
  /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[a-z][a-z0-9]*(?:_[a-z0-9]+)+|[a-z]+(?:[A-Z][a-z0-9]*)+|#[0-9]+)$/;

/** Words behind which a commit is a place where something was done. */
const atPlace = /^(?:in|at|on|by|to|from|of|since|commit)$/i;

/** A commit by its name, whole or shortened: only where it is plainly told to be the secret it is one. */
function isCommit(word: string): boolean {
  return /^(?:[0-9a-f]{7,12}|[0-9a-f]{40})$/.test(word) && /[0-9]/.test(word) && /[a-f]/.test(word);
}

/** How much a word looks like a password: 0 for an ordinary word, 1 for letters with digits or signs, 2 for what is surely none. */
function likeness(word: string): 0 | 1 | 2 {
  if (
    word.length < 4 ||
    word.length > 1_024 ||
    isCode(word) ||
    reference.test(word) ||
    technical.test(word) ||
    place.test(word) ||
    example.test(word)
  )
    return 0;
  if (date.test(word) || word.includes(markStart) || isStepToken(word)) return 0;
  if (member.test(word) && !/[0-9]{3}/.test(word)) return 0;
  if (!/\p{L}/u.test(word)) return /^[0-9]{6,}$/.test(word) ? 1 : 0;
  const digits = /[0-9]/.test(word);
  const signs = /[!@#$%^&*+=?~\u00a7\u20ac_]/.test(word.replace(/(?<![!?])[!?]+$/, ''));
  if (!digits && !signs) return isMixed(word) ? 1 : 0;
  if (/passw/i.test(word) && /^[0-9]?[a-z]+[-_.]?[0-9]{0,4}$/i.test(word)) return 0;
  // The name of a type: `FormControl1`.
  if (/^(?:[A-Z][a-z]+){2,4}[0-9]?$/.test(word)) return 0;
  if (/^[a-z]+-?[0-9]{1,2}$/.test(word)) return 1;
  if (spaceless.test(word) && !/[!-~]{4}/.test(word)) return 0;
  if (identifier.test(word) && !/^[^0-9]*[0-9][^a-z]*[a-z].*[0-9]/.test(word))
    return digits ? 1 : 0;
  if (word.length < 5) return digits && signs ? 1 : 0;
  if (digits && (signs || /\p{Lu}/u.test(word) || word.length >= 8)) return 2;
  return 1;
}

/** Brackets and dots of code, and numbers of it. */
const isCode = (word: string): boolean =>
  /[(){}[\]]|=>|&&|\|\||^0x[0-9A-Fa-f]+$|^[\w$]+(?:\?\.|\.)[\w$.?]+[!;]?$|^[!?+*=|&<>~^.-]+\w*$|^[\w.$-]+=|^\\/.test(
    word,
  ) && !/^[^\s(){}[\]]{8,}[)\]}]$/.test(word);

/** Capitals in the midst of small letters, several times, and no name of a program. */
function isMixed(word: string): boolean {
  return (
    word.length >= 10 &&
    /^[A-Za-z]+$/.test(word) &&
    looksRandom(`${word}0`) &&
    /[a-z][A-Z][a-z]*[A-Z]/.test(word) &&
    !/^[A-Z]?[a-z]{3,}(?:[A-Z][a-z]{2,})+$/.test(word)
  );
}

interface Token {
  start: number;
  end: number;
  text: string;
  /** Signs that end a sentence, or a colon, directly behind it. */
  after: string;
}

const tokenPattern =
  /[^\s"'`\u00ab\u00bb\u2018-\u201f\u300c-\u300f\uff08\uff09\u3002\u3001\uff0c]+/g;
const asciiRun = /[!-~]+/g;
const window = 140;

/** The words that follow a place, up to the end of the line; of scripts without blanks the runs of other signs. */
function tokensOf(text: string, from: number, to: number, most = 40): Token[] {
  const part = text.slice(from, to);
  const tokens: Token[] = [];
  for (const hit of part.matchAll(tokenPattern)) {
    if (tokens.length >= most) break;
    const whole = hit[0];
    const mixed = spaceless.test(whole) && /[!-~]{4,}/.test(whole);
    const pieces = mixed ? [...whole.matchAll(asciiRun)] : [Object.assign([whole], { index: 0 })];
    for (const piece of pieces) {
      const bare = piece[0]!.replace(/^[([{<*_:=-]+(?=.)/, '');
      const lead = piece[0]!.length - bare.length;
      const word = bare.replace(
        /(?<![.,;:)\]}>*\u2026\u061f\u060c\u3002])[.,;:)\]}>*\u2026\u061f\u060c\u3002]+$/,
        '',
      );
      const start = from + hit.index + piece.index + lead;
      tokens.push({ start, end: start + word.length, text: word, after: bare.slice(word.length) });
    }
  }
  return tokens;
}

/** What a person tells in a sentence around a word for it to be a password, a key or a token. */
export function saidAt(text: string, at: number, word: string): Found | undefined {
  const before = text[at - 1] ?? ' ';
  if (/^[a-z]/.test(word) && /[\p{L}0-9_$.+/-]/u.test(before) && !joined(text, at))
    return undefined;
  if (isName(text, at, word)) return undefined;
  const password = passwords().has(word);
  const end = at + word.length;
  return behind(text, at, end, password) ?? ahead(text, at, end, password);
}

/** Programs that are called so, and numbers and places that everybody may know: `Claude Code`, an exit code, a cache key. */
const namesOf: Record<string, RegExp> = {
  code: /(?:^|[^\p{L}])(?:claude|vs|visual studio|source|exit|errors?|status|response|return|reason|result|http|postal|zip|country|currency|language|locale|area|promo|coupon|discount|qr|bar|byte|machine|build|product|item|event|char|character|colou?r|dead|test|legacy)[ -]$/iu,
  key: /(?:^|[^\p{L}])(?:cache|primary|foreign|idempotency|partition|sort|composite|object|row|map|index|lookup|translation|i18n|unique|natural|surrogate|routing|dedupe|query)[ -]$/iu,
};

function isName(text: string, at: number, word: string): boolean {
  return namesOf[word]?.test(text.slice(Math.max(0, at - 24), at)) === true;
}

/** Things that are called by an id: what stands right behind one is that id, and of no secret. */
const called =
  /^(?:sessions?|sitzung|sesi\u00f3n|sessione|sess\u00e3o|sessie|sesja|\u0441\u0435\u0441\u0441\u0438\u044f|\u0441\u0435\u0430\u043d\u0441|conversations?|threads?|commits?|revision|builds?|runs?|jobs?|requests?|transaction|order|deployments?|containers?|images?|pods?|traces?|span|messages?|issues?|tickets?|id|ids|uuid|guid|ulid|sha|checksum|digest|fingerprint|version)$/i;
const byId = /^(?:id|ids|uuid|guid|ulid|sha|checksum|digest|fingerprint|version)$/i;
const id =
  /^(?:[a-z]{1,12}[-_])?(?:[0-9a-f]{4,64}(?:-[0-9a-f]{2,64}){0,7}|[0-9A-HJKMNP-TV-Z]{26}|[0-9a-z]{8,40}|[0-9]{1,3}(?:\.[0-9]{1,5}){1,3}(?:-[\w.]{1,20})?)$/;

/** True where a value is the id of what the words before it name: `the code of run 8f14e45f`. */
function isIdOf(tokens: readonly Token[], at: number): boolean {
  if (!id.test(tokens[at]!.text)) return false;
  const before = tokens[at - 1];
  if (before === undefined) return false;
  if (called.test(before.text)) return true;
  const isLink = /^(?:is|was|are|=|:|->|ist|es|est|\u00e8|\u00e9)$/.test(before.text);
  return isLink && byId.test(tokens[at - 2]?.text ?? '');
}

/** In languages that write words together the word may be the end of a longer one: `Datenbankpasswort`. */
function joined(text: string, at: number): boolean {
  return (
    /\p{Ll}[a-z\u00e4\u00f6\u00e5\u00e6\u00f8\u00df-]$/u.test(
      text.slice(Math.max(0, at - 4), at),
    ) &&
    /^(?:pass|kenn|wacht|l\u00f6s|adgang|sala|schl|nyck|n\u00f8k)/i.test(text.slice(at, at + 6))
  );
}

/** Words with which many others begin. */
const plainWord =
  /^(?:pass|pas|pin|key|login|token|code|kod|secret|creds|otp|pwd|clave|cl\u00e9|clef|sandi|kode|geheim|jeton|chave|chiave)$/i;

const linkSign = /^(?:[:=\uff1a]|->|\u2192|=>|\u2014|\u2013|-)$/;

function behind(
  text: string,
  wordStart: number,
  from: number,
  password: boolean,
): Found | undefined {
  const line = lineEnd(text, from);
  const rest = text.slice(from, line);
  // The rest of the word: its ending, or another word it is written together with.
  const ending = /^[\p{L}\p{M}]{0,12}/u.exec(rest)![0];
  if (
    (!spaceless.test(text[wordStart]!) && /\p{Lu}/u.test(ending)) ||
    (plainWord.test(text.slice(wordStart, from)) &&
      !/^(?:s|es|en|et|er|ene|i|a|u|ul|o|e|y|t|n|na|nya|lar\u0131|s\u0131|\u0131)?$/i.test(ending))
  )
    return undefined;
  // Code: a call, a member, a variable, an assignment.
  if (
    /^[\w$]*[({[.)?!<>]|^[_$0-9]|^["'`] {0,2}[:,\])>]|^["'] [\w-]+=|^ {0,2}(?:=|!=|\?\?|<|>|&&|\|\|)/.test(
      rest,
    )
  )
    return undefined;
  if (password && !plainWord.test(text.slice(wordStart, from))) {
    const place = plainWordAt(rest.slice(spaceless.test(text[wordStart]!) ? 0 : ending.length));
    const base = from + (spaceless.test(text[wordStart]!) ? 0 : ending.length);
    if (place !== undefined)
      return { start: base + place.start, end: base + place.end, kind: 'password' };
  }
  // Nothing with a digit or a sign follows, of which a password is made.
  if (!/[0-9!@#$%^&*~\u00a7\u20ac+=?_]|[a-z][A-Z]/.test(rest.slice(0, window))) return undefined;
  const linking = links();
  if (
    /^[+/=]|^[\p{L}\p{M}]*[0-9_$+/]/u.test(rest.slice(0, 40)) &&
    !spaceless.test(text[wordStart]!)
  )
    return undefined;
  const near = spaceless.test(text[wordStart]!) ? 0 : ending.length;
  const tokens = tokensOf(text, from + near, Math.min(line, from + near + window), 9);
  // Of a word that means much else only what surely looks like a secret counts.
  const weak = !password && plainWord.test(text.slice(wordStart, from));
  let linked =
    /^\s{0,3}\*{0,2}["')]{0,1}\s{0,2}[:=\uff1a]|^\s{0,2}(?:->|\u2192|=>|\u2014|\u2013)\s/.test(
      rest.slice(near),
    );
  let told = linked;
  const quotedNext = /^\s{0,2}["'`\u00ab\u201e\u201c\u300c]/.test(rest.slice(near));
  for (const [at, token] of tokens.slice(0, 9).entries()) {
    const like = weak && likeness(token.text) < 2 ? 0 : likeness(token.text);
    const adjacent = at === 0 || (at === 1 && tokens[0]!.text === '');
    if (
      like > 0 &&
      !isIdOf(tokens, at) &&
      (!isCommit(token.text) ||
        quotedNext ||
        (told && !atPlace.test(tokens[at - 1]?.text ?? ''))) &&
      (linked ||
        (password && (like === 2 || adjacent || quotedNext)) ||
        (adjacent && like === 2 && looksRandom(token.text)))
    ) {
      return { start: token.start, end: end(text, token), kind: password ? 'password' : 'token' };
    }
    if (/[.!?]$/.test(token.after) || /[.!?\u061f\u3002]/.test(token.after)) return undefined;
    told =
      linking.has(token.text.toLowerCase()) ||
      linkSign.test(token.text) ||
      /[:=]$/.test(token.after);
    linked = told || (linked && at > 0 && !/,/.test(token.after) && token.text.length <= 5);
    if (!linked) linked = isGluedLink(text, token, linking);
  }
  return undefined;
}

/** In a script without blanks the link stands in one run with what is before it: the signs before a value. */
function isGluedLink(text: string, token: Token, links: ReadonlySet<string>): boolean {
  if (!spaceless.test(token.text)) return false;
  return (
    [...links].some((link) => spaceless.test(link) && token.text.endsWith(link)) ||
    text[token.end] === ':'
  );
}

/** "use X as the password", "X is the password", "X \u3092\u30d1\u30b9\u30ef\u30fc\u30c9\u306b". */
function ahead(
  text: string,
  wordStart: number,
  wordEnd: number,
  password: boolean,
): Found | undefined {
  if (!password) return undefined;
  if (!/[0-9]/.test(text.slice(Math.max(0, wordStart - 90), wordStart))) return undefined;
  const start = startOfLine(text, wordStart);
  const tokens = tokensOf(text, start, wordStart).filter(({ text: word }) => word !== '');
  const naming = as();
  for (let at = tokens.length - 1; at >= Math.max(0, tokens.length - 5); at -= 1) {
    const token = tokens[at]!;
    if (/[.!?;,]$/.test(token.after)) return undefined;
    if (likeness(token.text) !== 2) continue;
    const between = text.slice(token.end, wordStart).toLowerCase();
    const words = between.split(/[^\p{L}\p{M}'\u2019]+/u).filter((one) => one !== '');
    const glued =
      spaceless.test(between) &&
      [...naming].some((one) => spaceless.test(one) && between.includes(one));
    const follows = [...naming].includes(
      text
        .slice(wordEnd, wordEnd + 12)
        .trim()
        .split(/\s/)[0] ?? '',
    );
    if (glued || words.some((one) => naming.has(one)) || (words.length === 0 && follows)) {
      return { start: token.start, end: end(text, token), kind: 'password' };
    }
    return undefined;
  }
  return undefined;
}

/** A mark at the end of a word can be a part of the password; of signs that end a sentence only those. */
function end(text: string, token: Token): number {
  let at = token.end;
  // One that is longer than what was looked at goes on to its own end.
  if (token.end - token.start >= 60) while (at < text.length && !/[\s"'`]/.test(text[at]!)) at += 1;
  return /[!?]/.test(text[at] ?? '') ? at + 1 : at;
}

function startOfLine(text: string, from: number): number {
  const floor = Math.max(0, from - 90);
  for (let at = from; at > floor; at -= 1) if (text[at - 1] === '\n') return at;
  return floor;
}

/** The end of the line, looked for no further than anything is looked at. */
function lineEnd(text: string, from: number): number {
  const limit = Math.min(text.length, from + window + 60);
  for (let at = from; at < limit; at += 1) if (text[at] === '\n') return at;
  return limit;
}
