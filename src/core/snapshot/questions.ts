import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import type { DialogAnswer } from '../tool.ts';
import { clipMarked } from '../trust/clip.ts';
import { type LeftOpen, leftOpen } from '../words/asked-back.ts';
import { aboutOf, leftUnanswered } from './answered.ts';
import { acceptedPlanOf, type Family, type FoldContext, keep } from './family.ts';
import { lengths, limits } from './limits.ts';
import { questionIn } from './question-text.ts';
import { dropRow, entriesOf, newTable, putRow, rowsOf, type Table } from './table.ts';
import { verdictOf } from './verdict.ts';

interface Verdict {
  kind: 'approval' | 'prohibition';
  value: string;
  detail?: string;
  /** Of a refusal: what was asked, so that a later yes to the same ends it. */
  about?: string;
  state: 'approved' | 'refused';
  from: Provenance;
}

interface Asked {
  text: string;
  /** How the user's words left it open; `passed over`: they answered another question of the same message. */
  left?: LeftOpen | 'passed over';
  from: Provenance;
}

export interface Questions {
  /** What the agent asks in the client's dialog and nobody has answered yet. */
  open?: Asked;
  /** The agent's newest text while nothing came after it: what it asks is looked for when that matters. */
  last?: Asked;
  /**
   * What the agent asked before a compaction, or before something else than a person's words made it go on, until a person speaks;
   * or what a person's words left open.
   */
  waiting?: Asked;
  verdicts: Table<Verdict>;
}

/**
 * The question that waits for the person, and what the person approved or refused. Only a prompt of a person
 * right behind the question, or the host's own dialog, answers one.
 */
export const questions: Family<Questions> = {
  initial: () => ({ verdicts: newTable() }),

  step(state: Questions, item: ConversationItem, context: FoldContext): void {
    if (context.said !== undefined) {
      if (context.question !== undefined)
        judge(state, context.question, context.said, context.from);
      const asked = openQuestion(state) ?? state.waiting;
      const waiting =
        asked === undefined || context.choice !== undefined
          ? undefined
          : leftBy(context.said, asked, state.open === undefined ? state.last?.text : undefined);
      close(state);
      delete state.waiting;
      if (waiting !== undefined) state.waiting = waiting;
    } else if (item.type === 'assistant') {
      close(state);
      state.last = { text: (context.told ?? '').slice(-lengths.asking), from: context.from };
    } else if (item.type === 'call') {
      close(state);
      if (context.call?.kind === 'question' && context.call.detail) {
        state.open = { text: keep(context.call.detail, lengths.question), from: context.from };
      }
    } else if (item.type === 'result') dialog(state, item.result.answers, item, context);
    else if (item.type === 'user') {
      keepWaiting(state);
      approvePlan(state, item, context);
    } else if (item.type === 'boundary') keepWaiting(state);
  },

  facts(state): Fact[] {
    const facts: Fact[] = rowsOf(state.verdicts).map(
      ({ kind, value, detail, state: verdict, from }) =>
        detail === undefined
          ? { kind, value, state: verdict, from }
          : { kind, value, detail, state: verdict, from },
    );
    const open = openQuestion(state);
    const waiting = waitingQuestion(state);
    if (waiting !== undefined)
      facts.push(
        unanswered(waiting, waiting.left === undefined ? stillWaiting : states[waiting.left]),
      );
    if (open !== undefined) facts.push(unanswered(open, asksNow));
    return facts;
  },
};

/** The state of a question that the agent went on behind, without an answer. */
const stillWaiting = 'not answered, and the agent went on';
/** The state of a question that the agent asks now. */
export const asksNow = 'not answered';
const states: Record<LeftOpen | 'passed over', string> = {
  'asked back': 'not answered: the user asked back',
  unsure: 'not answered plainly: a yes to one of several',
  'passed over': 'not answered: the user answered another question',
};

function unanswered({ text, from }: Asked, state: string): Fact {
  return { kind: 'question.open', value: text, state, from };
}

/** What the agent asked, and went on without an answer; undefined where it is what it asks now. */
export function waitingQuestion(state: Questions): Asked | undefined {
  const { waiting } = state;
  return waiting?.text === openQuestion(state)?.text ? undefined : waiting;
}

/** What is asked when the conversation goes on by something else than a person's words stays to be answered. */
function keepWaiting(state: Questions): void {
  const open = openQuestion(state);
  if (open !== undefined) state.waiting = open;
}

/** What the agent asks and nobody has answered yet. */
export function openQuestion({ open, last }: Questions): Asked | undefined {
  if (open !== undefined || last === undefined) return open;
  const text = questionIn(last.text);
  return text === undefined ? undefined : { text: keep(text, lengths.question), from: last.from };
}

/** What the user's words leave open of what was asked. What they approve or refuse is answered, whatever else they may mean. */
function leftBy(said: string, asked: Asked, whole: string | undefined): Asked | undefined {
  if (verdictOf(asked.text, said) !== undefined) return undefined;
  const left = leftOpen(asked.text, said);
  if (left !== undefined) return { ...asked, left };
  const others = leftUnanswered(whole ?? asked.text, said);
  return others === undefined
    ? undefined
    : { text: keep(others, lengths.question), left: 'passed over', from: asked.from };
}

function close(state: Questions): void {
  delete state.open;
  delete state.last;
}

function dialog(
  state: Questions,
  answers: DialogAnswer[] | undefined,
  item: ConversationItem & { type: 'result' },
  context: FoldContext,
): void {
  for (const { question, answer } of answers ?? []) judge(state, question, answer, context.from);
  if (answers !== undefined && context.call?.kind === 'question') close(state);
  approvePlan(state, item, context);
}

function approvePlan(state: Questions, item: ConversationItem, context: FoldContext): void {
  const plan = acceptedPlanOf(item);
  if (plan === undefined) return;
  const title = plan.text
    .trimStart()
    .split('\n', 1)[0]!
    .replace(/^#{1,3}/, '')
    .trim();
  const value = plan.path ? `the plan ${plan.path}` : `the plan "${title}"`;
  const verdict: Verdict = {
    kind: 'approval',
    value: keep(value, lengths.asked),
    state: 'approved',
    from: context.from,
  };
  // The plan accepted last is the approved one, and only that.
  putRow(state.verdicts, 'plan', verdict, limits.approvals);
  close(state);
}

function judge(state: Questions, question: string, answer: string, from: Provenance): void {
  const kind = verdictOf(question, answer);
  if (kind === undefined) return;
  const asked = lastPart(keep(question, lengths.question), lengths.asked);
  const said = clipMarked(keep(answer, 2000), lengths.asked);
  const about = keep(aboutOf(question), lengths.asked);
  if (kind === 'yes') {
    // "Not now" was for then.
    if (about !== '')
      for (const [key, row] of entriesOf(state.verdicts))
        if (row.about === about) dropRow(state.verdicts, key);
    put(state, { kind: 'approval', value: asked, detail: said, state: 'approved', from });
    return;
  }
  const value = `${said} (answer to: ${asked})`;
  put(state, { kind: 'prohibition', value, about, state: 'refused', from });
}

/** The end of a question within `limit` units: what it asks stands last. */
function lastPart(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `[…] ${text.slice(text.length - limit + 4).replace(/^[\udc00-\udfff]/, '')}`;
}

function put(state: Questions, verdict: Verdict): void {
  putRow(state.verdicts, `${verdict.kind} ${verdict.value}`, verdict, limits.approvals);
}
