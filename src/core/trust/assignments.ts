import { anyCase } from './any-case.ts';
import { once } from './once.ts';
import { isStepToken } from './own-token.ts';

const patterns = once(() => {
  const words = anyCase(
    'passw(?:or)?d|passphrase|pwd|(?<=[_-]|db)pass|secret[_-]?key(?:[_-]base)?|app[_-]key|client[_-]key[_-]data|secret|token|credentials?|api[_-]?key|access[_-]?key|account[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key',
  );
  const ending = anyCase('id|value|base64|b64|prod|dev|test');
  return {
    keyword: new RegExp(words),
    // name, an optional quote after it, the sign, and then a quoted or a bare value.
    assignment: new RegExp(
      `((?<![A-Za-z0-9_])[A-Za-z0-9_.-]{0,40}?(${words})(?:[_-]?(?:${ending}|[0-9]{1,3}))?)` +
        `(["']?\\s{0,3}(?:=>|:=|=|:)\\s{0,3})` +
        '(?:"([^"\\r\\n]{1,512})"|\'([^\'\\r\\n]{1,512})\'|`([^`\\r\\n]{1,512})`|([^\\s"\'`,;(){}\\[\\]<>|&]{4,512}))',
      'g',
    ),
    // What sets a variable or a setting without a sign between name and value.
    setting: new RegExp(
      `(\\b(?:[sS][eE][tT][xX](?:\\s{1,3}/[mM])?|setenv|set\\s{1,3}-[A-Za-z]{1,6}|(?:config|configure)\\s{1,3}set|[sS]et[eE]nvironment[vV]ariable\\()\\s{0,3}["']?[A-Za-z0-9_./:-]{0,60}?(${words})[A-Za-z0-9_-]{0,20}["']?(?:\\s{0,3},\\s{0,3}|\\s{1,3}))(?:"([^"\\r\\n]{1,512})"|'([^'\\r\\n]{1,512})'|([^\\s"'\`,;(){}\\[\\]<>|&-][^\\s"'\`,;(){}\\[\\]<>|&]{3,511}))`,
      'g',
    ),
    option: new RegExp(
      `(--?[A-Za-z0-9-]{0,30}?(${words})\\s{1,3})(?:"([^"\\r\\n]{1,512})"|'([^'\\r\\n]{1,512})'|([^\\s"'\`,;(){}\\[\\]<>|&-][^\\s"'\`,;(){}\\[\\]<>|&]{3,511}))`,
      'g',
    ),
  };
});

const placeholder =
  /^(?:\$|%[A-Za-z_]|<|\*{3,}$|x{3,}$|\.{3}|…|\[redacted:|your[_-]|my[_-]|example|placeholder|changeme$|process\.env|os\.environ|env\.|import\.meta|none$|null$|nil$|undefined$|true$|false$|string\b|number\b|boolean\b|any\b|required\b|optional\b|str\b|int\b|bytes\b)/i;

/** True when the value beside a secret's name looks like the secret and not like code about it. */
function looksSecret(word: string, sign: string, value: string, quoted: boolean): boolean {
  if (placeholder.test(value) || isStepToken(value)) return false;
  const isPassword = /^(?:pass|pwd)/i.test(word);
  const letters = /[A-Za-z]/.test(value);
  const digits = /[0-9]/.test(value);
  if (!quoted) {
    if (/^(?:\.{0,2}|~)\/[\w.@/-]*$/.test(value)) return false;
    if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(value) && !/[0-9]{3}/.test(value))
      return false;
    if (/^[A-Za-z_]+$/.test(value)) {
      if (patterns().keyword.test(value) && value.length < 24) return false;
      const tight = sign === '=';
      if (isPassword) return tight && value.length >= 5;
      return value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value);
    }
    if (isPassword) return value.length >= 5;
    return value.length >= 8 && letters && digits;
  }
  if (/\s/.test(value.trim()) && !isPassword) return value.split(/\s+/).some(isSecretPiece);
  if (isPassword) return value.length >= 4 && !/\s\S+\s/.test(value);
  if (/^[a-z]+(?:[ _.-][a-z]+)*$/i.test(value)) return value.length >= 24 && !/[ _.-]/.test(value);
  return value.length >= 8 && letters && digits && !/^(?:\.{0,2}|~)\/[\w.@/-]*$/.test(value);
}

/** Of a value with blanks in it, a piece that is no word, name, date or place. */
function isSecretPiece(piece: string): boolean {
  if (isStepToken(piece)) return false;
  if (piece.length < 8 || !/[A-Za-z]/.test(piece) || !/[0-9].*[0-9]/.test(piece)) return false;
  if (/^[0-9]{4}-[0-9]{2}|[/:\\]|^[A-Z][A-Z0-9_]*$|^[a-z]+[-_.][a-z0-9-_.]*$/.test(piece))
    return false;
  return !patterns().keyword.test(piece) && !/[^\x21-\x7e]/.test(piece);
}

function kindOf(word: string): string {
  if (/^(?:pass|pwd)/i.test(word)) return 'password';
  if (/key/i.test(word)) return 'api-key';
  return /token/i.test(word) ? 'token' : 'secret';
}

/** What stands for a name and a value with only blanks between, where the value looks secret. */
function replaceBehind(
  whole: string,
  name: string,
  word: string,
  ...[double, single, bare]: (string | undefined)[]
): string {
  const value = double ?? single ?? bare ?? '';
  return looksSecret(word, '=', value, bare === undefined)
    ? `${name}[redacted:${kindOf(word)}]`
    : whole;
}

/** Replaces the value where a name such as `password`, `token` or `api_key` is given one. */
export function redactAssignments(text: string): string {
  const { keyword, assignment, setting, option } = patterns();
  if (!keyword.test(text)) return text;
  return text
    .replace(assignment, (whole, name, word, sign, double, single, back, bare) => {
      const value: string = double ?? single ?? back ?? bare;
      const quote =
        double !== undefined ? '"' : single !== undefined ? "'" : back !== undefined ? '`' : '';
      return looksSecret(word, sign, value, quote !== '')
        ? `${name}${sign}${quote}[redacted:${kindOf(word)}]${quote}`
        : whole;
    })
    .replace(setting, replaceBehind)
    .replace(option, replaceBehind);
}
