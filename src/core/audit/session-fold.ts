import type { ConversationItem } from '../conversation.ts';
import { type FoldState, foldAnew, foldItem, newFold, snapshotOf } from '../snapshot/fold.ts';
import { resolvePath } from '../snapshot/paths.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { clip } from '../trust/clip.ts';
import { auditCompaction, type BriefLimits, type Compaction, mostGone } from './compaction.ts';
import { ruleKinds } from './kinds.ts';
import type { CompactionAudit, GoneFact, GoneRule, SessionAudit } from './report.ts';
import { Rereads } from './rereads.ts';
import { Sizes } from './sizes.ts';

/** A compaction of which the host's own part is not told yet. */
type Waiting = Omit<Compaction, 'summary' | 'attached'> & {
  summaries: string[];
  attached: string[];
};

const byUser: ReadonlySet<string> = new Set(['typed', 'queued', 'mid-turn']);

/** The beginning of what the user wrote first, on one line; undefined for an empty text. */
function subjectOf(text: string): string | undefined {
  return clip(text.trim().replace(/\s+/g, ' '), 90) || undefined;
}

const questionEnd = /[?？؟]["'”’)]*$/;
/** A question behind a rule that only asks for a nod: "never push, ok?". */
const nod = /[,;]\s*(?:ok(?:ay)?|right|please|yes|understood|clear)\s*\?$/i;

/** True for a text that asks and rules nothing: it is no rule of the user's that could be lost. */
export function isQuestion(text: string): boolean {
  const sentences = text.trim().split(/(?<=[.!?。！？؟])\s+|\n+/);
  return sentences.every((one) => questionEnd.test(one.trim()) && !nod.test(one.trim()));
}

/** What the record itself tells of a session. */
export type SessionFindings = Pick<
  SessionAudit,
  'cwd' | 'subject' | 'from' | 'to' | 'calls' | 'compactions' | 'rules' | 'sizes'
>;

/** Goes through a conversation item by item and weighs each of its compactions. Memory is bounded but for compactions. */
export class SessionFold {
  readonly #limits: BriefLimits;
  readonly #state: FoldState;
  readonly #sizes = new Sizes();
  readonly #compactions: CompactionAudit[] = [];
  readonly #rules = new Map<string, GoneRule>();
  #waiting: Waiting | undefined;
  #rereads: Rereads | undefined;
  #cwd: string | undefined;
  #subject: string | undefined;
  #from: string | undefined;
  #to: string | undefined;

  readonly #tellKept: boolean;

  /** `tellKept`: facts that a summary holds are told too, and not only how many they are. */
  constructor(limits: BriefLimits, state = newFold(), tellKept = false) {
    this.#limits = limits;
    this.#tellKept = tellKept;
    this.#state = state;
  }

  /** For going through the same conversation once more, where turns were taken back that had counted; else undefined. */
  anew(): SessionFold | undefined {
    if (!this.#state.rewound?.stale) return undefined;
    return new SessionFold(this.#limits, foldAnew(this.#state), this.#tellKept);
  }

  take(item: ConversationItem): void {
    if (item.replayed !== true) this.#note(item);
    const mayCut = item.type === 'boundary' && item.replayed !== true;
    const before = mayCut ? snapshotOf(this.#state) : undefined;
    const { segment, calls } = this.#state;
    foldItem(this.#state, item);
    if (before !== undefined && this.#state.segment > segment) {
      this.#boundary(item as ConversationItem & { type: 'boundary' }, before);
    } else if (item.type === 'call' && this.#state.calls > calls) {
      this.#settle();
      this.#rereads?.take(item, this.#state.cwd);
    } else if (item.type === 'result') this.#rereads?.take(item, this.#state.cwd);
  }

  /** Everything that was found, after the last item. */
  end(): SessionFindings {
    this.#settle();
    this.#closeRereads();
    const findings: SessionFindings = {
      calls: this.#state.calls,
      compactions: this.#compactions,
      rules: [...this.#rules.values()],
      sizes: this.#sizes.points(),
    };
    if (this.#cwd !== undefined) findings.cwd = this.#cwd;
    if (this.#subject !== undefined) findings.subject = this.#subject;
    if (this.#from !== undefined) findings.from = this.#from;
    if (this.#to !== undefined) findings.to = this.#to;
    return findings;
  }

  /** What is known after the last item. */
  snapshot(): Snapshot {
    return snapshotOf(this.#state);
  }

  #note(item: ConversationItem): void {
    // What is no time would count as the newest, since it is compared as text.
    if (item.time !== undefined && /^\d{4}-\d{2}-\d{2}/.test(item.time)) {
      this.#from ??= item.time;
      if (this.#to === undefined || item.time > this.#to) this.#to = item.time;
    }
    if (item.type === 'user' && byUser.has(item.origin)) this.#subject ??= subjectOf(item.text);
    if (item.type === 'place') this.#cwd ??= item.cwd;
    else if (item.type === 'usage') this.#sizes.add(item.contextTokens, item.time);
    else if (item.type === 'summary') this.#waiting?.summaries.push(item.text);
    else if (item.type === 'attached-file') {
      this.#waiting?.attached.push(resolvePath(item.path, this.#state.cwd));
    } else if (item.type === 'assistant' && this.#hasSummary()) this.#settle();
  }

  #hasSummary(): boolean {
    return this.#waiting !== undefined && this.#waiting.summaries.length > 0;
  }

  #boundary(item: ConversationItem & { type: 'boundary' }, snapshot: Snapshot): void {
    this.#settle();
    this.#closeRereads();
    const { trigger, tokensBefore, tokensAfter, time, at } = item;
    this.#waiting = {
      number: this.#compactions.length + 1,
      trigger,
      ...(tokensBefore === undefined ? {} : { tokensBefore }),
      ...(tokensAfter === undefined ? {} : { tokensAfter }),
      ...(time === undefined ? {} : { time }),
      line: at.line,
      reports: this.#sizes.count,
      snapshot,
      summaries: [],
      attached: [],
    };
    const known = snapshot.facts.filter((fact) => fact.kind.startsWith('file.'));
    this.#rereads = new Rereads(new Set(known.map((fact) => fact.value)));
  }

  /** Weighs the compaction that waits: what the host put in its place is told by now. */
  #settle(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    const { summaries, ...rest } = waiting;
    const summary = summaries.length === 0 ? undefined : summaries.join('\n');
    const audit = auditCompaction({ ...rest, summary }, this.#limits, this.#tellKept);
    const rules = audit.goneFacts.filter(
      (fact) => ruleKinds.includes(fact.kind) && !isQuestion(fact.value),
    );
    for (const rule of rules) this.#goneRule(rule, audit.number);
    const others = audit.goneFacts.filter((fact) => !ruleKinds.includes(fact.kind));
    this.#compactions.push({ ...audit, goneFacts: others.slice(0, mostGone), rereads: [] });
  }

  #goneRule(rule: GoneFact, number: number): void {
    const known = this.#rules.get(rule.value);
    if (known === undefined) this.#rules.set(rule.value, { ...rule, compactions: [number] });
    else {
      known.compactions.push(number);
      known.saved = known.saved && rule.saved;
    }
  }

  #closeRereads(): void {
    const last = this.#compactions.at(-1);
    if (last !== undefined && this.#rereads !== undefined) last.rereads = this.#rereads.found();
    this.#rereads = undefined;
  }
}
