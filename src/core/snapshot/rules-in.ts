import { rulesIn as guardRulesIn } from '../guard/forbidden.ts';
import { clip } from '../trust/clip.ts';
import { isQuoted } from '../words/context.ts';
import { stopOf } from '../words/course.ts';
import { type KindName, kind } from '../words/kinds.ts';
import { besidesNeedless } from '../words/needless.ts';
import { kindsOf, type Reading, read, readAs } from '../words/reading.ts';
import { remembered } from '../words/remembered.ts';
import { ruleScore, type Statement, statementsIn } from '../words/statement.ts';
import { type RuleKind, ruleKind } from './classify.ts';
import { lengths } from './limits.ts';
import type { Sentence } from './sentences.ts';

export interface Rule {
  kind: RuleKind;
  text: string;
}

const order: readonly RuleKind[] = ['prohibition', 'correction', 'constraint'];

/**
 * The rules in a message, word for word: the whole message when it is short, else each rule sentence
 * with its neighbours. What was pasted into the message is no rule.
 */
export function rulesIn(message: string): Rule[] {
  const statements = statementsIn(message);
  const sentences = statements.map(({ sentence }) => sentence);
  const least = leastScore(message, sentences.length);
  const kinds = statements.map((statement) => {
    const { score, reading } = ruleScore(statement);
    const more = isQuoted(statement.context) ? quoted : 0;
    const isShort = more === 0 && least === ofMessage;
    const enough =
      isShort && isLastingOrder(reading)
        ? ofLastingOrder
        : isShort && beginsWithNeverOrAlways(reading)
          ? 0
          : least + more;
    const besides = score > enough ? besidesNeedless(statement.sentence.text) : undefined;
    if (besides !== undefined && !besides.some((text) => rulesAlone(text, enough)))
      return undefined;
    if (score <= enough)
      return more === 0 && forbidsDeed(statement.sentence.text) ? 'prohibition' : undefined;
    return onlyStops(statement, reading, least + more) ? undefined : ruleKind(reading);
  });
  if (message.length <= lengths.rule) {
    const kind = strongest(kinds);
    return kind === undefined ? [] : [{ kind, text: message }];
  }
  return passages(message, sentences, kinds);
}

/** True for a clause that is a rule by itself. */
function rulesAlone(text: string, enough: number): boolean {
  return forbidsDeed(text) || statementsIn(text).some((one) => ruleScore(one).score > enough);
}

/** True for words of which the guard holds something back: what it enforces is told as a rule as well. */
const forbidsDeed = remembered((text: string) =>
  guardRulesIn(text).some(({ deeds }) => deeds.length > 0),
);

/** True for a sentence that begins with "never" or "always": hardly anybody says it of one time alone. */
function beginsWithNeverOrAlways({ signs }: Reading): boolean {
  return signs.some(
    ({ at, kinds }) =>
      at === 0 && (['never', 'always'] as const).some((one) => kinds.includes(kind(one))),
  );
}

const lasting = (['never', 'always'] as KindName[]).map(kind);
const act = kind('act');
/** Signs of somebody or something that does it, or did it. */
const telling = (['it', 'we', 'bug', 'past', 'why', 'if'] as KindName[]).map(kind);

/** True for an order with "always" or "never" right before or after what is to be done, which it begins with: "Utilise toujours des tabulations." */
function isLastingOrder({ signs }: Reading): boolean {
  const at = (one: number): number => signs.find(({ kinds }) => kinds.includes(one))?.at ?? -1;
  const known = signs.flatMap(({ kinds }) => kinds);
  const when = Math.max(...lasting.map(at));
  return (
    (when === 0 ? at(act) > 0 : at(act) === 0 && when === 1) &&
    !telling.some((one) => known.includes(one))
  );
}

const forbidding = (['never', 'not', 'forbid', 'always', 'only'] as KindName[]).map(kind);

/**
 * True for a sentence that stops the work at hand and says nothing else that binds: "Stop here please, I need to think." Where it
 * forbids, as "Do not touch anything" does, it stays a rule.
 */
function onlyStops({ sentence }: Statement, { table }: Reading, least: number): boolean {
  const found = stopOf(sentence.text);
  if (found === undefined) return false;
  const kinds = kindsOf(table === undefined ? read(found.stop) : readAs(found.stop, table));
  if (forbidding.some((one) => kinds.has(one))) return false;
  return statementsIn(found.rest).every((one) => ruleScore(one).score <= least);
}

/**
 * The rules of a rule's text, where it has several: sentences, or clauses of one that rule by themselves. Later words about one of
 * them are not about the others.
 */
export function ruleParts(text: string): string[] {
  const parts = statementsIn(text).flatMap((statement) => {
    const clauses = statement.readings
      .slice(1)
      .filter((part) => ruleScore({ ...statement, readings: [part] }).score > 0)
      .map(({ reading }) => reading.text);
    if (clauses.length > 1) return clauses;
    return ruleScore(statement).score > 0 ? [statement.sentence.text] : [];
  });
  return parts.length > 1 ? parts : [text];
}

/** What must speak more for a rule in a list of somebody else's words. */
const quoted = 4;

/** What must speak for a rule in a message of a few sentences. */
const ofMessage = 0.75;

/** What may speak against a rule in an order for always: words that the model has not met are most of it. */
const ofLastingOrder = -1;

/**
 * What must speak for a rule: clearly more than against it, for a false rule costs more trust than a missed one; more in a
 * long message, most of which describes, and most in a document.
 */
function leastScore(message: string, sentences: number): number {
  const headings = (message.match(/^#{1,4}\s/gm) ?? []).length;
  if (headings >= 3 || sentences > 30) return 2.5;
  return sentences > 12 ? 1.2 : ofMessage;
}

function strongest(kinds: readonly (RuleKind | undefined)[]): RuleKind | undefined {
  return order.find((kind) => kinds.includes(kind));
}

/** Passages around the rule sentences, joined where they touch; prohibitions get the room first. */
function passages(message: string, sentences: Sentence[], kinds: (RuleKind | undefined)[]): Rule[] {
  const spans: { first: number; last: number; kind: RuleKind }[] = [];
  kinds.forEach((kind, index) => {
    if (kind === undefined) return;
    const before = joins(message, sentences, index - 1) ? index - 1 : index;
    const after = joins(message, sentences, index) ? index + 1 : index;
    const open = spans.at(-1);
    const size = open ? sentences[after]!.end - sentences[open.first]!.start : 0;
    if (open && before <= open.last && size <= lengths.rule) {
      open.last = after;
      open.kind = strongest([open.kind, kind])!;
    } else if (open && before <= open.last)
      spans.push({ first: Math.max(index, open.last + 1), last: after, kind });
    else spans.push({ first: before, last: after, kind });
  });
  let left: number = lengths.rulePassages;
  const chosen = new Set<object>();
  for (const wanted of order) {
    for (const span of spans) {
      const size = sentences[span.last]!.end - sentences[span.first]!.start;
      if (span.kind !== wanted || size > left) continue;
      chosen.add(span);
      left -= size;
    }
  }
  return spans
    .filter((span) => chosen.has(span) && span.first <= span.last)
    .map((span) => ({
      kind: span.kind,
      text: clip(
        message.slice(sentences[span.first]!.start, sentences[span.last]!.end),
        lengths.rule,
      ),
    }));
}

/** True when the sentence and its successor stand side by side: nothing but space between them. */
function joins(message: string, sentences: Sentence[], index: number): boolean {
  const one = sentences[index];
  const next = sentences[index + 1];
  if (one === undefined || next === undefined) return false;
  return next.end - one.start <= 700 && /^\s{0,3}$/.test(message.slice(one.end, next.start));
}
