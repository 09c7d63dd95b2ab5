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

/** A pattern with the words of which a sentence must have one, so that hardly any pattern is ever prepared. */
interface WordPattern {
  words: readonly string[];
  pattern: RegExp;
  /** True for a pattern on the marked sentence, where U+0001 stands before each clause. */
  marked?: true;
}

function on(words: string, pattern: RegExp): WordPattern {
  return { words: words.split(' '), pattern };
}

function atClause(words: string, pattern: RegExp): WordPattern {
  return { words: words.split(' '), pattern, marked: true };
}

/** True when one of the patterns fits. `words`: the words of the sentence. */
export function fits(
  patterns: readonly WordPattern[],
  words: ReadonlySet<string>,
  plain: string,
  marked: () => string,
): boolean {
  return patterns.some(
    (one) =>
      one.words.some((word) => words.has(word)) && one.pattern.test(one.marked ? marked() : plain),
  );
}

const things =
  'new|more|further|extra|additional|external|third[- ]party|other|unnecessary|unrelated|unused|hard[- ]?coded|\\w{3,}ing|dependenc\\w+|deps|packages?|librar\\w+|frameworks?|mocks?|mocking|stubs?|emojis?|comments?|commits?|push\\w*|force|refactor\\w*|rewrites?|changes?|tests?|code|docs?|class\\w*|any|hacks?|placeholders?|todos?|fallbacks?|backwards?|breaking|globals?|semicolons?|abbreviations?|network|internet|sudo|default exports?';

export const englishProhibition: readonly WordPattern[] = [
  atClause(
    'no',
    new RegExp(
      `\\u0001no \\u0001?(?:${things})\\b(?!\\s+(?:is|are|was|were|has|have|fail\\w*|pass\\w*|exists?|found)\\b)`,
    ),
  ),
  atClause(
    'do don dont',
    /\u0001(?:do not|don'?t|do n[o']t)\s+(?!worry|you think|we need|forget)[a-z]/,
  ),
  atClause(
    'never',
    /(?:\u0001|\b(?:should|must|can|will|would|please|to|we|may)\s+)never\b(?!\s?mind|\s+(?:actually|really|ever|even|once|been|got|had|saw|seen|heard|did|was|were|is|has|\w+ed)\b)/,
  ),
  // Not where it only ends what is going on: what was meant is not named.
  atClause(
    'stop quit cease',
    /\u0001(?:stop|quit|cease)\s+(?!(?:doing|saying|making|talking|writing)\s+(?:it|this|that|so|\w*shit|crap|nonsense|rubbish|garbage|stuff|things|anything|whatever)(?:\s+(?:now|please|again|already))*\s*(?:$|[^\w\s\u0001]))\w+ing\b/,
  ),
  atClause(
    'avoid refrain stay keep hands hold',
    /\u0001(?:avoid|refrain from|stay away from|keep out of|hands off|hold off)\b/,
  ),
  on(
    'you',
    /\byou\s+(?:must|should|shall|may|can|are)\s?(?:not|n't)\b(?!\s+(?:only|even|sure|wrong|alone))(?! (?:see|find|just))/,
  ),
  on(
    'must mustn should shouldn shall mustnt shouldnt',
    /\b(?:must|mustn|should|shouldn|shall)(?:\s+not|'?t)\b(?!\s+(?:it|we|this|that|be (?:too )?(?:hard|difficult)|only)\b)/,
  ),
  on(
    'i we',
    /\bi (?:do not|don'?t) want\b|\bi (?:told|asked) you not to\b|\bwe (?:do not|don'?t) (?:want|allow|use|do)\b/,
  ),
  on(
    'without',
    /\bwithout (?:asking|my |permission|approval|confirm\w*|telling|checking with|explicit|consent)/,
  ),
  on(
    'leave keep',
    /\b(?:leave|keep) .{1,60}?\b(?:alone|untouched|unchanged|as(?:[- ]| it )is|the way it is)\b/,
  ),
  on(
    'off forbidden prohibited allowed permitted disallowed banned only',
    /\b(?:off[- ]limits|forbidden|prohibited|not allowed|not permitted|disallowed|banned|read[- ]only)\b/,
  ),
  on(
    'not nothing',
    /\b(?:not to|please not|rather not|(?<!\b(?:did|does|do|was|were|is|are|has|have|had|could|would|am|be|been|might|i|it|they|we)\s)not (?:commit|push|touch|change|modify|edit|delete|remove|merge|deploy|install|run|add|rename|refactor)\w*|not yet|nothing else)\b(?!\s+(?:be )?(?:found|sure|working|mention))/,
  ),
  on(
    'under no',
    /\bunder no circumstances\b|\bat no (?:point|time)\b|\bby no means\b|\bno matter what\b/,
  ),
];

export const englishConstraint: readonly WordPattern[] = [
  atClause(
    'use keep stick follow only limit restrict wait ask check',
    /\u0001(?:use|keep|stick (?:to|with)|follow|only|limit|restrict|wait (?:for|until|till|before)|ask (?:me )?(?:before|first)|check with me)\b(?!\s+(?:case|of\b|in mind|up\b|going|track|getting|on\b))/,
  ),
  on(
    'always must mandatory required ensure preferably prefer preferred whenever strictly exclusively unless',
    /\b(?:always|must|mandatory|required to|ensure|prefer(?:ably|red)?|whenever|unless|strictly|exclusively)\b/,
  ),
  on(
    'make sure see remember forget from going each every as at by',
    /\b(?:make sure|be sure to|see to it|remember to|(?:do not|don't|dont) forget|do n[o']t forget|from now on|going forward|each time|every time|as long as|at all times|by default)\b/,
  ),
  on(
    'most least more less up maximum minimum max min within limit limited under',
    /\b(?:at most|at least|no more than|not more than|no less than|up to \d|maximum|minimum|max\.?\s+\d|min\.?\s+\d|within \d|limit(?:ed)? to|under \d+)\b/,
  ),
  on('me', /\b(?:ask|tell|warn|ping) me (?:before|first|when|if)\b|\bcheck with me\b/),
  on(
    'before after',
    /\bbefore (?:you|committing|pushing|merging|starting|editing|running|each|every|any|making|changing|doing|touching)\b|\bafter (?:each|every)\b/,
  ),
  on(
    'only',
    /\bonly\s+(?:use|change|touch|edit|modify|run|add|fix|do|work|when|if|after|the|in|on|for|with|from)\b|\b(?:use|change|touch|edit|modify|run|add|fix|do|read|test|work on)\s+only\b/,
  ),
  on('just nothing', /\bjust the\b|\bnothing (?:but|other than)\b/),
  on('instead rather not favor favour', /\b(?:instead of|rather than|not \S+ but|in favou?r of)\b/),
  on(
    'you',
    /\byou (?:need|have|are|'re)(?: only)?(?: allowed)? to\b|\byou (?:may|can) now\b|\byou are (?:now )?allowed to\b/,
  ),
  on(
    'need needs has have',
    /\b(?:needs?|has|have) to (?:be|stay|remain|work|pass|support|keep|match)\b/,
  ),
  on('should shall', /\b(?:should|shall) (?:always|only|stay|remain|keep|match|use|support)\b/),
  on('without', /\bwithout (?!(?:asking|my|permission|approval)\b)\w+ing\b/),
  on(
    'no one per feel',
    /\bno longer\b|\bone \w+ (?:per|at a time)\b|\bper (?:commit|file|change)\b|\bfeel free to\b/,
  ),
];

/** A correction by how the sentence begins. */
export const englishRetort: readonly WordPattern[] = [
  on(
    'no nope nah',
    /^(?:no|nope|nah)(?:[,.!;:\u2014-]|$|\s+(?:that|this|it|i|you|we|remove|use|not|wait|don|just|please|keep|leave|make|put|go|undo|revert|stop|instead)\b)/,
  ),
  on(
    'wrong incorrect actually instead hmm wait hold stop never nevermind scratch forget undo revert roll rollback put change go rather',
    /^(?:wrong|incorrect|actually|instead|hmm,? no|wait|hold on|stop|never ?mind|scratch that|forget (?:that|it|about)|undo|revert|roll ?back|put (?:it|that) back|change (?:it|that) back|go back to|rather)(?:\b|[,.!])/,
  ),
];

export const englishCorrection: readonly WordPattern[] = [
  on(
    'wrong not incorrect',
    /\b(?:that|this|it)(?:'s| is| was)? (?:is |was )?(?:wrong|not right|incorrect|not what|not correct|not how|not the)\b/,
  ),
  on(
    'said told meant asked did didn already',
    /\bi (?:said|told you|meant|asked (?:you )?(?:for|to)|did(?: not|n't) (?:ask|mean|say|want)|already (?:said|told))\b/,
  ),
  on(
    'you',
    /\byou (?:forgot|missed|misunderstood|misread|broke|ignored|should(?:n't| not)? have|did(?: not|n't)|were (?:supposed|meant)|keep \w+ing|never)\b/,
  ),
  on(
    'not second mind',
    /\bnot (?:the |a |an )?[\w./-]{2,40},? but\b|[,;] not (?:the |a )?[\w./-]{2,40}[.!]?$|\bon second thought\b|\bchanged my mind\b/,
  ),
];

/** Words of sentences that look like rules and are none; what is found is taken out before the rest is tried. */
export const englishInnocent: readonly WordPattern[] = [
  on(
    't not cannot dont doesnt didnt cant',
    /\b(?:i|we|they|it|that|this|which|who|still|also)\s+(?:do(?:es)?(?: not|n'?t)|can(?:not|'t)|could(?: not|n't)|did(?: not|n't))\s+(?:know|think|see|understand|get|work|remember|believe|care|mind|find|have|seem|look|like it|recall|run|compile|pass|start|load|exist|matter)\b/g,
  ),
  on('why how', /\b(?:why|how come)\s+(?:do|does|did|don'?t|doesn'?t|didn'?t)\b/g),
  on(
    'if',
    /\bif (?:you|it|they|we|there|that|not)\b[^,.;]{0,40}?\b(?:do not|don'?t|can'?t|cannot)\b/g,
  ),
  on(
    'worry problem worries rush hurry idea doubt',
    /\b(?:don'?t|do not|no) (?:worry|need to worry|problem|worries|rush|hurry|idea|doubt)\b/g,
  ),
  on('never', /\b(?:has|have|had|was|were|is|are|i've|it's|had) never\b/g),
];
