import { once } from './once.ts';

/**
 * What a person says of a password, in English and German: "my password is X", "das Passwort lautet X", "set the password to
 * X". Of ordinary prose ("the password is wrong") a password is told by what its word is made of.
 */
const patterns = once(() => {
  const names = '(?:[Pp]assw(?:ord|ort)|PASSWORD|[Pp]assphrase|[Kk]ennwort|[Pp]asscode)';
  const of = '(?: {1,3}(?:for|of|on|to|f[üu]r|von)(?: {1,3}[^\\s"\'`]{1,40}){1,5}?)?';
  const value = '["\'`]?([^\\s"\'`<>]{4,128})';
  return [
    new RegExp(
      `(\\b${names}${of} {1,3}(?:is|was|ist|war|lautet)(?: (?:now|still|currently|jetzt|noch|nun))?:?\\s{1,3})${value}`,
      'g',
    ),
    new RegExp(
      `(\\b(?:[Ss]et|[Cc]hange|[Rr]eset|[Uu]se|[Tt]ry|[Ss]etze|[Nn]imm) {1,3}(?:[^\\s"'\`]{1,30} {1,3}){0,4}?${names}(?: {1,3}(?:to|auf))?:?\\s{1,3})${value}`,
      'g',
    ),
  ];
});

const hint = /passw|Passw|PASSW|assphrase|ennwort|asscode/;

/** Names of algorithms, forms and sizes: `base64`, `sha256-hashed`, `argon2id`, `256-bit`. */
const technical =
  /^(?:(?:base|sha|md|utf|argon|pbkdf|hs|rs|es|aes|rsa|ed|x|oauth|ipv|http|ascii|iso|rfc|pkcs|totp|hotp|k|v|s|p)[-_]?[0-9]{1,5}[a-z]{0,3}|[0-9]{1,5}[-_]?[a-z]+)(?:[-_/][a-z]+[0-9]*)*$/i;
const placeholder = /^(?:\$|%|\{|\[|your|example|process\.|os\.|env\.)/i;
const member = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*(?:\(\))?)+$/;
const place = /^(?:\.{0,2}|~)\/|:\/\/|^[^@]+@[^@]+\.[A-Za-z]{2,}$|^[\w.-]+\/[\w./-]+$/;

/** True for a word that mixes letters with digits or with signs that no ordinary word holds, and for a long number. */
function isPassword(word: string): boolean {
  if (placeholder.test(word) || technical.test(word) || place.test(word)) return false;
  if (member.test(word) && !/[0-9]{3}/.test(word)) return false;
  if (!/\p{L}/u.test(word)) return /^[0-9]{6,}$/.test(word);
  return word.length >= 5 && /[0-9!@#$%^&*+=?~§]/.test(word);
}

/** Replaces the passwords that a person tells in a sentence. */
export function redactSaid(text: string): string {
  if (!hint.test(text)) return text;
  return patterns().reduce(
    (out, pattern) =>
      out.replace(pattern, (whole, before: string, value: string) => {
        const word = value.replace(/[.,;:!?)\]…]+$/, '');
        if (!isPassword(word)) return whole;
        // An exclamation mark at the end can be a part of it.
        const end = /[.,;:)\]…]*$/.exec(value)![0];
        const opening = whole.slice(before.length, whole.length - value.length);
        return `${before}${opening}[redacted:password]${end}`;
      }),
    text,
  );
}
