import type { Fact, FactKind } from '../fact.ts';
import { tellingSentences } from '../snapshot/telling.ts';
import { untrusted } from '../trust/untrusted.ts';
import { falling, type Part } from './compose.ts';
import { beside } from './held.ts';
import type { BriefInput } from './input.ts';
import { shownPath } from './shown-path.ts';

/** Parts that tell what was said, refused, found and made: each line is a quotation or a report, and no order. */

interface Look {
  title: string;
  first: number;
  factor: number;
  cap: number;
  line: (fact: Fact, index: number, input: BriefInput) => string;
  /** Where it is not the value that says what a fact is about. */
  topic?: (fact: Fact) => string;
}

const asked = 80;
/** Of the newest answers more is told. */
const answered = { newest: 620, other: 340, count: 2 };
const topicLength = 48;
/** How much each later mention adds, and how many count. */
const perMention = 0.06;
const mostMentions = 6;

const looks: Readonly<Partial<Record<FactKind, Look>>> = {
  stands: {
    title: 'Where the unfinished turn stood (look before you go on):',
    first: 93,
    factor: 0.9,
    cap: 1_300,
    line: (fact) => {
      const calls = fact.detail ? `; last calls: ${untrusted(fact.detail, 220)}` : '';
      return `- the agent had said: "${untrusted(fact.value, 330)}"${calls}`;
    },
  },
  refusal: {
    title: 'Calls that the user refused or stopped (do not make them again unasked):',
    first: 88,
    factor: 0.97,
    cap: 1_500,
    line: (fact, _, input) => {
      const path = /^edit of (.+)$/.exec(fact.value)?.[1];
      const what = path === undefined ? fact.value : `edit of ${shownPath(input, path)}`;
      const times = fact.state ? `, ${fact.state}` : '';
      return `- \`${untrusted(what, 150)}\`${times}${fact.detail ? `; the user: ${untrusted(fact.detail, 420)}` : ''}`;
    },
  },
  'not-done': {
    title: 'Not done, by the record:',
    first: 86,
    factor: 0.95,
    cap: 900,
    line: (fact, _, input) => {
      const detail = ` (${untrusted(fact.detail ?? '', 200)})`;
      if (fact.state !== 'not tested') return `- ${untrusted(fact.value, 320)}${detail}`;
      const paths = fact.value.split(', ').map((path) => shownPath(input, path));
      return `- no test run since the last edit of ${paths.join(', ')}${detail}`;
    },
  },
  outside: {
    title: 'Made or changed outside of the files, with the state that was seen last:',
    first: 85,
    factor: 0.98,
    cap: 1_600,
    line: (fact) =>
      `- ${untrusted(fact.value, 260)} (${untrusted(fact.state ?? '', 40)})${fact.detail ? `: ${untrusted(fact.detail, 220)}` : ''}`,
  },
  exchange: {
    title:
      'What the user asked and what the agent then said, in its own words and not checked, newest first:',
    first: 83,
    factor: 0.98,
    cap: 6_000,
    line: (fact, index) => {
      const limit = index < answered.count ? answered.newest : answered.other;
      const told = tellingSentences(fact.detail ?? '', { limit, least: 0, first: true });
      return `- asked "${untrusted(fact.value, asked)}": "${untrusted(told || (fact.detail ?? ''), limit)}"`;
    },
  },
  deferred: {
    title: 'Put off, offered and not answered, or named as left:',
    first: 80,
    factor: 0.95,
    cap: 1_100,
    line: (fact) => `- ${untrusted(fact.state ?? '', 40)}: "${untrusted(fact.value, 250)}"`,
  },
  works: {
    title: 'What worked after another form had failed:',
    first: 78,
    factor: 0.95,
    cap: 1_300,
    line: (fact) =>
      `- \`${untrusted(fact.value, 230)}\` worked, and not \`${untrusted(fact.detail ?? '', 240)}\``,
  },
};

/** The part of one kind, newest first; what the summary holds and what later turns come back to weighs accordingly. */
export function toldPart(input: BriefInput, kind: keyof typeof looks): Part {
  const look = looks[kind]!;
  const facts = input.snapshot.facts.filter((fact) => fact.kind === kind).reverse();
  const share = beside(input.summary);
  const base = falling(look.first, look.factor);
  const worths = facts.map((fact, index) => {
    const mentions = Math.min(fact.refs ?? 0, mostMentions) * perMention;
    return Math.min(100, base(index) * (1 + mentions)) * share(fact);
  });
  return {
    title: look.title,
    lines: facts.map((fact, index) => look.line(fact, index, input)),
    cap: look.cap,
    floor: 0,
    worth: (index) => worths[index]!,
    topic: (index) => untrusted(facts[index]!.value, topicLength),
  };
}
