import { type HeldText, heldText, holdsName, shareHeld, tellingWords } from '../audit/held-text.ts';
import type { Fact } from '../fact.ts';
import { meaningOf } from '../fact-meaning.ts';

/** What is worth of a fact that the summary holds: it is there, and may be told once more where there is room. */
const heldShare = 0.4;
const wordShare = 0.8;

/** How much of its worth a fact keeps beside the summary; all of it where the summary is not known yet. */
export function beside(summary: string | undefined): (fact: Fact) => number {
  if (summary === undefined || summary === '') return () => 1;
  let text: HeldText | undefined;
  return (fact) => {
    text ??= heldText(summary);
    return holdsWell(text, fact) ? heldShare : 1;
  };
}

function holdsWell(text: HeldText, fact: Fact): boolean {
  if (meaningOf(fact.kind).held === 'path') {
    return holdsName(text, fact.value.split(/[\\/]/).at(-1) ?? fact.value);
  }
  return shareHeld(text, tellingWords(`${fact.value} ${fact.detail ?? ''}`)) >= wordShare;
}
