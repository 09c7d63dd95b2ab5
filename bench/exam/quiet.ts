import { findRecords } from '../../src/app/records/find.ts';
import { readConversation } from '../../src/app/records/read.ts';
import { bookOf } from '../../src/core/at-hand/book.ts';
import { chooseFor } from '../../src/core/at-hand/choose.ts';
import { foldedContext } from '../../src/core/at-hand/news.ts';
import type { Passage } from '../../src/core/at-hand/passage.ts';
import type { PassageIndex } from '../../src/core/at-hand/passage-index.ts';
import { PassageMaker } from '../../src/core/at-hand/passages-of.ts';
import { recordStores } from '../../src/hosts/record-registry.ts';
import { recordDisk } from '../../src/platform/record-disk.ts';
import { sessionsOf } from '../survival/cases/find.ts';
import { humanText } from '../survival/cases/human-text.ts';
import { type BenchSession, type Boundary, boundariesOf } from '../survival/cases/session.ts';
import { askForBefore, ordinaryPrompts } from './ordinary-prompts.ts';
import { halfOf } from './split.ts';

const hosts = ['claude-code', 'pi', 'codex'] as const;

/** How many prompts of a kind brought something up. */
export interface Quiet {
  half: 'tuning' | 'untouched';
  prompts: string;
  asked: number;
  brought: number;
}

/** A boundary with a readable summary, and what stands before it. */
interface Place {
  session: BenchSession;
  boundary: Boundary;
  /** Line of the next boundary, or of the end. */
  end: number;
  index: PassageIndex;
}

/**
 * How often prompts that ask for nothing of before bring something up at real boundaries: those that came behind them, those of
 * other sessions, and ordinary ones. What the agent has before it is the summary and what came since; no brief.
 */
export function quietPrompts(): Quiet[] {
  const sessions = hosts.flatMap((host) => sessionsOf(host));
  return (['tuning', 'untouched'] as const).flatMap((half) => {
    const own = sessions.filter(({ name }) => halfOf(name) === half);
    const counts = {
      'came behind it': [0, 0],
      'of other sessions': [0, 0],
      ordinary: [0, 0],
    } as Record<string, [number, number]>;
    for (const place of own.flatMap(placesOf)) {
      const note = (kind: string, text: string, line: number) => {
        const count = counts[kind]!;
        count[0] += 1;
        if (brings(place, text, line)) count[1] += 1;
      };
      for (const text of ordinaryPrompts) note('ordinary', text, place.boundary.next);
      for (const session of own) {
        for (const { line, text } of promptsOf(session)) {
          if (session !== place.session) note('of other sessions', text, place.boundary.next);
          else if (isBehind(place, line)) note('came behind it', text, line);
        }
      }
    }
    return Object.entries(counts).map(
      ([prompts, [asked, brought]]): Quiet => ({ half, prompts, asked, brought }),
    );
  });
}

function isBehind({ session, boundary, end }: Place, line: number): boolean {
  return line >= boundary.next && line < end && !askForBefore[session.name]?.includes(line);
}

function promptsOf(session: BenchSession): { line: number; text: string }[] {
  return session.events
    .flatMap((event) =>
      event.type === 'prompt' ? [{ line: event.line, text: humanText(event.text) }] : [],
    )
    .filter(({ text }) => text.trim() !== '');
}

function brings({ session, boundary, index }: Place, prompt: string, line: number): boolean {
  const context = () => {
    const since = session.lines.slice(boundary.next, line).join('\n');
    return foldedContext([boundary.summary ?? '', since]);
  };
  return chooseFor(prompt, index, new Set(), context).length > 0;
}

function placesOf(session: BenchSession): Place[] {
  const boundaries = boundariesOf(session).filter(({ summary }) => summary !== undefined);
  if (boundaries.length === 0) return [];
  const offsets = offsetsOf(session.lines);
  const read = passagesOf(session);
  return boundaries.map((boundary, at) => {
    const before = read.filter(({ offset }) => offset < offsets[boundary.line]!);
    return {
      session,
      boundary,
      end: boundaries[at + 1]?.line ?? session.lines.length,
      index: indexOf(before.map(({ passage }) => passage)),
    };
  });
}

function offsetsOf(lines: readonly string[]): number[] {
  let offset = 0;
  return lines.map((line) => {
    const own = offset;
    offset += Buffer.byteLength(line) + 1;
    return own;
  });
}

function passagesOf({ host, path }: BenchSession): { offset: number; passage: Passage }[] {
  const found: { offset: number; passage: Passage }[] = [];
  const maker = new PassageMaker();
  const stores = recordStores.filter((store) => store.host === host);
  for (const one of findRecords(recordDisk, [{ path, stores, named: true }])) {
    if (!('ref' in one)) continue;
    readConversation(
      recordDisk,
      one.ref,
      (item) => {
        const { offset } = item.at;
        for (const passage of maker.of(item, '')) found.push({ offset, passage });
      },
      undefined,
      48_000,
    );
  }
  return found;
}

function indexOf(passages: readonly Passage[]): PassageIndex {
  const book = new Map(bookOf(passages).map((row) => [row.term, row]));
  return {
    count: passages.length,
    holders: (term) => ({ count: book.get(term)?.count ?? 0, ids: book.get(term)?.numbers ?? [] }),
    passage: (id) => passages[id],
  };
}
