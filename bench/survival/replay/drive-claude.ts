import type { BenchSession, Boundary } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { behindOf } from './behind.ts';
import type { ClaudeHost } from './claude-host.ts';
import { claudeHost, rawSummary, resultPayload, toolPayload } from './claude-host.ts';
import type { HookAnswer } from './deliver.ts';
import type { HookEntry } from './hooks.ts';
import type { Place } from './place.ts';
import { makePlace } from './place.ts';
import { planTextAt } from './plan-text.ts';
import { makeRecordFile } from './record-file.ts';
import { replayEvents } from './replay-events.ts';
import type { WorkTree } from './work-tree.ts';
import { makeWorkTree } from './work-tree.ts';

/** A program with hooks, put into a fresh place. */
export interface Installed {
  hooks: readonly HookEntry[];
  env: Record<string, string>;
  wrap?: (command: string) => string;
  /** Called before each boundary with the session's plan as it stands there. */
  beforeBoundary?: (plan: string | undefined) => void;
}

export type Install = (place: Place) => Promise<Installed> | Installed;

/** What a program put before the model around one boundary, paths as in the record. */
export interface Delivery {
  /** Number of the boundary in its session, from 1. */
  number: number;
  /** Text given to the summariser; it changes no figure, since the summaries are already written. */
  steering: string;
  /** Behind the boundary, before the model's first request. */
  brief: string;
  /** With the first tool results or prompt behind the boundary. */
  later: string;
  /** Characters given, whole, and whether the host showed only a head of them. */
  given: number;
  cut: boolean;
  /** Tool calls that were denied among the first ones behind the boundary. */
  denied: number;
  /** Words of the delivered texts that name files of the place, and whether those exist. */
  pointers: { path: string; exists: boolean }[];
}

export interface DriveOptions {
  /** `boundary`: only what happens around compactions. `full`: every prompt, every tool call, every turn's end. */
  depth: 'boundary' | 'full';
  /** Called behind each boundary, once its events are over. */
  behind?: Behind;
  pointersOf: (text: string, place: Place, branches: readonly string[]) => Delivery['pointers'];
}

/** What is tried behind a boundary: `ask` gives what a prompt with these words puts before the model. */
export type Behind = (
  number: number,
  at: { home: string; ask(prompt: string): Promise<string> },
) => Promise<void>;

/** Replays a session of Claude Code against a program's hooks, and takes what it delivers at each boundary. */
export async function driveClaude(
  session: BenchSession,
  install: Install,
  options: DriveOptions,
): Promise<Delivery[]> {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    const record = makeRecordFile(session, place);
    const installed = await install(place);
    const host = claudeHost({ session, place, record, ...installed });
    const deliveries: Delivery[] = [];
    await host.send('SessionStart', 'startup', { source: 'startup' });
    let from = 0;
    for (const [index, boundary] of boundariesOf(session).entries()) {
      if (options.depth === 'full') {
        await replayEvents({ session, place, record, tree, host, from, to: boundary.line });
      }
      tree.advance(boundary.line);
      installed.beforeBoundary?.(planTextAt(session, boundary.line));
      record.growTo(boundary.line);
      const delivery = await compaction(host, boundary, index + 1);
      record.growTo(boundary.next);
      await afterwards({ session, place, tree, host, boundary }, delivery);
      await options.behind?.(index + 1, {
        home: place.home,
        ask: async (prompt) => joined(await host.send('UserPromptSubmit', '', { prompt })),
      });
      delivery.pointers = options.pointersOf(
        `${delivery.brief}\n${delivery.later}`,
        place,
        session.branches.map(({ branch }) => branch),
      );
      deliveries.push(delivery);
      from = boundary.next;
    }
    return deliveries;
  } finally {
    place.remove();
  }
}

/** The events of one compaction in the host's order; the record does not hold the boundary yet. */
async function compaction(host: ClaudeHost, boundary: Boundary, number: number): Promise<Delivery> {
  const { trigger } = boundary;
  const steering = await host.send('PreCompact', trigger, { trigger, custom_instructions: null });
  const brief = await host.send('SessionStart', 'compact', { source: 'compact' });
  await host.send('PostCompact', trigger, { trigger, compact_summary: rawSummary(boundary) });
  return {
    number,
    steering: joined(steering),
    brief: joined(brief),
    later: '',
    given: brief.reduce((sum, answer) => sum + answer.given, 0),
    cut: brief.some((answer) => answer.cut),
    denied: 0,
    pointers: [],
  };
}

interface Around {
  session: BenchSession;
  place: Place;
  tree: WorkTree;
  host: ClaudeHost;
  boundary: Boundary;
}

/**
 * The first call behind the boundary that is let pass, with its result, brings what was kept for later. Where the person
 * speaks first, their prompt does.
 */
async function afterwards(
  { session, place, host, boundary }: Around,
  delivery: Delivery,
): Promise<void> {
  const { prompt, calls } = behindOf(session, boundary);
  const texts: string[] = [];
  if (prompt) {
    const answers = await host.send('UserPromptSubmit', '', { prompt: place.toPlace(prompt.text) });
    texts.push(joined(answers));
  }
  for (const { call, result } of calls) {
    const before = await host.send('PreToolUse', call.tool, toolPayload(call, place));
    texts.push(joined(before));
    if (before.some((answer) => answer.denied)) {
      delivery.denied += 1;
      await host.send('PostToolBatch', '', { tool_calls: [toolPayload(call, place)] });
      continue;
    }
    const { event, payload } = resultPayload(call, result, place);
    texts.push(joined(await host.send(event, call.tool, payload)));
    await host.send('PostToolBatch', '', { tool_calls: [payload] });
    break;
  }
  delivery.later = texts.filter((text) => text !== '').join('\n');
}

function joined(answers: readonly HookAnswer[]): string {
  return answers
    .map((answer) => answer.context)
    .filter((text) => text !== '')
    .join('\n');
}
