/** Letters that stand for several: what people look for is as often written with these. */
const written: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
  ﬅ: 'st',
  ﬆ: 'st',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ĳ: 'ij',
  Ĳ: 'IJ',
};

const several = /[\u00c6\u00df\u00e6\u0132\u0133\u0152\u0153\u1e9e\ufb00-\ufb06]/g;
const any = /[\u00c6\u00df\u00e6\u0132\u0133\u0152\u0153\u1e9e\ufb00-\ufb06]/;

/** The text with `ß` as `ss` and ligatures as the letters that they join, as the index holds it and looks for it. */
export function spelledOut(text: string): string {
  return any.test(text) ? text.replace(several, (letter) => written[letter]!) : text;
}

/** The same with the place in the text that each place in the longer one comes from; undefined where nothing is longer. */
export function spelledOutWithPlaces(
  text: string,
): { text: string; placeOf(at: number): number } | undefined {
  if (!any.test(text)) return undefined;
  const places: number[] = [];
  let longer = '';
  for (let at = 0; at < text.length; at += 1) {
    const letters = written[text[at]!] ?? text[at]!;
    longer += letters;
    for (const _ of letters) places.push(at);
  }
  places.push(text.length);
  return { text: longer, placeOf: (at) => places[at] ?? text.length };
}
