import { promptLines } from '../snapshot/pasted.ts';
import { type Sentence, sentencesIn } from '../snapshot/sentences.ts';
import { clausesOf } from './clauses.ts';
import { aboutPart, aroundFeatures, type Context, type Part } from './context.ts';
import { type Features, letterFeatures, signFeatures } from './features.ts';
import { score, sizes } from './model.ts';
import { type Reading, read, readAs } from './reading.ts';

/** A sentence of a user's message, read in the language of the message. */
export interface Statement {
  sentence: Sentence;
  /** The sentence, and what may rule in it by itself: its clauses, or what it begins with in another language. */
  readings: Part[];
  context: Context;
}

/** The sentences of a message that its writer said; what was pasted is left out. */
export function statementsIn(message: string): Statement[] {
  const lines = promptLines(message);
  const sentences = withoutQuoted(message, sentencesIn(lines));
  const whole = read(sentences.map(({ text }) => text).join('\n'), 3000);
  const readOwn = (text: string): Reading =>
    whole.unsure ? read(text) : readAs(text, whole.table);
  const pasted = lines.some((line) => line.pasted);
  let before: Reading | undefined;
  let intro: { reading: Reading; block: number } | undefined;
  return sentences.map((sentence, at) => {
    const reading = readOwn(sentence.text);
    const context: Context = {
      of: sentences.length,
      at,
      pasted,
      headed: sentence.headed,
      listed: /^\s*(?:[-*\u2022]|\(?\d{1,2}[.)])\s/.test(sentence.line),
    };
    if (before !== undefined) context.before = before;
    if (intro !== undefined) {
      context.intro = intro.reading;
      if (sentence.block > intro.block) context.behind = sentence.block - intro.block;
    }
    before = reading;
    if (/[:\uff1a]\s*$/.test(sentence.text)) intro = { reading, block: sentence.block };
    return { sentence, readings: [{ reading }, ...parts(sentence.text, reading)], context };
  });
}

/** Words in quotes behind a colon, in any script. */
const quotedText =
  /[:\uff1a]\s{0,3}(?:"[^"\n]{8,1500}"|\u201c[^\u201c\u201d\n]{8,1500}\u201d|\u201e[^\u201c-\u201e\n]{8,1500}[\u201c\u201d]|\u00ab[^\u00ab\u00bb\n]{8,1500}\u00bb|\u300c[^\u300c\u300d\n]{8,1500}\u300d)/g;

/** The sentences without those inside such a quotation, which is text to write or somebody else's. */
function withoutQuoted(message: string, sentences: Sentence[]): Sentence[] {
  if (message.length > mostQuoting) return sentences;
  const quoted = [...message.matchAll(quotedText)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }));
  if (quoted.length === 0) return sentences;
  return sentences.filter(
    ({ start }) => !quoted.some((one) => one.start + 3 < start && start < one.end),
  );
}

/** Letters of a message in which quotations are looked for. */
const mostQuoting = 20_000;

/** What a sentence begins with in Latin letters, before it goes on in another script. */
const latinLead = /^[\t -\u024f]{1,400}(?=[\u0370-\uffef])/;

/** What may rule by itself in a sentence: clauses, and such a beginning, for people mix English with their own language. */
function parts(text: string, whole: Reading): Part[] {
  const found = clausesOf(text).map(
    (clause): Part => ({
      reading: readAs(clause.text, whole.table),
      head: readAs(clause.head, whole.table),
      mark: clause.mark,
    }),
  );
  const lead = latinLead.exec(text)?.[0] ?? '';
  if ((lead.match(/[A-Za-z]{2,}/g) ?? []).length >= 2)
    found.push({ reading: read(lead), mark: '' });
  return found;
}

/** What a reading is judged by: signs, words and letters of its own, and where it stands. */
export interface StatementFeatures {
  signs: Features;
  letters: Features;
  context: Features;
}

/** The features of each reading of a statement. */
export function statementFeatures({ readings, context }: Statement): StatementFeatures[] {
  const standing = aroundFeatures(context, sizes.ruleContext);
  return readings.map((part) => {
    const { reading } = part;
    const signs: Features = new Map();
    const letters: Features = new Map();
    signFeatures(reading, sizes.rule, signs);
    letterFeatures(reading, sizes.ruleLetters, letters);
    const around = aboutPart(part, sizes.ruleContext);
    for (const [place, much] of standing) around.set(place, much);
    return { signs, letters, context: around };
  });
}

/** How much speaks for a sentence that binds later work, with the reading that most speaks for it; over 0 is more for than against. */
export function ruleScore(statement: Statement): { score: number; reading: Reading } {
  let best = { score: Number.NEGATIVE_INFINITY, reading: statement.readings[0]!.reading };
  statementFeatures(statement).forEach(({ signs, letters, context }, index) => {
    const { reading } = statement.readings[index]!;
    const own =
      score('rule', signs) + score('ruleLetters', letters) + score('ruleContext', context);
    if (own > best.score) best = { score: own, reading };
  });
  return best;
}
