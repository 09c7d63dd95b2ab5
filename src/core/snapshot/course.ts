/** What a message of the user does to the work at hand: it stops it, or gives it another direction. */
export type Course = 'stop' | 'change';

/** Characters of a message that are looked at: who stops the work says so at the beginning. */
const looked = 400;
const mostSentences = 6;

/** The parts of a sentence that stops the work, each a pattern by itself: one of them all takes milliseconds to prepare. */
interface StopParts {
  filler: RegExp;
  english: RegExp;
  /** What may follow an English stop, at most three times. */
  following: RegExp;
  other: RegExp;
  /** A word after a stop of another language, at most two. */
  word: RegExp;
  end: RegExp;
}

interface Words {
  stop: StopParts;
  /** Stop words of scripts without spaces between words, or whose words take endings. */
  stopStart: RegExp;
  change: RegExp;
}
let words: Words | undefined;

/**
 * Whether the user's message stops the work or changes its course. Undefined for any other message; an unknown language
 * reads like one, so that a text may not rest on this alone.
 */
export function courseOf(text: string): Course | undefined {
  words ??= compiled();
  const head = text.slice(0, looked).toLowerCase().replaceAll('\u2019', "'");
  const sentences = head.split(/(?<=[.!?\u3002\uff01\uff1f])\s*|\n+/, mostSentences);
  const { stop, stopStart, change } = words;
  if (sentences.some((one) => isStop(one.trim().slice(0, 160), stop, stopStart))) return 'stop';
  return change.test(head) ? 'change' : undefined;
}

function isStop(sentence: string, stop: StopParts, stopStart: RegExp): boolean {
  const { filler, english, following, other, word, end } = stop;
  const starts = chain(sentence, 0, filler, 3);
  const ends = starts.flatMap((start) => [
    ...after(sentence, start, english).flatMap((at) => chain(sentence, at, following, 3)),
    ...after(sentence, start, other).flatMap((at) => chain(sentence, at, word, 2)),
  ]);
  return ends.some((at) => after(sentence, at, end).length > 0) || stopStart.test(sentence);
}

/** Where a sticky pattern ends that begins at `at`: one place or none. */
function after(text: string, at: number, pattern: RegExp): number[] {
  pattern.lastIndex = at;
  return pattern.test(text) ? [pattern.lastIndex] : [];
}

/** The places reached from `at` by a pattern that matches up to `most` times in a row. */
function chain(text: string, at: number, pattern: RegExp, most: number): number[] {
  const places = [at];
  while (places.length <= most) {
    const [next] = after(text, places.at(-1)!, pattern);
    if (next === undefined) break;
    places.push(next);
  }
  return places;
}

function compiled(): Words {
  const filler =
    '(?:ok|okay|hey|please|no|now|just|actually|sorry|hmm?|ah|oh|so|well|bitte|nein|non|ya|nee)[,.! ]{1,3}';
  const english =
    "(?:stop|halt|wait|hold on|hold it|hold off|pause|abort|cancel|quit|enough|leave it|drop it|never ?mind|forget (?:it|that|about it)|(?:don't|do not|dont) (?:continue|go on|carry on|proceed|start|touch anything|do (?:anything|any more|it|that))|that's enough|stand by|hands off)";
  const following =
    "(?: (?:here|now|there|it|this|that|please|everything|all|working|work|the work|coding|what you're doing|what you are doing|doing (?:that|this|anything)|right (?:now|there|here)|for (?:now|today|a moment|a second|the moment)|at once|immediately|a (?:moment|second|minute|sec)|with (?:it|that|this|the plan)|on (?:it|that|this)|the plan|after (?:this|that)|any ?(?:more|further|thing else)))";
  const others =
    '(?:stopp|halt|warte(?! auf)|aufh\u00f6ren|h\u00f6r(?:e|t)? auf|abbrechen|brich ab|lass (?:es|das|gut sein)|nicht weitermachen|mach nicht weiter|arr\u00eate(?:z)?|arr\u00eate(?:z)?-(?:toi|vous)|attends|attendez|para(?=[!.,]|$| (?:ya|todo|ahora|por favor)\\b)|p\u00e1ralo|detente|espera|alto|cancela|d\u00e9jalo|pare|espere|chega|fermati|ferma|aspetta|basta|stop maar|wacht|hou op|\u0441\u0442\u043e\u043f|\u043e\u0441\u0442\u0430\u043d\u043e\u0432\u0438(?:\u0441\u044c|\u0442\u0435\u0441\u044c)|\u043f\u043e\u0434\u043e\u0436\u0434\u0438(?:\u0442\u0435)?|\u0445\u0432\u0430\u0442\u0438\u0442|\u0437\u0443\u043f\u0438\u043d\u0438\u0441\u044c|\u0441\u0442\u0456\u0439|\u0437\u0430\u0447\u0435\u043a\u0430\u0439|zatrzymaj si\u0119|przesta\u0144|czekaj|zastav|p\u0159esta\u0148|po\u010dkej|v\u00e4nta|sluta|stoppa|vent|stans|hold op|lopeta|odota|dur|bekle|yeter|durdur|berhenti|tunggu|d\u1eebng l\u1ea1i|ch\u1edd \u0111\u00e3)';
  const end = '\\s*(?:$|[.,!?;:\\u2026\\u2014-]|(?:and|but|until|und|et|y|e) )';
  return {
    stop: {
      filler: new RegExp(filler, 'y'),
      english: new RegExp(english, 'y'),
      following: new RegExp(following, 'y'),
      other: new RegExp(others, 'yu'),
      word: /[ ,]{1,2}\p{L}{1,20}/uy,
      end: new RegExp(end, 'y'),
    },
    stopStart:
      /^(?:\u6b62\u3081|\u3084\u3081\u3066|\u30b9\u30c8\u30c3\u30d7|\u5f85\u3063\u3066|\u4e2d\u6b62|\u505c\u6b62|\u505c\u4e0b|\u505c\u4e00\u4e0b|\u4f4f\u624b|\u7b49\u4e00\u4e0b|\u7b49\u7b49|\u6682\u505c|\u66ab\u505c|\u522b\u505a\u4e86|\u5225\u505a\u4e86|\uba48\ucdb0|\uadf8\ub9cc|\uc911\uc9c0|\uc7a0\uae50|\uae30\ub2e4\ub824|\u0e2b\u0e22\u0e38\u0e14|\u0e23\u0e2d\u0e01\u0e48\u0e2d\u0e19|\u0930\u0941\u0915\u094b|\u0930\u0941\u0915\u093f\u090f|\u092c\u0902\u0926 \u0915\u0930\u094b|\u05e2\u05e6\u05d5\u05e8|\u05e2\u05e6\u05e8\u05d9|\u05ea\u05e4\u05e1\u05d9\u05e7|\u05d7\u05db\u05d4|\u062a\u0648\u0642\u0641|\u0627\u0646\u062a\u0638\u0631|\u0642\u0641(?!\p{L}))/u,
    change:
      /(?<!\p{L})(?:instead|rather than the plan|forget (?:about )?(?:the|your) (?:plan|steps?|task)|change of plans?|new plan|plans? (?:has|have) changed|changed my mind|(?:different|other) (?:plan|approach|task)|scrap (?:that|the|this)|(?:drop|leave|ignore) the (?:plan|task|steps?)|something else|on second thoughts?|skip (?:that|the rest|the plan|step)|stattdessen|planwechsel|plan\u00e4nderung|doch lieber|vergiss (?:den|das|es|die)|plut\u00f4t|\u00e0 la place|oublie (?:le|la|\u00e7a|tout)|changement de plan|en (?:vez|lugar) de (?:eso|esto|lo anterior)|olvida (?:el|la|eso|lo)|cambio de planes?|em vez disso|esquece|mudan\u00e7a de planos?|invece|lascia perdere|cambio di programma|in plaats daarvan|vergeet (?:het|dat|de)|\u0432\u043c\u0435\u0441\u0442\u043e \u044d\u0442\u043e\u0433\u043e|\u0437\u0430\u0431\u0443\u0434\u044c|zamiast tego|m\u00edsto toho|ist\u00e4llet|i stedet|sen sijaan|bunun yerine)(?!\p{L})|\u4ee3\u308f\u308a\u306b|\u3084\u3063\u3071\u308a|\u4e88\u5b9a\u5909\u66f4|\u6539\u4e3a|\u6539\u70ba|\u6539\u6210|\u6362\u6210|\u63db\u6210|\u7b97\u4e86|\u5148\u4e0d|\ub300\uc2e0|\ub9d0\uace0|\ucde8\uc18c/u,
  };
}
