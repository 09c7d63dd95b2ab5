import { askedSentence } from '../snapshot/question-text.ts';
import { heldText, shareHeld, tellingWords } from './held-text.ts';

/** The share of the question's words that a sentence must have to be about it. */
const aboutShare = 0.5;

const agreed =
  /\b(?:user|they|person|human|you)\b[^.;\n]{0,60}?\b(?:approved|confirmed|agreed|accepted|consented|authori[sz]ed|green-?lit|signed off|gave (?:the |their |his |her )?(?:ok|okay|approval|go-?ahead|permission)|said (?:yes|ok|okay|to (?:go ahead|proceed))|chose|selected|decided|opted|wants? (?:to|me to) (?:proceed|go ahead))\b|\b(?:approved|confirmed|agreed|accepted|authori[sz]ed) by the user\b|\b(?:with|after|per|following) (?:the )?user(?:'s)? (?:approval|confirmation|consent|permission|go-?ahead)\b/i;
const notYet =
  /\b(?:not|never|n't|without|no|yet to|awaiting|await|waiting|wait|pending|until|once|if|whether|unless|before|needs?|require[sd]?|asked|asking|ask|should|must|would|could)\b/i;

/**
 * The sentence of a summary that tells an unanswered question as answered; undefined where none does. A sentence
 * counts when it says that the person agreed or chose, puts that under no condition, and is about what was asked.
 */
export function turnedIntoApproval(question: string, summary: string): string | undefined {
  const words = tellingWords(askedSentence(question)).filter((word) => !common.has(word));
  if (words.length < 2) return undefined;
  for (const sentence of sentencesOf(summary)) {
    const claim = agreed.exec(sentence);
    if (claim === null || notYet.test(sentence)) continue;
    if (shareHeld(heldText(sentence), words) >= aboutShare) return sentence;
  }
  return undefined;
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?。！？])\s+|\n+/)
    .map((sentence) => sentence.replace(/^[\s*#>-]+|^\d+[.)]\s*/g, '').trim())
    .filter((sentence) => sentence !== '');
}

/** Words of questions that say nothing of what is asked. */
const common = new Set(
  'the and for you your should shall would could can want like please this that with have will are was let know now then also just which what how when where who does did'.split(
    ' ',
  ),
);
