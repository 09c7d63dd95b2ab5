/** How the letters of a text are written. */
export type Script =
  | 'latin'
  | 'cyrillic'
  | 'arabic'
  | 'hebrew'
  | 'devanagari'
  | 'thai'
  | 'kana'
  | 'hangul'
  | 'han'
  | 'other';

const ends: readonly [number, Script | undefined][] = [
  [0x40, undefined],
  [0x5a, 'latin'],
  [0x60, undefined],
  [0x7a, 'latin'],
  [0xbf, undefined],
  [0x24f, 'latin'],
  [0x36f, undefined],
  [0x3ff, 'other'],
  [0x52f, 'cyrillic'],
  [0x58f, 'other'],
  [0x5ff, 'hebrew'],
  [0x6ff, 'arabic'],
  [0x74f, 'other'],
  [0x77f, 'arabic'],
  [0x8ff, 'other'],
  [0x97f, 'devanagari'],
  [0xdff, 'other'],
  [0xe7f, 'thai'],
  [0x10ff, 'other'],
  [0x11ff, 'hangul'],
  [0x1dff, 'other'],
  [0x1eff, 'latin'],
  [0x303f, undefined],
  [0x30ff, 'kana'],
  [0x312f, 'other'],
  [0x318f, 'hangul'],
  [0x33ff, undefined],
  [0x9fff, 'han'],
  [0xabff, 'other'],
  [0xd7ff, 'hangul'],
  [0xf8ff, undefined],
  [0xfaff, 'han'],
];

export function scriptOf(unit: number): Script | undefined {
  for (const [end, script] of ends) if (unit <= end) return script;
  return undefined;
}

/** Letters of each script among the first `most` units. */
export function scriptsIn(text: string, most = 2000): Map<Script, number> {
  const counts = new Map<Script, number>();
  const end = Math.min(text.length, most);
  let latin = 0;
  for (let at = 0; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      if (((unit | 0x20) - 0x61) >>> 0 < 26) latin += 1;
      continue;
    }
    const script = scriptOf(unit);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  if (latin > 0) counts.set('latin', (counts.get('latin') ?? 0) + latin);
  return counts;
}

/** The script that says which language it is: tool words are Latin in every language. */
export function mainScript(text: string): Script | undefined {
  const counts = scriptsIn(text);
  const latin = counts.get('latin') ?? 0;
  let best: Script | undefined;
  let most = 0;
  for (const [script, count] of counts) {
    if (script === 'latin' || count <= most) continue;
    best = script;
    most = count;
  }
  if (
    (counts.get('kana') ?? 0) * 8 >= most &&
    (best === 'han' || best === 'kana') &&
    counts.has('kana')
  )
    best = 'kana';
  if (best !== undefined && most * 6 >= latin && most >= 2) return best;
  if (latin > 0) return 'latin';
  return best;
}
