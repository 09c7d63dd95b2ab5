import type { ConversationItem } from '../conversation.ts';
import { isLeft, type Left } from '../rewind/left.ts';
import { acceptedPlanOf, keep } from '../snapshot/family.ts';
import { questionIn } from '../snapshot/question-text.ts';
import { saidByPerson } from '../snapshot/said.ts';
import { verdictOf } from '../snapshot/verdict.ts';
import type { ToolCall } from '../tool.ts';
import { takesBack } from '../words/take-back.ts';
import { begunCall, type EntryPorts, endedCall } from './call-entry.ts';
import type { AnswerEntry, CallEntry, LedgerEntry } from './entry.ts';
import { idOfCall, rowOf } from './item-ids.ts';

/** What a reading must know to go on where the last one ended. */
export interface CollectState {
  order: number;
  cwd?: string;
  question?: string;
  /** Places of turns that were taken back: what was said there is left out. */
  left?: Left;
  /** True once this reading met a turn that a person began. */
  turned?: boolean;
  /** What the user said yes to, and has not taken back; `fresh`: nothing was said since. */
  allowed?: Allowed[];
  /** Every call that is known, by id. */
  calls: Map<string, CallEntry>;
  /** Results that stand before their calls; the latest of them are remembered until the reading ends. */
  early?: Map<string, ResultItem>;
}

export interface Allowed {
  question: string;
  row: string;
  fresh: boolean;
}

type ResultItem = ConversationItem & { type: 'result' };

const mostEarly = 200;

export const longestSaid = 600;

export function newCollectState(): CollectState {
  return { order: 0, calls: new Map() };
}

/** What of a turn outlives its being taken back. */
const leavesTraces: ReadonlySet<ConversationItem['type']> = new Set([
  'place',
  'call',
  'result',
  'background-ended',
]);

/** Takes one item of a record in; what became known by it goes to `emit`. Copies of earlier rows change nothing. */
export function collectItem(
  state: CollectState,
  item: ConversationItem,
  ports: EntryPorts,
  emit: (entry: LedgerEntry) => void,
): void {
  if (item.replayed || item.type === 'rewind') return;
  if (isLeft(state.left, item.at.offset) && !leavesTraces.has(item.type)) return;
  let index = 0;
  const answer = (
    by: AnswerEntry['by'],
    question: string,
    text: string,
    verdict?: 'yes' | 'no',
  ) => {
    state.order += 1;
    const judged = verdict ?? verdictOf(question, text);
    noteAnswer(state, question, rowOf(item), judged);
    emit({
      v: 1,
      kind: 'answer',
      id: `answer ${rowOf(item)}/${index++}`,
      source: 'record',
      ...(item.time === undefined ? {} : { time: item.time }),
      began: state.order,
      ended: state.order,
      by,
      question: keep(question, longestSaid),
      answer: keep(text, longestSaid),
      ...(judged === undefined ? {} : { verdict: judged }),
    });
  };
  if (item.type === 'place') {
    if (item.cwd) state.cwd = item.cwd;
  } else if (item.type === 'assistant') {
    const question = questionIn(item.text);
    if (question === undefined) delete state.question;
    else state.question = keep(question, longestSaid);
  } else if (item.type === 'user') {
    const plan = acceptedPlanOf(item);
    if (item.origin === 'typed' || item.origin === 'command' || plan) turnBegan(state, emit);
    if (plan !== undefined) answer('dialog', planQuestion(plan), 'accepted', 'yes');
    const said = saidByPerson(item);
    if (said === undefined) return;
    for (const question of takenBackBy(state, said)) answer('prompt', question, said, 'no');
    for (const one of state.allowed ?? []) one.fresh = false;
    if (state.question !== undefined) answer('prompt', state.question, said);
    delete state.question;
  } else if (item.type === 'background-ended') {
    backgroundEnded(state, item.backgroundId, emit);
  } else if (item.type === 'call') {
    if (!isLeft(state.left, item.at.offset)) delete state.question;
    const begun = begin(state, item.call, item, emit);
    const early = begun && state.early?.get(begun.id);
    if (early) collectItem(state, early, ports, emit);
  } else if (item.type === 'result') {
    const known = state.calls.get(item.result.callId);
    if (known === undefined) rememberEarly(state, item);
    if (known === undefined || known.ended !== undefined) return;
    state.order += 1;
    const done = endedCall(known, item.result, state.order, item.time, ports);
    state.calls.set(known.id, done);
    emit(done);
    if (known.does === 'question') {
      for (const one of item.result.answers ?? []) answer('dialog', one.question, one.answer);
    }
    const plan = acceptedPlanOf(item);
    if (plan !== undefined) answer('dialog', planQuestion(plan), 'accepted', 'yes');
  }
}

/** Keeps what was allowed last, up to a bound. */
export function noteAnswer(
  state: Pick<CollectState, 'allowed'>,
  question: string,
  row: string,
  verdict: 'yes' | 'no' | undefined,
): void {
  const others = (state.allowed ?? []).filter((one) => one.question !== question);
  if (verdict === 'yes') others.push({ question, row, fresh: true });
  state.allowed = others.slice(-mostAllowed);
}

const mostAllowed = 20;

/** The questions to which a message takes the yes back: those that it is about, else all that were answered last. */
function takenBackBy({ allowed = [], question }: CollectState, said: string): string[] {
  if (allowed.length === 0) return [];
  const ways = allowed.map((one) => takesBack(one.question, said));
  const about = allowed.filter((_, at) => ways[at] === 'about');
  // What answers a question that is open is about that, unless it names another.
  if (about.length > 0 || question !== undefined) return about.map((one) => one.question);
  const { row } = allowed.at(-1)!;
  return allowed
    .filter((one, at) => one.row === row && (ways[at] === 'bare' || (ways[at] && one.fresh)))
    .map((one) => one.question);
}

function planQuestion(plan: { text: string; path?: string }): string {
  const title = /^#{0,3}\s*(\S.*)/.exec(plan.text)?.[1] ?? '';
  return `Accept the plan ${plan.path ?? ''} "${title}"?`;
}

/** A turn that a person begins finds no call of the one before at work, but those in the background. */
function turnBegan(state: CollectState, emit: (entry: LedgerEntry) => void): void {
  state.turned = true;
  for (const known of state.calls.values()) {
    if (known.ended !== undefined || known.over !== undefined || known.background) continue;
    state.order += 1;
    const over = { ...known, over: state.order };
    state.calls.set(known.id, over);
    emit(over);
  }
}

/** Writes down where work that went on behind a result was over. */
function backgroundEnded(
  state: CollectState,
  id: string,
  emit: (entry: LedgerEntry) => void,
): void {
  for (const known of state.calls.values()) {
    if (known.backgroundId !== id || known.over !== undefined) continue;
    state.order += 1;
    const over = { ...known, over: state.order };
    state.calls.set(known.id, over);
    emit(over);
  }
}

function rememberEarly(state: CollectState, item: ResultItem): void {
  state.early ??= new Map();
  state.early.set(item.result.callId, item);
  if (state.early.size <= mostEarly) return;
  for (const oldest of state.early.keys()) {
    state.early.delete(oldest);
    return;
  }
}

/** The entry of a call that is new; undefined for a copy. */
function begin(
  state: CollectState,
  call: ToolCall,
  item: ConversationItem & { type: 'call' },
  emit: (entry: LedgerEntry) => void,
): CallEntry | undefined {
  const id = idOfCall(item);
  if (state.calls.has(id)) return undefined;
  state.order += 1;
  const entry = begunCall(call, {
    id,
    source: 'record',
    began: state.order,
    time: item.time,
    cwd: state.cwd,
  });
  state.calls.set(id, entry);
  emit(entry);
  return entry;
}
