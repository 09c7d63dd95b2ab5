import type { Arm } from '../arms/arm.ts';
import { flatten } from '../truth/normalise.ts';
import { mayHoldRule, wordForWord } from '../truth/rule-words.ts';
import type { Case } from '../truth/truth.ts';
import type { Cell } from './bootstrap.ts';
import { hayOf, textOf } from './recall.ts';

/** Messages up to the boundary, of this segment and all before it, that may hold a rule: each once. */
export function ruleMessages(one: Case): { line: number; text: string }[] {
  const seen = new Set<string>();
  return one.session.events.flatMap((event) => {
    if (event.type !== 'prompt' || event.line >= one.boundary.line || !mayHoldRule(event.text))
      return [];
    const text = flatten(event.text);
    if (seen.has(text)) return [];
    seen.add(text);
    return [{ line: event.line, text }];
  });
}

/** The part of a message that must stand in a text unbroken: its first characters, white space and quotes made alike. */
export function mustStand(message: string): string {
  return Array.from(flatten(message)).slice(0, wordForWord).join('').trim();
}

export function verbatimCells(arm: Arm, cases: readonly Case[], withHost: boolean): Cell[] {
  return cases.flatMap((one) => {
    const text = textOf(arm, one, withHost);
    if (text === undefined) return [];
    const { flat } = hayOf(text);
    const rules = ruleMessages(one);
    const hits = rules.filter((rule) => flat.includes(mustStand(rule.text))).length;
    return [{ cluster: one.session.name, hits, total: rules.length }];
  });
}
