const lead = '^[\\s*_"\'\\u201c]*';
const yes = new RegExp(
  `${lead}(?:yes|yep|yeah|yup|y|sure|ok|okay|k|go|go ahead|go for it|do it|do that|please do|proceed|approved?|accepted|confirmed?|agreed|correct|right|sounds good|lgtm|looks good|perfect|absolutely|of course|definitely|fine|please|ship it|let[\\u2019']?s (?:do|go)|make it so|ja|jawohl|klar|gerne|mach(?:e)?(?: das)?|oui|d[\\u2019']accord|vas-y|sí|si|vale|claro|dale|adelante|sim|pode|isso|好|好的|可以|行|是|是的|对|同意|没问题|はい|いいよ|お願い|了解|ok です|네|예|응|좋아|그래|진행)(?=$|[\\s,.!;:)*\\u3000-\\u303f\\uff01\\uff0c\\u2014-])`,
  'i',
);
const no = new RegExp(
  `${lead}(?:no|nope|nah|n|don[\\u2019']?t|do not|stop|not (?:now|yet|really)|never|cancel|abort|rejected?|denied|refused?|negative|please don[\\u2019']?t|hold off|wait|nein|nicht|lass das|non|arrête|não|no lo hagas|不|不要|不行|不用|别|不是|いいえ|いや|だめ|やめて|아니|안 ?돼|하지 ?마)(?=$|[\\s,.!;:)*\\u3000-\\u303f\\uff01\\uff0c\\u2014\\p{Script=Han}\\p{Script=Hangul}-])`,
  'iu',
);

export type AnswerKind = 'yes' | 'no';

/** How a message answers a yes-or-no question; undefined when it does neither plainly. */
export function answerKind(message: string): AnswerKind | undefined {
  const head = message.slice(0, 200);
  if (no.test(head)) return 'no';
  return yes.test(head) ? 'yes' : undefined;
}

/** True when the message says hardly more than yes or no. */
export function isBareAnswer(message: string): boolean {
  return message.length <= 24 || message.trim().split(/\s+/).length <= 3;
}
