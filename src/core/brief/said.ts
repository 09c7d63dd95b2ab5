import type { Fact } from '../fact.ts';
import { clip, cutMark } from '../trust/clip.ts';
import { untrusted } from '../trust/untrusted.ts';
import type { Section } from './fit.ts';
import type { BriefInput } from './input.ts';

/** Characters of a message that are told: enough for what it asks, however much was pasted behind it. */
const opening = 240;
/** Of the newest one more is told, since the work at hand is about it. */
const newestOpening = 700;

/** Characters of the question that a short answer answers. */
const asked = 200;

/** Characters of a message that hardly takes room. */
const short = 120;

/**
 * Words by which a sentence forbids, requires or corrects. A message with one of them may bind although nothing in it
 * has the form of a rule, so that it is told before others.
 */
const binding =
  /\b(?:not|no|never|nothing|none|only|always|must|should|shall|have to|has to|need|without|instead|rather|unless|until|except|keep|stop|avoid|skip|leave|prefer|ensure|make sure|no longer|any ?more)\b|n['\u2019]t\b/i;

/** What the user said besides the rules: each message once, the newest first, word for word from its beginning. */
export function saidSection(input: BriefInput): Section {
  const messages = input.snapshot.facts.filter((fact) => fact.kind === 'request').reverse();
  return {
    title: 'What the user said besides, newest first, word for word:',
    lines: messages.map((fact, index) => saidLine(fact, index === 0 ? newestOpening : opening)),
    rank: messages.map((fact, index) => (index < 2 ? 0 : rankOf(fact.value))),
    cap: 5_000,
    most: 7_500,
    floor: 2_800,
  };
}

/** Where not all fit: what may bind, then short ones, of which many fit, then the others. */
function rankOf(text: string): number {
  if (binding.test(text)) return 1;
  return text.length <= short ? 2 : 3;
}

/** One message as one line, whole or its beginning. */
function saidLine(fact: Fact, limit: number): string {
  const text = fact.value.replace(/\s+/g, ' ').trim();
  const answer =
    fact.detail === undefined ? '' : ` (answer to: "${untrusted(fact.detail, asked)}")`;
  return `- "${text.length <= limit ? text : `${clip(text, limit)}${cutMark}`}"${answer}`;
}
