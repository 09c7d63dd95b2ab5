/**
 * Words by which an English sentence forbids, obliges or corrects. All are tried on one sentence in lower case with
 * straight quotes: patterns that ignore case cost a hook more time to prepare than all the rest.
 */

/** Where a clause begins: behind punctuation or a joining word. */
const boundary =
  /[,;:.!?()\u2013\u2014"-]\s*|\b(?:and|but|so|or|then|also|just|please|plz|pls|however|again|ok|okay|yes|no|now|first|instead|still|important|note|because|since|that|kindly|really|you)\s+/g;

/** The sentence with a mark wherever a clause begins. Finding them once keeps the patterns small. */
export function markClauses(sentence: string): string {
  return `\u0001${sentence.replace(boundary, '$&\u0001')}`;
}

/** Patterns on the marked sentence, where U+0001 stands before each clause, and on the plain one. */
interface Patterns {
  marked: readonly RegExp[];
  plain: readonly RegExp[];
}

const verbAfterNo =
  'new|more|further|extra|additional|external|third[- ]party|other|unnecessary|unrelated|unused|hard[- ]?coded|\\w{3,}ing|dependenc\\w+|deps|packages?|librar\\w+|frameworks?|mocks?|mocking|stubs?|emojis?|comments?|commits?|push\\w*|force|refactor\\w*|rewrites?|changes?|tests?|code|docs?|class\\w*|any|hacks?|placeholders?|todos?|fallbacks?|backwards?|breaking|globals?|semicolons?|abbreviations?|network|internet|sudo|default exports?';

export const englishProhibition: Patterns = {
  marked: [
    new RegExp(
      `\\u0001no \\u0001?(?:${verbAfterNo})\\b(?!\\s+(?:is|are|was|were|has|have|fail\\w*|pass\\w*|exists?|found)\\b)`,
    ),
    /\u0001(?:do not|don'?t|do n[o']t)\s+(?!worry|you think|we need|forget)[a-z]/,
    /(?:\u0001|\b(?:should|must|can|will|would|please|to|we|may)\s+)never\b(?!\s?mind|\s+(?:actually|really|ever|even|once|been|got|had|saw|seen|heard|did|was|were|is|has|\w+ed)\b)/,
    /\u0001(?:stop|quit|cease)\s+\w+ing\b/,
    /\u0001(?:avoid|refrain from|stay away from|keep out of|hands off|hold off)\b/,
  ],
  plain: [
    /\byou\s+(?:must|should|shall|may|can|are)\s?(?:not|n't)\b(?!\s+(?:only|even|sure|wrong|alone))(?! (?:see|find|just))/,
    /\b(?:must|mustn|should|shouldn|shall)(?:\s+not|'?t)\b(?!\s+(?:it|we|this|that|be (?:too )?(?:hard|difficult)|only)\b)/,
    /\bi (?:do not|don'?t) want\b|\bi (?:told|asked) you not to\b|\bwe (?:do not|don'?t) (?:want|allow|use|do)\b/,
    /\bwithout (?:asking|my |permission|approval|confirm\w*|telling|checking with|explicit|consent)/,
    /\b(?:leave|keep) .{1,60}?\b(?:alone|untouched|unchanged|as(?:[- ]| it )is|the way it is)\b/,
    /\b(?:off[- ]limits|forbidden|prohibited|not allowed|not permitted|disallowed|banned|read[- ]only|do-not)\b/,
    /\b(?:not to|please not|rather not|(?<!\b(?:did|does|do|was|were|is|are|has|have|had|could|would|am|be|been|might|i|it|they|we)\s)not (?:commit|push|touch|change|modify|edit|delete|remove|merge|deploy|install|run|add|rename|refactor)\w*|not yet|nothing else)\b(?!\s+(?:be )?(?:found|sure|working|mention))/,
    /\bunder no circumstances\b|\bat no (?:point|time)\b|\bby no means\b|\bno matter what\b/,
  ],
};

export const englishConstraint: Patterns = {
  marked: [
    /\u0001(?:use|keep|stick (?:to|with)|follow|only|limit|restrict|wait (?:for|until|till|before)|ask (?:me )?(?:before|first)|check with me)\b(?!\s+(?:case|of\b|in mind|up\b|going|track|getting|on\b))/,
  ],
  plain: [
    /\b(?:always|must|mandatory|required to|make sure|be sure to|ensure|see to it|remember to|(?:do not|don'?t) forget|do n[o']t forget|prefer(?:ably|red)?|from now on|going forward|whenever|each time|every time|as long as|unless|at all times|by default|strictly|exclusively)\b/,
    /\b(?:at most|at least|no more than|not more than|no less than|up to \d|maximum|minimum|max\.?\s+\d|min\.?\s+\d|within \d|limit(?:ed)? to|under \d+)\b/,
    /\b(?:ask|tell|warn|ping) me (?:before|first|when|if)\b|\bcheck with me\b|\bbefore (?:you|committing|pushing|merging|starting|editing|running|each|every|any|making|changing|doing|touching)\b|\bafter (?:each|every)\b/,
    /\bonly\s+(?:use|change|touch|edit|modify|run|add|fix|do|work|when|if|after|the|in|on|for|with|from)\b|\b(?:use|change|touch|edit|modify|run|add|fix|do|read|test|work on)\s+only\b|\bjust the\b|\bnothing (?:but|other than)\b/,
    /\b(?:instead of|rather than|not \S+ but|in favou?r of)\b/,
    /\byou (?:need|have|are|'re)(?: only)?(?: allowed)? to\b|\b(?:needs?|has|have) to (?:be|stay|remain|work|pass|support|keep|match)\b|\b(?:should|shall) (?:always|only|stay|remain|keep|match|use|support)\b/,
    /\bwithout (?!(?:asking|my|permission|approval)\b)\w+ing\b/,
    /\bno longer\b|\bone \w+ (?:per|at a time)\b|\bper (?:commit|file|change)\b/,
    /\byou (?:may|can) now\b|\byou are (?:now )?allowed to\b|\bfeel free to\b/,
  ],
};

export const englishCorrection: readonly RegExp[] = [
  /^(?:(?:no|nope|nah)(?=[,.!;:\u2014-]|$|\s+(?:that|this|it|i|you|we|remove|use|not|wait|don|just|please|keep|leave|make|put|go|undo|revert|stop|instead)\b)|wrong|incorrect|actually|instead|hmm,? no|wait|hold on|stop|never ?mind|scratch that|forget (?:that|it|about)|undo|revert|roll ?back|put (?:it|that) back|change (?:it|that) back|go back to|rather)(?:\b|[,.!])/,
  /\b(?:that|this|it)(?:'s| is| was)? (?:is |was )?(?:wrong|not right|incorrect|not what|not correct|not how|not the)\b/,
  /\bi (?:said|told you|meant|asked (?:you )?(?:for|to)|did(?: not|n't) (?:ask|mean|say|want)|already (?:said|told))\b/,
  /\byou (?:forgot|missed|misunderstood|misread|broke|ignored|should(?:n't| not)? have|did(?: not|n't)|were (?:supposed|meant)|keep \w+ing|never)\b/,
  /\bnot (?:the |a |an )?[\w./-]{2,40},? but\b|[,;] not (?:the |a )?[\w./-]{2,40}[.!]?$|\bon second thought\b|\bchanged my mind\b/,
];

/** A sentence without any of these words matches none of the patterns; the check that makes them cheap. */
export const englishHint: ReadonlySet<string> = new Set(
  (
    'no not dont don nothing nope nah never nevermind n mustn mustnt shouldn shouldnt shalln couldn didn doesn cannot without stop quit cease avoid ' +
    'refrain stay keep hands hold leave off forbidden prohibited disallowed banned only under always must mandatory ' +
    'required sure ensure see remember prefer preferably preferred from going whenever every each as unless at by ' +
    'strictly exclusively up max maximum min minimum within limit limited use stick follow restrict wait ask tell warn ' +
    'ping check before after just instead rather favor favour you need needs has have should shall per one feel wrong ' +
    'incorrect actually hmm scratch forget undo revert roll rollback put change go said told meant asked did already ' +
    'second changed right correct'
  ).split(' '),
);

/** Sentences that have such a word and yet rule nothing. */
export const englishInnocent: readonly RegExp[] = [
  /\b(?:i|we|they|it|that|this|which|who|still|also)\s+(?:do(?:es)?(?: not|n't|nt)|can(?:not|'t)|could(?: not|n't)|did(?: not|n't))\s+(?:know|think|see|understand|get|work|remember|believe|care|mind|find|have|seem|look|like it|recall|run|compile|pass|start|load|exist|matter)\b/g,
  /\b(?:why|how come)\s+(?:do|does|did|don'?t|doesn'?t|didn'?t)\b/g,
  /\bif (?:you|it|they|we|there|that|not)\b[^,.;]{0,40}?\b(?:do not|don'?t|can'?t|cannot)\b/g,
  /\b(?:don'?t|do not|no) (?:worry|need to worry|problem|worries|rush|hurry|idea|doubt)\b/g,
  /\b(?:has|have|had|was|were|is|are|i've|it's|had) never\b/g,
];
