import { nearHints } from './near-hints.ts';
import { isStepToken } from './own-token.ts';

/** Secrets that are known by the place where they stand: behind a program's option, in a file of logins, in a signed link. */
const places: readonly { kind: string; pattern: RegExp }[] = [
  {
    kind: 'password',
    pattern:
      /(\b(?:curl|wget|http|https|xh)\s[^\n|;&]{0,300}?\s?(?:-u|--user|--proxy-user|-a|--auth)[ =]["']?[^\s:"'/]{1,100}:)([^\s"'/][^\s"']{2,255})/g,
  },
  {
    kind: 'password',
    pattern:
      /(\b(?:mysql|mysqldump|mysqladmin|mariadb)\s(?:[^\n|;&]{0,300}?\s)?-p["']?)([^\s"'-][^\s"']{3,255})/g,
  },
  { kind: 'password', pattern: /(\bsshpass\s{1,3}-p\s?["']?)([^\s"']{3,255})/g },
  {
    kind: 'password',
    pattern: /(\bredis-cli\s(?:[^\n|;&]{0,200}?\s)?-a\s{1,3}["']?)([^\s"']{3,255})/g,
  },
  {
    kind: 'password',
    pattern:
      /(\b(?:docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|az|oc|cf)\s(?:[^\n|;&]{0,60}?\s)?login[ \t](?:[^\n|;&]{0,300}?\s)?-p(?:\s{1,3}|=)?["']?)([^\s"'=-][^\s"']{2,255})/g,
  },
  // A line of .pgpass: host, port, database, user, password.
  {
    kind: 'password',
    pattern:
      /((?<![^\s"'`+|])(?:[A-Za-z0-9_.*-]{1,255}|\[[0-9A-Fa-f:]{2,40}\]):(?:[0-9]{4,5}|\*):[A-Za-z_*][^\s:"'`]{0,63}:[A-Za-z_*][^\s:"'`]{0,63}:)((?:\\.|[^\s:"'`\\]){3,255})(?=["'`\s]|$)/g,
  },
  { kind: 'password', pattern: /(-pass(?:in|out)?\s{1,3}["']?pass:)([^\s"']{3,255})/g },
  {
    kind: 'password',
    pattern: /(\blogin\s{1,10}\S{1,100}\s{1,10}password\s{1,10})(?=\S{0,255}?[0-9])(\S{3,255})/g,
  },
  {
    kind: 'secret',
    pattern: /(<(?:password|passwd|secret|token|api[_-]?key)>)([^<>\s]{4,512})(?=<\/)/gi,
  },
  {
    kind: 'signature',
    pattern:
      /([?&](?:sig|X-(?:Amz|Goog)-(?:Signature|Security-Token))=)([A-Za-z0-9%+/=_-]{16,2048})/g,
  },
];

/** A field of JSON that stands within a text of JSON, where each quotation mark is escaped. */
const escapedField =
  /(\\"[\w-]{0,40}(?:password|passwd|secret|token|api_?key)\\"\s{0,3}:\s{0,3}\\")(?=[^"\\]{0,512}?[0-9])([^"\\\s]{6,512})(?=\\")/gi;

/** A text without any of these has no such place; each place begins on the line of one. */
export const placeHint =
  /curl\s|wget\s|https?\s|xh\s|mysql|mariadb|sshpass|redis-cli|-pass|login\s|<(?:[Pp][Aa][Ss]|[Ss][Ee][Cc]|[Tt][Oo][Kk]|[Aa][Pp][Ii])|[?&]sig=|X-Amz-|X-Goog-|:(?:[0-9]{4,5}|\*):[A-Za-z_*]/;

/** Replaces what stands in such a place. */
export function redactPlaces(text: string): string {
  return nearHints(text, placeHint, 12, redactPart);
}

function redactPart(text: string): string {
  return places.reduce((out, { kind, pattern }) => replaceValue(out, kind, pattern), text);
}

/** The same for a field whose name tells that its value is a secret. */
export function redactEscapedFields(text: string): string {
  return text.includes('\\"') ? replaceValue(text, 'secret', escapedField) : text;
}

function replaceValue(text: string, kind: string, pattern: RegExp): string {
  return text.replace(pattern, (whole, before: string, value: string) =>
    /^(?:\[redacted:|\$|<|\*{3}|%)/.test(value) || isStepToken(value)
      ? whole
      : `${before}[redacted:${kind}]`,
  );
}
