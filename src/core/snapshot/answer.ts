const lead = '^[\\s*_"\']*';
const ends = '(?=$|[\\s,.!;:)*\\u3000-\\u303f\\uff01\\uff0c\\u2014-])';
/** Words that agree; said first, they are an answer whatever follows. */
const agrees =
  "yes|yep|yeah|yup|sure|go ahead|go for it|do it|do that|do so|please do|yes please|proceed|approved?|accepted|confirmed?|agreed|sounds good|lgtm|looks good|absolutely|of course|definitely|ship it|let'?s (?:do (?:it|that|this)|go)|make it so|ja|jawohl|klar|gerne|mach(?:e)? das|oui|d'accord|vas-y|sí|vale|claro|dale|adelante|sim|pode|好的|可以|同意|没问题|沒問題|はい|お願い(?:します)?|了解|네|예|좋아요?|그래|진행해";
/** Words that agree only when nothing else is said, or a word of the first kind. */
const nods =
  'ok|okay|k|y|go|right|correct|fine|good|great|perfect|please|si|好|行|是|是的|对|對|いいよ|응';
const yes = new RegExp(`${lead}(?:(?:${nods})[\\s,.!]+){0,2}(?:${agrees})${ends}`);
const nod = new RegExp(`${lead}(?:(?:${nods})[\\s,.!]*)+(?:thanks|thank you|thx)?[\\s.!]*$`);
const no = new RegExp(
  `${lead}(?:no|nope|nah|n|don'?t|do not|stop|not (?:now|yet|really)|never|cancel|abort|rejected?|denied|refused?|negative|please don'?t|hold off|wait|nein|nicht|lass das|non|arrête|não|no lo hagas|不|不要|不行|不用|别|別|不是|いいえ|いや|だめ|やめて|아니요?|안 ?돼|하지 ?마)(?=$|[\\s,.!;:)*\\u3000-\\u303f\\uff01\\uff0c\\u2014\\u4e00-\\u9fff\\uac00-\\ud7af-])`,
);
/** `no problem`, `no worries` and the like refuse nothing. */
const noRefusal = /^\W*no (?:problem|worries|need|idea|rush|objections?|questions|more)\b/;
const conditional = /^[^.!?\n]{0,60}\b(?:but|aber|mais|pero|mas|however|except|first|only if)\b/;
/** What makes a yes wait for something, or hold for a part only. */
const waits =
  /^[^.!?\n]{0,80}\b(?:if|unless|until|once|after|as soon as|provided|only|later|wenn|falls|sobald|nachdem|nur)\b/;
/** What takes a yes back in the same breath. */
const takesBack =
  /[\s.,;!(\u2026\u2014-](?:stop|wait|hold (?:on|off)|actually,? no|never ?mind|scratch that|(?:just )?kidding|no,? (?:wait|stop)|(?:and|but|,) ?(?:don't|do not|never) (?!forget|worry|hesitate|mind)\w+)\b/;

/** Words of agreement that mock. */
const mocks = /^\W*yeah,? right\W*$/;

export type AnswerKind = 'yes' | 'no';

/**
 * How a message answers a yes-or-no question; undefined when it does neither plainly. A yes with a condition,
 * for a part only, or taken back at once is none: what is said besides is a message of its own, and nothing may be taken
 * for approved on a guess.
 */
export function answerKind(message: string): AnswerKind | undefined {
  const head = message
    .slice(0, 200)
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/\u201c/g, '"');
  if (no.test(head)) return noRefusal.test(head) ? undefined : 'no';
  if (conditional.test(head) || waits.test(head) || takesBack.test(head)) return undefined;
  if (mocks.test(head)) return undefined;
  return yes.test(head) || nod.test(head) ? 'yes' : undefined;
}

/** True when the message says hardly more than yes or no. */
export function isBareAnswer(message: string): boolean {
  return message.length <= 24 || message.trim().split(/\s+/).length <= 3;
}
