/** Words that make a message one that may hold a rule: fixed before the product was measured. */
const ruleWord =
  /\b(never|always|don't|dont|do not|doesn't|must|mustn't|only|shouldn't|should not|avoid|without|instead|rather|make sure|ensure|prefer|keep|no longer|stop|not|no need)\b/i;

/** Messages of this length and more are plans and pasted texts. */
const longest = 1_200;
export const wordForWord = 240;

/** True for a user message whose beginning has to survive word for word. */
export function mayHoldRule(message: string): boolean {
  return message.length < longest && ruleWord.test(message.replaceAll('’', "'"));
}
