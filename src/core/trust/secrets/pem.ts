import type { Found } from './found.ts';

const header = /-----BEGIN [A-Z0-9 _-]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
const footer = /-----END [A-Z0-9 _-]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

/** Characters of a key's body: base64, line breaks (escaped ones too), and the header lines some keys have. */
function isBody(code: number): boolean {
  return (
    (code >= 48 && code <= 58) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 43 ||
    code === 47 ||
    code === 61 ||
    code === 92 ||
    code === 44 ||
    code === 45 ||
    code === 32 ||
    code === 10 ||
    code === 13 ||
    code === 9
  );
}

/** Where a key without its end stops: the last line of it that is long enough to be key material. */
function endOfCutKey(text: string, from: number, limit: number): number {
  let end = from;
  let at = from;
  while (at < limit) {
    const lineStart = at;
    while (at < limit && text.charCodeAt(at) !== 10 && isBody(text.charCodeAt(at))) at += 1;
    const line = text.slice(lineStart, at).trim();
    const stopped = at < limit && text.charCodeAt(at) !== 10;
    const isKey =
      line === '' || /^[A-Za-z0-9+/=\\]+$/.test(line) || /^[A-Z][A-Za-z-]+: /.test(line);
    if (!isKey) {
      const solid = /^[A-Za-z0-9+/=\\]*/.exec(line)?.[0] ?? '';
      return solid.length >= 16
        ? lineStart + text.slice(lineStart, at).indexOf(solid) + solid.length
        : end;
    }
    if (line !== '') end = at;
    if (stopped) return at;
    at += 1;
  }
  return end;
}

/** Where the body of a key whose beginning is missing starts. */
function startOfCutKey(text: string, floor: number, end: number): number {
  let start = end;
  let lineEnd = end;
  while (lineEnd > floor) {
    const lineStart = Math.max(floor, text.lastIndexOf('\n', lineEnd - 1) + 1);
    const line = text.slice(lineStart, lineEnd).trim();
    let from = line.length;
    while (from > 0 && /[A-Za-z0-9+/=\\]/.test(line[from - 1]!)) from -= 1;
    const solid = line.slice(from);
    if (line !== '' && solid !== line) return solid.length >= 16 ? lineEnd - solid.length : start;
    if (line !== '') start = lineStart;
    if (lineStart === floor) break;
    lineEnd = lineStart - 1;
  }
  return start;
}

/** All matches of a marker line, in order. */
function markers(text: string, pattern: RegExp): { start: number; end: number }[] {
  return [...text.matchAll(pattern)].map((m) => ({ start: m.index, end: m.index + m[0].length }));
}

/** PEM private keys, also those of which only the beginning or only the end is there. */
export function findPem(text: string): Found[] {
  const begins = markers(text, header);
  const ends = markers(text, footer);
  const found: Found[] = [];
  let from = 0;
  const add = (start: number, end: number): void => {
    found.push({ start, end, kind: 'private-key' });
    from = end;
  };
  for (let b = 0, e = 0; b < begins.length || e < ends.length; ) {
    const begin = begins[b];
    const end = ends[e];
    if (end && (!begin || end.start < begin.start)) {
      e += 1;
      add(startOfCutKey(text, from, end.start), end.end);
    } else if (begin) {
      b += 1;
      const next = begins[b];
      const whole = end && (!next || end.start < next.start);
      if (whole) e += 1;
      add(
        begin.start,
        whole ? end.end : endOfCutKey(text, begin.end, next ? next.start : text.length),
      );
    }
  }
  return found;
}
