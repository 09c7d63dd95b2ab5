import type { Fact } from '../fact.ts';
import { meaningOf, ranked } from '../fact-meaning.ts';
import { clip } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import { holdsFact } from './holds.ts';

/** Facts that neither text holds, the most needed first. */
export function lostFacts(facts: readonly Fact[], texts: readonly string[]): Fact[] {
  return ranked('loss').flatMap((kind) =>
    facts
      .filter((fact) => fact.kind === kind && !texts.some((text) => holdsFact(text, fact)))
      .reverse(),
  );
}

/** The loss report: at most `limit` characters; empty when nothing is lost. */
export function renderLoss(lost: readonly Fact[], limit: number): string {
  if (lost.length === 0) return '';
  let text = 'Holdfast: neither the summary nor the brief holds these facts of the session:\n';
  let left = lost.length;
  for (const fact of lost) {
    const { loss, verbatim } = meaningOf(fact.kind);
    const value = verbatim ? `"${clip(fact.value, 400)}"` : untrusted(fact.value, 200);
    const line = `- ${loss === 'none' ? fact.kind : loss.word}: ${value}\n`;
    if (text.length + line.length > limit - 40) continue;
    text += line;
    left -= 1;
  }
  return left === 0 ? text : `${text}- and ${left} more\n`;
}
