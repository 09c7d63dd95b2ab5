/** The place of the sign that closes what is open at `start` (`)` or `}`), or the end of the text. Quotes within are looked at. */
export function closingPlace(text: string, start: number, close: ')' | '}'): number {
  const open: string[] = [close];
  let at = start;
  for (; at < text.length; at += 1) {
    const char = text[at]!;
    const inside = open[open.length - 1];
    if (char === '\\') at += 1;
    else if (char === inside) {
      open.pop();
      if (open.length === 0) return at;
    } else if (char === '`') at = endOf(text, text.indexOf('`', at + 1));
    else if (char === '$' && text[at + 1] === '(') {
      open.push(')');
      at += 1;
    } else if (char === '$' && text[at + 1] === '{') {
      open.push('}');
      at += 1;
    } else if (inside === '"') continue;
    else if (char === '"') open.push('"');
    else if (char === "'") at = quoteEnd(text, at, text[at - 1] === '$');
    else if (char === '(' && inside === ')') open.push(')');
  }
  return text.length;
}

/** The place of the `'` that closes the one at `start`. `escapes`: a backslash takes the sign behind it. */
export function quoteEnd(text: string, start: number, escapes: boolean): number {
  if (!escapes) return endOf(text, text.indexOf("'", start + 1));
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === "'") return at;
  }
  return text.length;
}

function endOf(text: string, found: number): number {
  return found < 0 ? text.length : found;
}

const named: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** What stands between the quotes of `$'…'`, or in the format of `printf`, with its escapes resolved. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|([0-7]{1,3})|c(.)|(.))/gs,
    (
      _all,
      hex?: string,
      short?: string,
      long?: string,
      octal?: string,
      control?: string,
      sign?: string,
    ) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return fromCode(Number.parseInt(code, 16));
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8) & 0xff);
      if (control !== undefined) return fromCode(control.charCodeAt(0) & 0x1f);
      if (sign !== undefined && Object.hasOwn(named, sign)) return named[sign]!;
      return sign !== undefined && '\\\'"?'.includes(sign) ? sign : `\\${sign}`;
    },
  );
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
