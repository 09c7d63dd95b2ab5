const common = [' ', '\n', '\t', 'a', '0', '-', '/', '.', '"', '`', '_', ':', '*', '='];

/**
 * Milliseconds that a bounded pattern takes for the worst text of its length among those built of its own characters and
 * words: each repeated, each pair in turn, behind each of its words.
 */
export function measured({
  source,
  flags,
  most,
  tooLong = 20,
}: {
  source: string;
  flags: string;
  most?: number;
  /** Milliseconds; a longer text is not tried then. */
  tooLong?: number;
}): number {
  const pattern = new RegExp(source, flags);
  let worst = 0;
  for (const [head, pump, end] of shapes(source)) {
    // Twice as long each time: a pattern of exponential cost shows long before its whole length.
    for (let length = 16; ; length = Math.min(length * 2, most!)) {
      const text = `${head}${pump.repeat(length)}`.slice(0, length - end.length) + end;
      // A busy machine makes one run slow, and hardly five.
      let ms = timeOf(pattern, text);
      for (let again = 1; ms > tooLong && again < 5; again += 1)
        ms = Math.min(ms, timeOf(pattern, text));
      worst = Math.max(worst, ms);
      if (ms > tooLong || length >= most!) break;
    }
    if (worst > tooLong) return worst;
  }
  return worst;
}

function* shapes(source: string): Generator<[string, string, string]> {
  const plain = source.replace(/\\[wsdbSWDB]|\\p\{\w+\}|\\u[0-9a-fA-F]{4}|\(\?[:=!<]+/g, ' ');
  const words = [...new Set(plain.match(/[A-Za-z]{2,}/g) ?? [])].slice(0, 12);
  const letters = [...new Set(plain.match(/[A-Za-z0-9]/g) ?? [])].slice(0, 12);
  const own = [...new Set(plain.replace(/[A-Za-z0-9\\]/g, ''))].slice(0, 12);
  const signs = [...new Set([...common, ...own])];
  const pumps = [
    ...signs,
    ...signs.map((sign) => `a${sign}`),
    ...words,
    ...letters,
    ...words.map((w) => `${w} `),
    '- ',
    ' \n',
    '0.',
    '> ',
  ];
  const heads = [
    '',
    ...words.slice(0, 6),
    ...words.slice(0, 6).map((word) => `${word} `),
    '- ',
    '#',
    '"',
    '[',
  ];
  for (const head of heads) for (const pump of pumps) yield [head, pump, '\u0001'];
}

function timeOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0;
  const from = performance.now();
  pattern.exec(text);
  return performance.now() - from;
}
