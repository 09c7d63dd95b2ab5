import { anyCase } from '../any-case.ts';
import { once } from '../once.ts';
import { isStepToken } from '../own-token.ts';
import type { Found } from './found.ts';
import { looksRandom } from './random.ts';

/** A secret that is known by where it stands: what stands before it, itself, and when it counts. */
export interface Place {
  kind: string;
  /** A text without any of these, parted by blanks, has no such place; a place is looked for on the lines around one. */
  hints: string;
  /** What stands before as the first group, the secret as the second. */
  pattern: RegExp;
  when?: (value: string, before: string) => boolean;
}

const hasDigit = (value: string): boolean => /[0-9]/.test(value);
const schemes =
  '(?:bearer|basic|token|digest|apikey|negotiate|splunk|snyk|genericapikey|sso-key|oauth|api-key|key|bot|jwt|hawk|aws4-hmac-sha256|auth-token|user-token)';
const isScheme = once(() => new RegExp(`^${schemes}$`, 'i'));

const places = once((): Place[] => [
  {
    kind: 'authorization',
    hints: 'authorization',
    pattern: new RegExp(
      `((?:${anyCase('proxy-')})?${anyCase('authorization')}(?:\\\\{0,4}["'])?\\s{0,3}[:=,]\\s{0,3}(?:\\\\{0,4}["'\`])?(?:${anyCase(schemes)}\\s{1,3})?)([A-Za-z0-9._~+/=:|!#^*?-]{6,8192})`,
      'g',
    ),
    when: (value, before) =>
      !isScheme().test(value) &&
      (/\s$/.test(before.replace(/^.*?[:=,]\s*/, '')) || hasDigit(value)),
  },
  {
    kind: 'authorization',
    hints: 'bearer',
    pattern: new RegExp(`(${anyCase('bearer')}\\s{1,3}["'\`]?)([A-Za-z0-9._~+/=|-]{12,8192})`, 'g'),
    when: hasDigit,
  },
  {
    kind: 'authorization',
    hints: 'basic',
    pattern: /(\b(?:[bB]asic|BASIC)\s{1,3})([A-Za-z0-9+/]{8,4096}={0,2})(?![A-Za-z0-9+/=])/g,
    when: (value) => isUserAndPassword(value),
  },
  {
    kind: 'cookie',
    hints: 'cookie',
    pattern: new RegExp(
      `((?<![A-Za-z])(?:${anyCase('set-')})?${anyCase('cookie')}(?:\\\\{0,4}["'])?\\s{0,3}:\\s{0,3}(?:\\\\{0,4}["'\`])?)([A-Za-z0-9_.!#$%&*+^|~-]{1,100}=[^\\r\\n"'\`\\\\]{1,8192})`,
      'g',
    ),
  },
  {
    kind: 'cookie',
    hints: '_-b --cookie',
    pattern: /((?:\s-b|--cookie)[ =]{1,3}["']?)([A-Za-z0-9_.-]{1,100}=[^\s"'`]{4,8192})/g,
    when: (value) => hasDigit(value),
  },
  {
    kind: 'password',
    hints: '://',
    pattern:
      /((?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,30}:\/\/(?:\[redacted:[a-z-]{1,30}\]|[^\s:@/?#'"<>`[]{0,200}):)(?!\[redacted:)(?!\$\{?[A-Za-z_]{1,1024}\}?@)(?!<)([^\s/'"<>`]{1,8192})(?=@[A-Za-z0-9_[(.${<-])/g,
    when: (value) => !/^(?:\{\{|\$\(|%[A-Za-z_]+%$|\*+$|\{[A-Za-z_]+\}$|[xX]{3,}$)/.test(value),
  },
  {
    kind: 'token',
    hints: '://',
    pattern:
      /((?<![A-Za-z0-9+.-])https?:\/\/)([A-Za-z0-9_-]{20,255})(?=(?::x-oauth-basic)?@[A-Za-z0-9])/g,
    when: hasDigit,
  },
  // A line of .pgpass: host, port, database, user, password.
  {
    kind: 'password',
    hints:
      ':*: :5432 :5433 :5434 :5435 :6432 :6543 :15432 :3306 :1521 :1433 :27017 :5439 :26257 pgpass PGPASS',
    pattern:
      /((?<![^\s"'`+|])(?:[A-Za-z0-9_.*-]{1,255}|\[[0-9A-Fa-f:]{2,40}\]):(?:[0-9]{4,5}|\*):[A-Za-z_*][^\s:"'`]{0,63}:[A-Za-z_*][^\s:"'`]{0,63}:)((?:\\.|[^\s:"'`\\]){3,8192})(?=["'`\s]|$)/g,
  },
  // A login in .netrc or .authinfo.
  {
    kind: 'password',
    hints: 'password',
    pattern:
      /(\b(?:login|user)\s{1,10}[^\s"']{1,100}\s{1,10}(?:port\s{1,4}\S{1,8}\s{1,4})?password\s{1,10}["']?)([^\s"']{3,8192})/g,
    when: (value, before) =>
      hasDigit(value) ||
      /[^\w]/.test(value) ||
      /[\n]/.test(before) ||
      /machine|default/.test(before),
  },
  // A line of /etc/shadow or of htpasswd.
  {
    kind: 'password-hash',
    hints: ':$ :!$ :*$ :{S :{M :{C',
    pattern:
      /((?<![^\s"'`])[A-Za-z_][A-Za-z0-9_.-]{0,40}:[!*]?)(\$[0-9a-z]{1,8}\$[^\s:"'`]{6,512}|\{[A-Z0-9]{3,8}\}[A-Za-z0-9+/=]{8,256})/g,
  },
  {
    kind: 'password',
    hints: 'identified',
    pattern:
      /((?:[iI]dentified|IDENTIFIED)\s{1,3}(?:(?:[wW]ith|WITH)\s{1,3}["'`]?\w{1,40}["'`]?\s{1,3}(?:[bB]y|BY|[aA]s|AS)|[bB]y|BY|[vV]alues?|VALUES?)\s{1,3}(?:PASSWORD\s{1,3})?\\{0,4}["'`]?)([^\s"'`;\\]{3,8192})/g,
  },
  {
    kind: 'password',
    hints: 'password',
    pattern:
      /((?:\b(?:PASSWORD|[pP]assword)\s{0,3}\(|\b(?:ENCRYPTED|WITH|encrypted|with)\s{1,3}(?:PASSWORD|password)\s{0,3}=?)\s{0,3}\\{0,4}["'])([^\s"'`\\]{3,8192})/g,
  },
  {
    kind: 'password',
    hints: 'convertto-securestring',
    pattern:
      /(ConvertTo-SecureString\s{1,3}(?:-String\s{1,3})?\\{0,4}["'])([^"'\n]{3,8192})(?=\\{0,4}["'])/g,
  },
  // What is printed only to be read by a program that asks for a secret.
  {
    kind: 'password',
    hints:
      '-stdin --stdin chpasswd sudo --with-token htpasswd passwd --passphrase-fd secret login kinit cryptsetup base64',
    pattern:
      /(\b(?:echo|printf|print|Write-Output)\s{1,3}(?:-[neE]{1,3}\s{1,3})?(?:["']%s(?:\\n)?["']\s{1,3})?(?:\\{0,4}["'])?)([^\s"'|]{3,1024}|[^"'|\n]{3,200}(?=\\{0,4}["']\s{0,3}\|))(?=\\{0,4}["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?(?:[^\s|]{1,60}\s{1,3}){0,8}?(?:-S\b|--password-stdin|--stdin|chpasswd|--with-token|--passphrase-fd|-stdin|passwd|secret|secrets|login|kinit|cryptsetup|htpasswd|base64))/g,
    when: (value) =>
      value.length >= 4 && (hasDigit(value) || /[^\w.-]/.test(value) || value.length >= 12),
  },
  {
    kind: 'password',
    hints: '<<<',
    pattern:
      /((?:--password-stdin|--stdin|chpasswd|-S|--with-token|passwd|login)[^\n|;]{0,60}<<<\s{0,3}["']?(?:[a-z_][a-z0-9_-]{0,31}:)?)([^\s"'|;]{4,8192})/g,
  },
  {
    kind: 'password',
    hints: 'chpasswd',
    pattern:
      /(["'\s][a-z_][a-z0-9_-]{0,31}:)([^\s"'|]{3,8192})(?=["']?\s{0,3}\|\s{0,3}(?:sudo\s{1,3})?chpasswd)/g,
  },
  {
    kind: 'signature',
    hints: '?sig &sig ;sig ?se= &se= x-amz- x-goog-',
    pattern:
      /([?&;](?:sig|[sS]ignature|[xX]-(?:[aA]mz|[gG]oog)-(?:[sS]ignature|[sS]ecurity-[tT]oken|[cC]redential))=)([A-Za-z0-9%+/=_.-]{16,8192})/g,
  },
  {
    kind: 'secret',
    hints: 'enable_s enable_p community username_ neighbor_ key-string _key_',
    pattern:
      /((?<![^\s"'`])(?:enable (?:secret|password)|username \S{1,40} (?:privilege [0-9]{1,2} )?(?:secret|password)|snmp-server community|neighbor \S{1,40} password|key-string|(?:tacacs|radius)-server(?: host \S{1,40})? key|crypto isakmp key)\s(?:[0-9]\s)?)([^\s"'`]{3,256})/g,
  },
  {
    kind: 'secret',
    hints: 'rwcommunity rocommunity',
    pattern: /(\br[wo]community6?\s{1,4})([^\s"'`]{3,128})/g,
  },
]);

function isUserAndPassword(value: string): boolean {
  if (value.length < 8 || !/[A-Z]/.test(value) || !/[a-z]/.test(value)) return false;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return false;
  try {
    return /^[ -~][ -9;-~]{0,199}:[ -~]{2,}$/.test(atob(value));
  } catch {
    return looksRandom(value);
  }
}

const placeholder =
  /^(?:\[redacted:|\$[A-Za-z_{(]+(?:[0-9][A-Za-z0-9_]*)?\}?$|\$\{|\$\(|<|\{\{|\*{3}|%[A-Za-z_]|%s|your[_-])/i;

/** What to look for, each with the place that it is a hint of; `_` stands for a blank in the list. */
export function placeHints(): { text: string; exact: boolean; of: Place }[] {
  return places().flatMap((of) =>
    of.hints.split(' ').map((hint) => ({ text: hint.replaceAll('_', ' '), exact: false, of })),
  );
}

/** How far around the line of a hint a place can reach. */
const linesAround = 2;
const longestReach = 20_000;

/** What stands in a place around any of the hints of it. */
export function findInPlace(
  text: string,
  hits: readonly number[],
  { kind, pattern, when }: Place,
): Found[] {
  const found: Found[] = [];
  let done = 0;
  for (const at of hits) {
    if (at < done) continue;
    const start = Math.max(done, at - longestReach, lineStart(text, at));
    const end = Math.min(at + longestReach, lineEnd(text, at));
    const part = text.slice(start, end);
    pattern.lastIndex = 0;
    for (let hit = pattern.exec(part); hit !== null; hit = pattern.exec(part)) {
      const before = hit[1]!;
      const value = hit[2]!;
      const from = start + hit.index + before.length;
      if (!placeholder.test(value) && !isStepToken(value) && (when?.(value, before) ?? true))
        found.push({ start: from, end: from + value.length, kind });
    }
    done = end;
  }
  return found;
}

function lineStart(text: string, from: number): number {
  let at = from;
  for (let line = 0; line <= linesAround && at > 0; line += 1) at = text.lastIndexOf('\n', at - 1);
  return at <= 0 ? 0 : at + 1;
}

function lineEnd(text: string, from: number): number {
  let at = text.indexOf('\n', from);
  for (let line = 0; line < linesAround && at >= 0; line += 1) at = text.indexOf('\n', at + 1);
  return at < 0 ? text.length : at;
}
