import type { Findings } from '../../app/recall/search.ts';
import type { Query } from '../../core/search/query.ts';
import { untrusted } from '../../core/trust/untrusted.ts';
import { paint } from './colour.ts';
import { fold } from './fold-lines.ts';
import type { Neighbour, ShownHit } from './recall-hit.ts';

interface Look {
  colour: boolean;
  width: number;
  home: string;
}

const indent = '   ';
const names: Record<string, string> = {
  person: 'user',
  agent: 'agent',
  call: 'call',
  result: 'result',
  summary: 'summary',
  host: 'host',
  compaction: 'compaction',
};

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
  const lines = [
    ...fold(heading(findings, hits.length, asked), width, ''),
    ...hits.flatMap((hit, at) => ['', ...hitLines(hit, at + 1, look, width)]),
    '',
    ...fold(`Full text of a match: holdfast recall --get ${hits[0]!.handle}`, width, ''),
  ];
  return lines.join('\n');
}

function heading({ total, more, onlySome }: Findings, shown: number, asked: string): string {
  const matches = `${more ? 'more than ' : ''}${total} match${total === 1 ? '' : 'es'}`;
  const what = onlySome
    ? `No match for all of ${asked}; ${matches} for some of it`
    : `${matches.replace(/^m/, 'M')} for ${asked}`;
  return shown < total ? `${what}. The best ${shown}:` : what;
}

function hitLines(hit: ShownHit, number: number, look: Look, width: number): string[] {
  const lead = `${number}.`.padEnd(indent.length);
  const when = hit.time === undefined ? '' : `  ${hit.time.slice(0, 16).replace('T', ' ')} UTC`;
  const again = hit.count > 1 ? `  ${hit.count} times` : '';
  const before = hit.beforeCompaction ? '  before the last compaction' : '';
  const title = `${lead}${who(hit)}${when}${before}${again}  ${hit.handle}`;
  const bold = fold(title, width, indent).map((line) => paint('bold', line, look.colour));
  const place = [hit.host, hit.session, hit.subagent ? '(subagent)' : '', projectOf(hit, look)]
    .filter(Boolean)
    .join(' ');
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
    ...fold(`${indent}${place}`, width, indent),
    ...gone,
    ...excerptLines(hit, look, width),
    ...neighbourLine('before', hit.before, width),
    ...neighbourLine('after', hit.behind, width),
  ];
}

function who({ kind, tool }: { kind: string; tool?: string }): string {
  return tool ? `${names[kind] ?? kind} ${tool}` : (names[kind] ?? kind);
}

function projectOf({ project }: ShownHit, { home }: Look): string {
  if (project === undefined) return '';
  return project === home || project.startsWith(`${home}/`)
    ? `in ~${project.slice(home.length)}`
    : `in ${project}`;
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
