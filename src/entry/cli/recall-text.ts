import type { Findings } from '../../app/recall/search.ts';
import type { Query } from '../../core/search/query.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { paint } from './colour.ts';
import { fold } from './fold-lines.ts';
import type { Neighbour, ShownHit } from './recall-hit.ts';
import { placeOf, shortTime, who } from './recall-words.ts';

interface Look {
  colour: boolean;
  width: number;
  home: string;
}

const indent = '   ';
/** What was found, for a person and for an agent: at most `width` columns. */
export function findingsText(
  hits: readonly ShownHit[],
  findings: Findings,
  query: Query,
  look: Look,
): string {
  const asked = untrusted(query.whole, 200);
  const width = Math.max(40, look.width);
  if (hits.length === 0) {
    return fold(`No matches for ${asked}.`, width, '').join('\n');
  }
  const places = hits.map((hit) => placeOf(hit, look.home));
  const allBefore = hits.every(({ beforeCompaction }) => beforeCompaction);
  const lines = [
    ...fold(heading(findings, hits.length, asked, allBefore), width, ''),
    ...hits.flatMap((hit, at) => {
      // Told once for all that follow each other.
      const place = places[at] === places[at - 1] ? undefined : places[at];
      return ['', ...hitLines(hit, at + 1, look, width, { place, allBefore })];
    }),
    '',
    ...fold(`Full text of a match: holdfast recall --get ${hits[0]!.handle}`, width, ''),
  ];
  return lines.join('\n');
}

function heading(
  { total, more, onlySome, nowhere }: Findings,
  shown: number,
  asked: string,
  allBefore: boolean,
): string {
  const matches = `${more ? 'more than ' : ''}${total} match${total === 1 ? '' : 'es'}`;
  const what = onlySome
    ? `No match for all of ${asked}; ${matches} for some of it${missing(nowhere)}`
    : `${matches.replace(/^m/, 'M')} for ${asked}`;
  const before = allBefore ? ', before the last compaction' : '';
  return shown < total ? `${what}. The best ${shown}${before}:` : `${what}${before}`;
}

function missing(words: readonly string[]): string {
  if (words.length === 0) return '';
  const named = words.slice(0, 5).map((word) => `"${untrusted(word, 40)}"`);
  return ` (found nowhere: ${named.join(', ')}${words.length > 5 ? ', …' : ''})`;
}

function hitLines(
  hit: ShownHit,
  number: number,
  look: Look,
  width: number,
  { place, allBefore }: { place: string | undefined; allBefore: boolean },
): string[] {
  const lead = `${number}.`.padEnd(indent.length);
  const when = hit.time === undefined ? '' : `  ${shortTime(hit.time)}`;
  const again = hit.count > 1 ? `  ${hit.count} times` : '';
  const before = hit.beforeCompaction && !allBefore ? '  before the last compaction' : '';
  const title = `${lead}${who(hit)}${when}${before}${again}  ${hit.handle}`;
  const bold = fold(title, width, indent).map((line) => paint('bold', line, look.colour));
  const gone =
    hit.record === undefined
      ? []
      : fold(
          `${indent}The transcript ${hit.record === 'gone' ? 'is gone' : 'has changed'}; this is the indexed text.`,
          width,
          indent,
        );
  return [
    ...bold,
    ...(place === undefined ? [] : fold(`${indent}${place}`, width, indent)),
    ...gone,
    ...excerptLines(hit, look, width),
    ...outcomeLines(hit, width),
    ...(number === 1 ? neighbours(hit, width) : []),
    ...otherLine(hit, width),
  ];
}

/** What came of a call, or which call a result is of; refusals by the user's words. */
function outcomeLines({ refused, paired, kind }: ShownHit, width: number): string[] {
  if (refused !== undefined) {
    const said = refused.words === undefined ? '' : `: "${refused.words}"`;
    const call = kind === 'call' || paired === undefined ? '' : ` (${paired.text})`;
    return fold(`${indent}refused by the user${said}${call}`, width, indent);
  }
  if (paired === undefined) return [];
  const word = kind === 'call' ? 'result' : 'of';
  return fold(`${indent}${word} ${paired.handle}: ${paired.text}`, width, indent);
}

/** What stands beside the best match, where it is no call and no result. */
function neighbours({ before, behind, paired }: ShownHit, width: number): string[] {
  if (paired !== undefined) return [];
  return [...neighbourLine('before', before, width), ...neighbourLine('after', behind, width)];
}

/** Other places that are named of a match. */
const namedOthers = 2;

function otherLine({ others = [] }: ShownHit, width: number): string[] {
  const refused = others.filter((one) => one.refused !== undefined);
  const passed = others.filter((one) => one.refused === undefined).slice(0, namedOthers);
  const told = passed.map(({ handle, time }) =>
    time === undefined ? handle : `${handle} (${shortTime(time)})`,
  );
  return [
    ...refused.flatMap(({ handle, time, refused: { words } = {} }) => {
      const said = words === undefined ? '' : `: "${words}"`;
      const line = `${indent}refused by the user ${handle} (${shortTime(time)})${said}`;
      return fold(line, width, indent);
    }),
    ...(told.length === 0 ? [] : fold(`${indent}also ${told.join(', ')}`, width, indent)),
  ];
}

const quote = `${indent}| `;

function excerptLines(hit: ShownHit, look: Look, width: number): string[] {
  let marked = '';
  let at = 0;
  for (const { start, end } of hit.marks) {
    const found = hit.excerpt.slice(start, end);
    marked += `${hit.excerpt.slice(at, start)}«${found}»`;
    at = end;
  }
  marked += hit.excerpt.slice(at);
  const text = `${hit.cutBefore ? '… ' : ''}${marked.trim()}${hit.cutBehind ? ' …' : ''}`;
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => fold(`${quote}${line.replaceAll('\t', '  ')}`, width, quote));
  return lines.map((line) =>
    look.colour ? line.replace(/«[^«»]*»/g, (found) => paint('yellow', found, true)) : line,
  );
}

function neighbourLine(word: string, one: Neighbour | undefined, width: number): string[] {
  if (one === undefined) return [];
  const line = `${indent}${word} ${one.handle} ${who(one)}: ${one.text}`;
  const [first, more] = fold(line, width, indent);
  return more === undefined ? [first!] : [`${fold(line, width - 2, indent)[0]!} …`];
}
