import type { Fact, FactKind } from '../fact.ts';
import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import { holdsFact } from './holds.ts';

/** Kinds that are worth a report when they are gone, the most needed first. */
const reported: readonly [FactKind, string][] = [
  ['prohibition', 'rule'],
  ['constraint', 'rule'],
  ['correction', 'rule'],
  ['question.open', 'question without answer'],
  ['file.modified', 'modified'],
  ['file.created', 'created'],
  ['file.deleted', 'deleted'],
  ['test.failing', 'failing'],
  ['error.open', 'error'],
  ['todo', 'todo'],
  ['in-flight', 'still running'],
  ['attempt.failed', 'tried and failed'],
  ['command', 'command'],
  ['command.family', 'run'],
  ['decision', 'decision'],
  ['request', 'asked'],
  ['git.commit', 'commit'],
];

/** Facts that neither text holds, the most needed first. */
export function lostFacts(facts: readonly Fact[], texts: readonly string[]): Fact[] {
  return reported.flatMap(([kind]) =>
    facts
      .filter((fact) => fact.kind === kind && !texts.some((text) => holdsFact(text, fact)))
      .reverse(),
  );
}

/** The loss report: at most `limit` characters; empty when nothing is lost. */
export function renderLoss(lost: readonly Fact[], limit: number): string {
  if (lost.length === 0) return '';
  const words = new Map<FactKind, string>(reported);
  let text = 'Holdfast: neither the summary nor the brief holds these facts of the session:\n';
  let left = lost.length;
  for (const fact of lost) {
    const value = ['prohibition', 'constraint', 'correction', 'request'].includes(fact.kind)
      ? `"${clip(fact.value, 400)}"`
      : untrusted(fact.value, 200);
    const line = `- ${words.get(fact.kind)}: ${value}\n`;
    if (text.length + line.length > limit - 40) continue;
    text += line;
    left -= 1;
  }
  return left === 0 ? text : `${text}- and ${left} more\n`;
}
