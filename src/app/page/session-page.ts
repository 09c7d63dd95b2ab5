import type { BriefLimits } from '../../core/audit/compaction.ts';
import type { GoneFact } from '../../core/audit/report.ts';
import { SessionFold } from '../../core/audit/session-fold.ts';
import type { ConversationItem } from '../../core/conversation.ts';
import type { Fact } from '../../core/fact.ts';
import type {
  PageCompaction,
  PageFact,
  PageRecovery,
  SessionEvent,
  SessionPage,
  SessionRow,
  SessionTail,
} from '../../core/page/model.ts';
import type { StoredCursor } from '../../core/recovery/entry.ts';
import { receiptOf } from '../../core/recovery/receipt.ts';
import type { Recovery } from '../../core/recovery/recovery.ts';
import { mainAgent, type SessionState } from '../../core/recovery/session-state.ts';
import { withRuleChoices } from '../../core/snapshot/rule-choices.ts';
import { canResume } from '../read-record.ts';
import type { RecordRef } from '../records/find.ts';
import type { RecordDisk } from '../records/ports.ts';
import { readConversation } from '../records/read.ts';
import { listRules } from '../sessions/rules.ts';
import { titleOf } from './title.ts';

export interface SessionPageWish {
  disk: RecordDisk;
  row: SessionRow;
  ref: RecordRef | undefined;
  /** What hooks told; absent where they did not. */
  state: SessionState | undefined;
  limits: BriefLimits;
  memory: string | undefined;
}

const mostEvents = 3_000;
const longestText = 600;
/** A record in which turns were taken back is read again. */
const mostAnew = 3;

/** Everything that the page shows of one session, and from where its transcript can be read on. */
export function sessionPage({ disk, row, ref, state, limits, memory }: SessionPageWish): {
  page: SessionPage;
  cursor: StoredCursor | undefined;
} {
  let fold = new SessionFold(limits, undefined, true);
  let events = new Events();
  const problems: string[] = [];
  let cursor: StoredCursor | undefined;
  if (ref === undefined) problems.push('Its transcript was not found: this is what hooks told.');
  for (let tries = 0; ref !== undefined && tries <= mostAnew; tries += 1) {
    const reading = readConversation(disk, ref, (item) => {
      fold.take(item);
      events.take(item);
    });
    cursor = reading.cursor;
    if (!reading.read) problems.push(`Its transcript ${ref.path} cannot be read.`);
    const anew = fold.anew();
    if (anew === undefined || tries === mostAnew) break;
    fold = anew;
    events = new Events();
  }
  const found = fold.end();
  const { facts } = withRuleChoices(fold.snapshot(), state?.rules ?? {});
  const main = state?.agents[mainAgent];
  for (const recovery of main?.recoveries ?? []) events.recovery(recovery);
  const { kept, leftOut } = events.end();
  const page: SessionPage = {
    row,
    ...(ref && { path: ref.path }),
    ...(found.from !== undefined && { from: found.from }),
    ...(found.to !== undefined && { to: found.to }),
    calls: found.calls,
    events: kept,
    eventsLeftOut: leftOut,
    sizes: found.sizes,
    compactions: found.compactions.map(({ goneFacts, keptFacts = [], ...told }) => {
      const gone = [
        ...goneFacts,
        ...found.rules.filter(({ compactions }) => compactions.includes(told.number)),
      ];
      return {
        ...told,
        kept: keptFacts,
        given: gone.filter(({ saved }) => saved).map(pageFact),
        missing: gone.filter(({ saved }) => !saved).map(pageFact),
      } satisfies PageCompaction;
    }),
    rules: rulesOf(facts, state),
    recoveries: (main?.recoveries ?? []).map(pageRecovery),
    notes: (state?.notes ?? []).map(({ at, by, text }) => ({ at, by, text })),
    ...(memory !== undefined && { memory }),
    problems,
    ...(typeof cursor?.offset === 'number' && { readTo: cursor.offset }),
  };
  return { page, cursor };
}

/** What was added to a transcript of lines behind a cursor; undefined where that is not to be told so, and all must be read. */
export function sessionTail(
  disk: RecordDisk,
  ref: RecordRef,
  cursor: StoredCursor,
): { tail: SessionTail; cursor: StoredCursor } | undefined {
  const { path, store } = ref;
  if (store.format.kind !== 'lines' || !canResume(disk, path, cursor)) return undefined;
  const events = new Events();
  let isWhole = true;
  const reading = readConversation(
    disk,
    ref,
    (item) => {
      if (item.type === 'rewind' || item.type === 'boundary') isWhole = false;
      events.take(item);
    },
    cursor,
  );
  const next = reading.cursor;
  if (!isWhole || reading.reset || typeof next?.offset !== 'number') return undefined;
  return { tail: { events: events.end().kept, readTo: next.offset }, cursor: next };
}

function pageFact({ kind, value, detail }: GoneFact): PageFact {
  return { kind, value, ...(detail !== undefined && { detail }) };
}

function rulesOf(facts: readonly Fact[], state: SessionState | undefined): SessionPage['rules'] {
  return listRules(facts, state?.rules).map((rule) => ({
    number: rule.number,
    id: rule.id,
    text: rule.text,
    kind: rule.kind,
    state: rule.state,
    ...(rule.kept && { kept: true }),
    ...(rule.by && { by: rule.by.text }),
  }));
}

function pageRecovery(recovery: Recovery, at: number): PageRecovery {
  const { status, armedAt, trigger, reading, missing, denials } = receiptOf(recovery, at + 1);
  return {
    number: at + 1,
    status,
    at: armedAt,
    trigger,
    briefs: recovery.briefs.map((brief) => ({ at: brief.at, via: brief.via, text: brief.text })),
    denials,
    reading: reading.map(({ path, met }) => ({ path, ...(met !== undefined && { met }) })),
    missing,
  };
}

/** What happened, in order; of very much the newest. */
class Events {
  #events: SessionEvent[] = [];
  #left = 0;
  #compactions = 0;
  readonly #calls = new Map<string, SessionEvent>();

  take(item: ConversationItem): void {
    if (item.replayed === true) return;
    const { at, time } = item;
    const ms = time === undefined ? Number.NaN : Date.parse(time);
    const place = { line: at.line, ...(Number.isNaN(ms) ? {} : { ms }) };
    if (item.type === 'user') {
      const kind = item.origin === 'injected' || item.origin === 'program' ? 'other' : 'prompt';
      this.#add({ kind, text: item.text, ...place });
    } else if (item.type === 'assistant') this.#add({ kind: 'answer', text: item.text, ...place });
    else if (item.type === 'call') {
      const { id, name, command, paths, detail } = item.call;
      const about = command ?? (paths.join(', ') || detail || '');
      const event: SessionEvent = { kind: 'call', text: `${name} ${about}`.trim(), ...place };
      this.#add(event);
      if (id !== undefined) this.#calls.set(id, event);
    } else if (item.type === 'result') {
      const { callId, outcome } = item.result;
      const call = this.#calls.get(callId);
      if (call !== undefined) call.outcome = outcome;
      this.#calls.delete(callId);
    } else if (item.type === 'boundary') {
      this.#compactions += 1;
      const { tokensBefore: tokens, trigger } = item;
      const full = tokens === undefined ? '' : ` at ${Math.round(tokens / 1000)}k tokens`;
      const how = trigger === 'unknown' ? '' : ` (${trigger})`;
      const text = `Compaction ${this.#compactions}${how}${full}`;
      this.#add({ kind: 'compaction', text, number: this.#compactions, ...place });
    }
  }

  recovery(recovery: Recovery): void {
    const add = (kind: SessionEvent['kind'], at: string, text: string): void =>
      this.#add({ kind, ms: Date.parse(at), text });
    for (const { at, via } of recovery.briefs) add('brief', at, `The brief was given at ${via}`);
    for (const { at, tool } of recovery.denials) {
      add('denial', at, `${tool} was denied until the files were read again`);
    }
    if (recovery.delivered) add('receipt', recovery.delivered.at, 'The delivery is proved');
    if (recovery.met) add('receipt', recovery.met, 'The recovery is complete');
    if (recovery.released) {
      add('receipt', recovery.released.at, `Released: ${recovery.released.why}`);
    }
  }

  end(): { kept: SessionEvent[]; leftOut: number } {
    const last = new Map<SessionEvent, number>();
    let ms = 0;
    // What tells no time stays behind what stands before it.
    for (const event of this.#events) {
      ms = event.ms ?? ms;
      last.set(event, ms);
    }
    const sorted = this.#events.sort((a, b) => last.get(a)! - last.get(b)!);
    const over = Math.max(0, sorted.length - mostEvents);
    return { kept: sorted.slice(over), leftOut: this.#left + over };
  }

  #add(event: SessionEvent): void {
    const { text } = event;
    const short = text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
    if (titleOf(short) === undefined) return;
    event.text = short;
    this.#events.push(event);
    if (this.#events.length < mostEvents * 2) return;
    this.#left += mostEvents;
    this.#events = this.#events.slice(mostEvents);
  }
}
