/**
 * One-liners that surely only print: made of numbers, texts, names of their own and what is listed here. Whatever could reach a
 * file, a process or the network is not among it, nor what could make up a name while it runs.
 */

interface Language {
  /** Calls and members that only look; they are taken for numbers. */
  looks: readonly RegExp[];
  /** Where names of the code's own begin. */
  own: readonly RegExp[];
  /** Names that may stand by themselves. */
  known: RegExp;
  /** Names that may stand nowhere. */
  never: RegExp;
  /** What may not stand outside of texts. */
  refused: RegExp;
}

const longest = 1_000;
/** A name of a module or a function would be that where the code only seems to set it. */
const ownName =
  /^(?!(?:fs|os|net|tls|dns|sys|tty|vm|v8|url|re|sea)$)(?:[a-z]{1,3}|data|json|item|items|name|names|keys|value|values|line|lines|text|count|total|list|result|entry|index|deps|rows|file|files|parts|word|words|size|version|scripts|today|date)$/;

const node: Language = {
  looks: [
    /\brequire\((['"])(?:node:)?fs\1\)\.(?:readFileSync|existsSync|readdirSync|statSync)\((['"])(?!\/(?:dev|proc)\/)[\w./@-]{1,200}\2(?:, ?(['"])utf-?8\3)?\)/g,
    /\brequire\((['"])\.{0,2}\/?[\w./@-]{1,200}\.json\1\)/g,
    /\brequire\((['"])(?:node:)?os\1\)\.(?:cpus|platform|arch|tmpdir|homedir|hostname|release|totalmem|freemem|EOL)\b/g,
    /\brequire\((['"])(?:node:)?path\1\)\.(?:join|resolve|basename|dirname|extname|relative|sep)\b/g,
    /\bprocess\.(?:versions?|platform|arch|cwd|pid|argv|env|uptime|memoryUsage|hrtime|exit|execPath|stdout\.(?:write|isTTY|columns))\b/g,
    /\bObject\.(?:keys|values|entries|fromEntries)\b/g,
    /\bconsole\.(?:log|error|info|warn|table|dir)\b/g,
  ],
  own: [
    /\b(?:const|let) (\w{1,20}) ?=/g,
    /\b(\w{1,20}) ?=>/g,
    /\((\w{1,20}(?:, ?\w{1,20}){0,4})\) ?=>/g,
    /\b(?:const|let) (\w{1,20}) of\b/g,
  ],
  known:
    /^(?:const|let|of|in|for|if|else|typeof|new|return|true|false|null|undefined|NaN|Infinity|JSON|Math|String|Number|Boolean|Date|Array|Set|Map|BigInt|parseInt|parseFloat|isNaN|encodeURIComponent|decodeURIComponent|Intl)$/,
  never: /^(?:constructor|prototype|__\w*|call|apply|bind|caller|callee|arguments)$/,
  // A member whose name is made up, or a key that is.
  refused:
    /[^\w\s.,;:()[\]{}+*%<>=!&|?-]|[\w)\].}]\s?\[(?! ?-?\d{1,9} ?\])|\]\s?:|[{,]\s?\[[^\]]{0,200}\]\s?\(/,
};

const python: Language = {
  looks: [
    /\bopen\((['"])(?!\/(?:dev|proc)\/)[\w./@-]{1,200}\1(?:, ?(['"])r\2)?(?:, ?encoding=(['"])utf-?8\3)?\)/g,
    /\bsys\.(?:version|version_info|platform|executable|argv|maxsize|byteorder|stdin|exit|prefix)\b/g,
    /\bjson\.(?:loads?|dumps)\b/g,
    /\bmath\.[a-z]\w{0,20}/g,
    /\bplatform\.(?:system|machine|release|version|python_version|platform|node|processor)\b/g,
    /\bre\.(?:search|match|findall|sub|split|escape|fullmatch)\b/g,
    /\bdatetime\.(?:datetime|date|timedelta|timezone)\b(?:\.(?:now|today|utcnow|fromisoformat)\b)?/g,
    /\btime\.(?:time|strftime|localtime|gmtime|ctime)\b/g,
    /\bos\.(?:getcwd|environ|listdir|sep|cpu_count|getpid|path\.(?:join|exists|basename|dirname|abspath|isfile|isdir|getsize))\b/g,
    /\bimport (?:sys|json|math|platform|re|datetime|time|os)(?:, ?(?:sys|json|math|platform|re|datetime|time|os)){0,5}(?=\s?(?:;|\n|$))/g,
  ],
  own: [
    /\b(\w{1,20}) ?=(?!=)/g,
    /\bfor (\w{1,20}(?:, ?\w{1,20}){0,3}) in\b/g,
    /\bas (\w{1,20})/g,
    /\blambda (\w{1,20}(?:, ?\w{1,20}){0,3}):/g,
  ],
  known:
    /^(?:print|len|sum|min|max|range|sorted|list|dict|set|tuple|str|int|float|bool|repr|round|abs|enumerate|zip|map|filter|any|all|hex|bin|oct|ord|chr|pow|divmod|reversed|isinstance|for|in|if|else|elif|not|and|or|is|None|True|False|with|as|lambda|key|sep|end|indent|sort_keys|reverse|default)$/,
  never: /^(?:_\w*|buffer|raw|detach|reconfigure|gi_\w+|f_\w+|tb_\w+|cr_\w+|ag_\w+|mro)$/,
  refused: /[^\w\s.,;:()[\]{}+*%<>=!&|/-]/,
};

/** True for a script of Node that only prints. */
export function printsInNode(code: string): boolean {
  return onlyPrints(code, node);
}

/** True for a script of Python that only prints. */
export function printsInPython(code: string): boolean {
  return !/'''|"""/.test(code) && onlyPrints(code, python);
}

function onlyPrints(code: string, language: Language): boolean {
  if (code.length > longest) return false;
  const looked = language.looks.reduce((text, look) => text.replace(look, '0'), code);
  const plain = withoutTexts(looked, language);
  if (plain === undefined) return false;
  // A list behind `of` is no member.
  const listed = plain.replace(/\bfor \((const|let) (\w{1,20}) of \[/g, 'for ($1 $2 of, [');
  if (language.refused.test(listed)) return false;
  const mine = new Set(
    language.own
      .flatMap((own) => [...plain.matchAll(own)])
      .flatMap(([, names = '']) => names.split(/, ?/))
      .filter((name) => ownName.test(name)),
  );
  return [...plain.matchAll(/(\.?)\s?\b([A-Za-z_$][\w$]*)/g)].every(
    ([, dot, name]) =>
      !language.never.test(name!) && (dot === '.' || language.known.test(name!) || mine.has(name!)),
  );
}

/** The code with a number for each text in it; undefined where one may be the name of a member, or is code itself. */
function withoutTexts(code: string, { never }: Language): string | undefined {
  let plain = '';
  let from = 0;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at]!;
    if (sign !== "'" && sign !== '"') continue;
    const end = textEnd(code, at);
    if (end === undefined) return undefined;
    const before = code.slice(from, at);
    const inner = code.slice(at + 1, end);
    if (/\[\s?$/.test(before) && (never.test(inner) || inner.includes('\\'))) return undefined;
    const prefix = /\b[a-zA-Z]{1,2}$/.exec(before)?.[0];
    if (prefix !== undefined && !(prefix === 'f' && !inner.includes('{'))) return undefined;
    plain += `${prefix === undefined ? before : before.slice(0, -1)} 0`;
    from = end + 1;
    at = end;
  }
  return plain + code.slice(from);
}

/** Where a text ends that begins at `start`; undefined where it does not, or has an escape that is not looked into. */
function textEnd(code: string, start: number): number | undefined {
  for (let at = start + 1; at < code.length && code[at] !== '\n'; at += 1) {
    if (code[at] === code[start]) return at;
    if (code[at] !== '\\') continue;
    at += 1;
    if (!/[nt\\'"]/.test(code[at] ?? '')) return undefined;
  }
  return undefined;
}
