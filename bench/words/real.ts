import { rulesIn } from '../../src/core/snapshot/rules-in.ts';
import { saidByPerson } from '../../src/core/snapshot/said.ts';
import { readLabels, textsOf } from './messages.ts';
import type { Count } from './score.ts';

export interface RealCount {
  messages: number;
  /** Rules by what two readers said of them: `missed` ones that both marked. */
  found: Count;
  arguable: number;
  /** How many of the wrong ones are decisions. */
  decisions: number;
  /** Ids of the messages of wrong ones. */
  wrong: string[];
}

interface Span {
  start: number;
  end: number;
}

const meets = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** Counts what is called a rule in the labelled messages of a half, `tune` or `untouched`, of the records in a folder. */
export function countReal(half: string, records: string): RealCount & { labels: number } {
  const labels = readLabels(`bench/words/labels/${half}.jsonl`);
  const texts = textsOf(labels, records);
  const found: Count = { right: 0, wrong: 0, missed: 0, rest: 0 };
  const wrong: string[] = [];
  let [messages, arguable, decisions] = [0, 0, 0];
  for (const message of labels) {
    const text = texts.get(`${message.file}:${message.row}`);
    if (text === undefined) continue;
    messages += 1;
    const said = saidByPerson({
      type: 'user',
      text,
      origin: message.origin,
      at: { offset: 0, line: message.row },
    } as never);
    const claims = (said === undefined ? [] : rulesIn(said)).map((rule): Span => {
      const start = Math.max(0, text.indexOf(rule.text.slice(0, 200)));
      return { start, end: start + rule.text.length };
    });
    for (const claim of claims) {
      const met = message.spans.filter((span) => meets(claim, span));
      if (met.some(({ label }) => label === 'rule')) found.right += 1;
      else if (met.some(({ label }) => label === 'arguable')) arguable += 1;
      else {
        found.wrong += 1;
        wrong.push(message.id);
        if (met.some(({ label }) => label === 'decision')) decisions += 1;
      }
    }
    const rules = message.spans.filter(({ label }) => label === 'rule');
    found.missed += rules.filter((span) => !claims.some((claim) => meets(claim, span))).length;
  }
  return { labels: labels.length, messages, found, arguable, decisions, wrong };
}
