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
  {
    kind: 'secret',
    pattern:
      /(\\"[\w-]{0,40}(?:password|passwd|secret|token|api_?key)\\"\s{0,3}:\s{0,3}\\")(?=[^"\\]{0,512}?[0-9])([^"\\\s]{6,512})(?=\\")/gi,
  },
];

/** A text without any of these has no such place. */
const hint =
  /curl\s|wget\s|https?\s|xh\s|mysql|mariadb|sshpass|redis-cli|-pass|login\s|<[PpSsTtAa]|[?&]sig=|X-Amz-|X-Goog-|\\"/;

/** Replaces what stands in such a place. */
export function redactPlaces(text: string): string {
  if (!hint.test(text)) return text;
  return places.reduce(
    (out, { kind, pattern }) =>
      out.replace(pattern, (whole, before: string, value: string) =>
        /^(?:\[redacted:|\$|<|\*{3}|%)/.test(value) ? whole : `${before}[redacted:${kind}]`,
      ),
    text,
  );
}
