/** Words by which an English sentence forbids, obliges or corrects. All are tried on one sentence. */

/** Where a clause begins: at the start, behind punctuation or a joining word. */
const clause =
  '(?:^|[,;:.!?()\\u2013\\u2014"\\u201c-]\\s*|\\b(?:and|but|so|or|then|also|just|please|plz|pls|however|again|ok|okay|yes|no|now|first|instead|still|important|note|because|since|that|kindly|really|you)\\s+)';
const verbAfterNo =
  'new|more|further|extra|additional|external|third[- ]party|other|unnecessary|unrelated|unused|hard[- ]?coded|\\w{3,}ing|dependenc\\w+|deps|packages?|librar\\w+|frameworks?|mocks?|mocking|stubs?|emojis?|comments?|commits?|push\\w*|force|refactor\\w*|rewrites?|changes?|tests?|code|docs?|class\\w*|any|hacks?|placeholders?|todos?|fallbacks?|backwards?|breaking|globals?|semicolons?|abbreviations?|network|internet|sudo|default exports?';

export const englishProhibition: readonly RegExp[] = [
  new RegExp(
    `${clause}(?:do not|don[\\u2019']?t|do n[o']t)\\s+(?!worry|you think|we need|forget)[a-z]`,
    'i',
  ),
  new RegExp(
    `(?:${clause}|\\b(?:should|must|can|will|would|please|to|we|may)\\s+)never\\b(?!\\s?mind|\\s+(?:actually|really|ever|even|once|been|got|had|saw|seen|heard|did|was|were|is|has|\\w+ed)\\b)`,
    'i',
  ),
  /\byou\s+(?:must|should|shall|may|can|are)\s?(?:not|n[\u2019']t)\b(?!\s+(?:only|even|sure|wrong|alone))(?! (?:see|find|just))/i,
  /\b(?:must|mustn|should|shouldn|shall)(?:\s+not|[\u2019']?t)\b(?!\s+(?:it|we|this|that|be (?:too )?(?:hard|difficult)|only)\b)/i,
  /\bi (?:do not|don[\u2019']?t) want\b|\bi (?:told|asked) you not to\b|\bwe (?:do not|don[\u2019']?t) (?:want|allow|use|do)\b/i,
  new RegExp(
    `${clause}no (?:${verbAfterNo})\\b(?!\\s+(?:is|are|was|were|has|have|fail\\w*|pass\\w*|exists?|found)\\b)`,
    'i',
  ),
  /\bwithout (?:asking|my |permission|approval|confirm\w*|telling|checking with|explicit|consent)/i,
  new RegExp(`${clause}(?:stop|quit|cease)\\s+\\w+ing\\b`, 'i'),
  new RegExp(
    `${clause}(?:avoid|refrain from|stay away from|keep out of|hands off|hold off)\\b`,
    'i',
  ),
  /\b(?:leave|keep) .{1,60}?\b(?:alone|untouched|unchanged|as(?:[- ]| it )is|the way it is)\b/i,
  /\b(?:off[- ]limits|forbidden|prohibited|not allowed|not permitted|disallowed|banned|read[- ]only|do-not)\b/i,
  /\b(?:not to|please not|rather not|(?<!\b(?:did|does|do|was|were|is|are|has|have|had|could|would|am|be|been|might|i|it|they|we)\s)not (?:commit|push|touch|change|modify|edit|delete|remove|merge|deploy|install|run|add|rename|refactor)\w*|not yet|nothing else)\b(?!\s+(?:be )?(?:found|sure|working|mention))/i,
  /\bunder no circumstances\b|\bat no (?:point|time)\b|\bby no means\b|\bno matter what\b/i,
];

export const englishConstraint: readonly RegExp[] = [
  /\b(?:always|must|mandatory|required to|make sure|be sure to|ensure|see to it|remember to|(?:do not|don[\u2019']?t) forget|do n[o']t forget|prefer(?:ably|red)?|from now on|going forward|whenever|each time|every time|as long as|unless|at all times|by default|strictly|exclusively)\b/i,
  /\b(?:at most|at least|no more than|not more than|no less than|up to \d|maximum|minimum|max\.?\s+\d|min\.?\s+\d|within \d|limit(?:ed)? to|under \d+)\b/i,
  new RegExp(
    `${clause}(?:use|keep|stick (?:to|with)|follow|only|limit|restrict|wait (?:for|until|till|before)|ask (?:me )?(?:before|first)|check with me)\\b(?!\\s+(?:case|of\\b|in mind|up\\b|going|track|getting|on\\b))`,
    'i',
  ),
  /\b(?:ask|tell|warn|ping) me (?:before|first|when|if)\b|\bcheck with me\b|\bbefore (?:you|committing|pushing|merging|starting|editing|running|each|every|any|making|changing|doing|touching)\b|\bafter (?:each|every)\b/i,
  /\bonly\s+(?:use|change|touch|edit|modify|run|add|fix|do|work|when|if|after|the|in|on|for|with|from)\b|\b(?:use|change|touch|edit|modify|run|add|fix|do|read|test|work on)\s+only\b|\bjust the\b|\bnothing (?:but|other than)\b/i,
  /\b(?:instead of|rather than|not \S+ but|in favou?r of)\b/i,
  /\byou (?:need|have|are|[\u2019']re)(?: only)?(?: allowed)? to\b|\b(?:needs?|has|have) to (?:be|stay|remain|work|pass|support|keep|match)\b|\b(?:should|shall) (?:always|only|stay|remain|keep|match|use|support)\b/i,
  /\bwithout (?!(?:asking|my|permission|approval)\b)\w+ing\b/i,
  /\bno longer\b|\bone \w+ (?:per|at a time)\b|\bper (?:commit|file|change)\b/i,
  /\byou (?:may|can) now\b|\byou are (?:now )?allowed to\b|\bfeel free to\b/i,
];

export const englishCorrection: readonly RegExp[] = [
  /^(?:(?:no|nope|nah)(?=[,.!;:\u2014-]|$|\s+(?:that|this|it|i|you|we|remove|use|not|wait|don|just|please|keep|leave|make|put|go|undo|revert|stop|instead)\b)|wrong|incorrect|actually|instead|hmm,? no|wait|hold on|stop|never ?mind|scratch that|forget (?:that|it|about)|undo|revert|roll ?back|put (?:it|that) back|change (?:it|that) back|go back to|rather)(?:\b|[,.!])/i,
  /\b(?:that|this|it)(?:[\u2019']s| is| was)? (?:is |was )?(?:wrong|not right|incorrect|not what|not correct|not how|not the)\b/i,
  /\bi (?:said|told you|meant|asked (?:you )?(?:for|to)|did(?: not|n[\u2019']t) (?:ask|mean|say|want)|already (?:said|told))\b/i,
  /\byou (?:forgot|missed|misunderstood|misread|broke|ignored|should(?:n[\u2019']t| not)? have|did(?: not|n[\u2019']t)|were (?:supposed|meant)|keep \w+ing|never)\b/i,
  /\bnot (?:the |a |an )?[\w./-]{2,40},? but\b|[,;] not (?:the |a )?[\w./-]{2,40}[.!]?$|\bon second thought\b|\bchanged my mind\b/i,
];

/** Sentences that have such a word and yet rule nothing. */
export const englishInnocent: readonly RegExp[] = [
  /\b(?:i|we|they|it|that|this|which|who|still|also)\s+(?:do(?:es)?(?: not|n[\u2019']t|nt)|can(?:not|[\u2019']t)|could(?: not|n[\u2019']t)|did(?: not|n[\u2019']t))\s+(?:know|think|see|understand|get|work|remember|believe|care|mind|find|have|seem|look|like it|recall|run|compile|pass|start|load|exist|matter)\b/gi,
  /\b(?:why|how come)\s+(?:do|does|did|don[\u2019']?t|doesn[\u2019']?t|didn[\u2019']?t)\b/gi,
  /\bif (?:you|it|they|we|there|that|not)\b[^,.;]{0,40}?\b(?:do not|don[\u2019']?t|can[\u2019']?t|cannot)\b/gi,
  /\b(?:don[\u2019']?t|do not|no) (?:worry|need to worry|problem|worries|rush|hurry|idea|doubt)\b/gi,
  /\b(?:has|have|had|was|were|is|are|i[\u2019']ve|it[\u2019']s|had) never\b/gi,
];
