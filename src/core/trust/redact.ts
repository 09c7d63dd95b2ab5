import { anyCase } from './any-case.ts';
import { redactAssignments } from './assignments.ts';
import { placeHint, redactEscapedFields, redactPlaces } from './command-secrets.ts';
import { nearHints } from './near-hints.ts';
import { once } from './once.ts';
import { redactPem } from './pem.ts';
import { redactSaid } from './said-passwords.ts';
import { secretShapes, shapeHint, wordHint } from './secret-shapes.ts';
import { withoutControls } from './untrusted.ts';

const urlPassword =
  /((?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/(?:\[redacted:[a-z-]{1,30}\]|[^\s:@/?#'"<>`[]{0,200}):)(?!\[redacted:)(?!\$\{?[A-Za-z_]+\}?@)([^\s/'"<>`]{1,256})(?=@[A-Za-z0-9_[(.-])/g;
const urlToken = /((?<![A-Za-z0-9+.-])https?:\/\/)([A-Za-z0-9_-]{20,255})(?=@[A-Za-z0-9])/g;
const headers = once(() => {
  const schemes = anyCase('bearer|basic|token|digest|apikey|negotiate');
  const opening = '["\'`]?';
  const beginning = (name: string, signs: string) =>
    `${anyCase(name)}["']?\\s{0,3}${signs}\\s{0,3}${opening}`;
  return {
    authorization: new RegExp(
      `((?:${anyCase('proxy-')})?${beginning('authorization', '[:=]')})((?:${schemes})\\s{1,3})?([A-Za-z0-9._~+/=-]{6,4096})`,
      'g',
    ),
    bearer: new RegExp(`(\\b${anyCase('bearer')}\\s{1,3})([A-Za-z0-9._~+/=-]{16,4096})`, 'g'),
    cookie: new RegExp(
      `(\\b(?:${anyCase('set-')})?${beginning('cookie', ':')})([A-Za-z0-9_.!#$%&*+^|~-]{1,100}=[^\\r\\n"'\`]{1,4096})`,
      'g',
    ),
  };
});

const hasDigit = /[0-9]/;
const scheme = /^(?:bearer|basic|token|digest|apikey|negotiate)$/i;

/**
 * Replaces what has the shape of a secret by `[redacted:<kind>]`. Commit hashes, UUIDs, paths and
 * plain prose stay. Linear in the length of the text; applied twice it changes nothing more.
 */
export function redact(text: string, extraPatterns: readonly RegExp[] = []): string {
  const out = redactShown(text, extraPatterns);
  if (!hidden.test(out)) return out;
  // A colour or a character that shows as nothing may stand inside of a secret, which is whole again without it.
  const shown = withoutControls(out);
  const clean = redactShown(shown, extraPatterns);
  return clean === shown ? out : clean;
}

/** What `withoutControls` takes out, but for line ends; of two units the first. */
const hidden =
  /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb\udb40]/;
/** Printable ASCII and line breaks. */
const nothingHidden = /^[\t\n\r -~]*$/;

function redactShown(text: string, extraPatterns: readonly RegExp[]): string {
  let out = redactKnown(text);
  for (const pattern of extraPatterns) out = out.replace(pattern, '[redacted:custom]');
  return out;
}

/** Each group of patterns is only tried, and so only prepared, where a cheap look finds its hint. */
function redactKnown(text: string): string {
  let out = redactPem(text);
  out = nearHints(out, shapeHint, 0, redactShapes);
  if (out.includes('://') && out.includes('@')) {
    out = out
      .replace(urlPassword, '$1[redacted:password]')
      .replace(urlToken, (whole, before, value) =>
        hasDigit.test(value) ? `${before}[redacted:token]` : whole,
      );
  }
  out = redactPlaces(out);
  return nearHints(out, wordHint, 12, redactNamed);
}

function redactNamed(text: string): string {
  return redactSaid(redactAssignments(redactHeaders(redactEscapedFields(text))));
}

function redactShapes(text: string): string {
  return secretShapes.reduce(
    (out, { kind, pattern }) => out.replace(pattern, `[redacted:${kind}]`),
    text,
  );
}

function redactHeaders(text: string): string {
  const { authorization, bearer, cookie } = headers();
  return text
    .replace(authorization, (whole, before, named, value) =>
      scheme.test(value) || (named === undefined && !hasDigit.test(value))
        ? whole
        : `${before}${named ?? ''}[redacted:authorization]`,
    )
    .replace(bearer, (whole, before, value) =>
      hasDigit.test(value) ? `${before}[redacted:authorization]` : whole,
    )
    .replace(cookie, '$1[redacted:cookie]');
}

/**
 * A value as JSON, without secrets. Only where its text may hold one is it walked through, since most do not
 * and the walk is dear in a process that has just started.
 */
export function redactedJson(value: unknown, extraPatterns: readonly RegExp[] = []): string {
  const text = JSON.stringify(value);
  if (extraPatterns.length === 0 && !mayHoldSecret(text) && nothingEscaped(text)) return text;
  return JSON.stringify(redactDeep(value, extraPatterns));
}

/** True where a JSON text holds no control character, written as an escape, and nothing beyond ASCII. */
function nothingEscaped(text: string): boolean {
  return nothingHidden.test(text) && !text.includes('\\u');
}

/** False when a text, JSON included, surely holds nothing that `redact` would replace. */
function mayHoldSecret(text: string): boolean {
  return (
    text.includes('-----') ||
    text.includes('://') ||
    shapeHint.test(text) ||
    wordHint.test(text) ||
    placeHint.test(text)
  );
}

/** The same for every string inside a JSON value, names of fields included. */
export function redactDeep<T>(value: T, extraPatterns: readonly RegExp[] = []): T {
  return walk(value, extraPatterns) as T;
}

function walk(value: unknown, extra: readonly RegExp[]): unknown {
  if (typeof value === 'string') return redact(value, extra);
  if (Array.isArray(value)) return value.map((item) => walk(item, extra));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      redact(name, extra),
      walkField(name, item, extra),
    ]),
  );
}

/** A field's name can be what makes its value a secret: `{"password": "…"}`. */
function walkField(name: string, value: unknown, extra: readonly RegExp[]): unknown {
  if (
    typeof value !== 'string' ||
    !wordHint.test(name) ||
    value.length > 512 ||
    /["\r\n]/.test(value)
  )
    return walk(value, extra);
  const prefix = `${JSON.stringify(name)}: "`;
  const line = redactAssignments(`${prefix}${value}"`);
  return redact(line.startsWith(prefix) ? line.slice(prefix.length, -1) : value, extra);
}
