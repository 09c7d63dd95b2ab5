import type { Fact } from '../fact.ts';
import { isLifted, isStanding, narrowed, standingKinds } from '../snapshot/rule-choices.ts';
import { timeText } from '../time-text.ts';
import { clipMarked } from '../trust/clip.ts';
import type { BriefInput } from './input.ts';

/** Characters of one text of a rule that was lifted. */
const longestLifted = 300;
/** Characters of one rule in the first part; a longer one is cut there and stands whole further on. */
const headRule = 320;

/** The standing instructions of the user that hold, prohibitions first, the newest of a kind first, each once. */
export function rulesOf(input: BriefInput): Fact[] {
  const seen = new Set<string>();
  const rules: Fact[] = [];
  for (const kind of standingKinds) {
    const ofKind = input.snapshot.facts
      .filter((fact) => fact.kind === kind && isStanding(fact))
      .reverse();
    for (const rule of ofKind) {
      if (seen.has(rule.value)) continue;
      seen.add(rule.value);
      rules.push(rule);
    }
  }
  for (const note of [...input.notes].reverse()) {
    if (note.note !== 'constraint' || seen.has(note.text)) continue;
    seen.add(note.text);
    rules.push({ kind: 'constraint', value: note.text, from: { source: 'note', segment: 0 } });
  }
  return rules;
}

/** A rule as a line: word for word, unbroken; of a narrowed one both texts, with their times. */
export function ruleLine(rule: Fact): string {
  const line = `- "${rule.value}"`;
  return rule.state === narrowed ? `${line}${saidAt(rule)}, ${laterText(rule)}` : line;
}

/** The instructions that the user lifted, the newest first, each with what lifted it. */
export function liftedLines(facts: readonly Fact[]): string[] {
  return facts
    .filter(isLifted)
    .reverse()
    .map(
      (rule) => `- "${clipMarked(rule.value, longestLifted)}"${saidAt(rule)}, ${laterText(rule)}`,
    );
}

function saidAt({ from }: Fact): string {
  return from.time === undefined ? '' : ` (${timeText(from.time)})`;
}

function laterText({ state, detail, later }: Fact): string {
  const when = later?.time === undefined ? '' : ` (${timeText(later.time)})`;
  const how = state === narrowed ? 'narrowed' : 'lifted';
  return detail === undefined ? how : `${how} by "${clipMarked(detail, longestLifted)}"${when}`;
}

export interface RuleSplit {
  /** Lines for the first part. */
  head: string[];
  /** Lines for the rest of the brief: every rule that is not whole in the first part. */
  rest: string[];
}

/** Splits the rules: what fits into `room` characters stands in the first part, whole where all of them do. */
export function splitRules(rules: readonly Fact[], room: number): RuleSplit {
  const lines = rules.map(ruleLine);
  const needed = lines.reduce((sum, line) => sum + line.length + 1, 0);
  if (needed <= room) return { head: lines, rest: [] };
  const head: string[] = [];
  const rest: string[] = [];
  let left = room;
  for (const line of lines) {
    const shown = line.length > headRule ? `${line.slice(0, cutPoint(line, headRule))} […]"` : line;
    if (shown.length + 1 <= left) {
      head.push(shown);
      left -= shown.length + 1;
      if (shown !== line) rest.push(line);
    } else {
      rest.push(line);
    }
  }
  return { head, rest };
}

function cutPoint(text: string, at: number): number {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? at - 1 : at;
}

/** The content of the rules file. */
export function rulesFileText(lines: readonly string[]): string {
  return `# Rules the user gave in this session, word for word\n\n${lines.join('\n')}\n`;
}
