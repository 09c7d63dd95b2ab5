/** The same for other languages: few words, each of which hardly says anything else. */
export interface RuleWords {
  /** Words of which a sentence has one, or the script it is written in; else the patterns are not tried. */
  hint: ReadonlySet<string> | RegExp;
  prohibition: RegExp;
  constraint: RegExp;
  correction: RegExp;
}

const start = '(?:^|[,;:.!?\\u2014-]\\s*|\\b(?:und|aber|bitte|et|mais|y|pero|por favor|e|mas)\\s+)';
const words = (...parts: string[]): RegExp =>
  new RegExp(parts.join('|').replaceAll('\\p{L}', '[a-z\\u00df-\\u00ff]'));

export const otherLanguages: readonly RuleWords[] = [
  {
    // German
    hint: new Set(
      'nicht nichts niemals nie kein keine keinen keiner keinesfalls bitte hör lass lasse immer stets unbedingt achte stell stelle bevor höchstens mindestens ausschließlich nur verwende benutze nutze nimm muss müssen musst darf darfst soll sollst verboten bevorzuge halt halte nein falsch doch stattdessen statt anstatt eigentlich sagte meinte rückgängig ohne ab nun'.split(
        ' ',
      ),
    ),
    prohibition: words(
      '\\b(?:niemals|auf keinen fall|keinesfalls|verboten|bitte nicht|hör auf|ohne (?:rückfrage|zu fragen|meine)|darfst? (?:du )?nicht|sollst? (?:du )?nicht|lass(?:e)? .{1,60} in ruhe)\\b',
      `${start}nie\\b`,
      `${start}kein(?:e|en|er)?\\s+(?:neuen?|weiteren?|änderungen|commits?|pushes|abhängigkeiten|mocks?|kommentare)`,
      '^(?:bitte )?(?!das|es|ich|wir|der|die|er|sie|dies|diese|hier|leider|warum|wieso|wenn|da|weil|gibt|ist|sind|geht|hat)\\p{L}{3,}e?n?\\s(?:[^.!?]{0,60}\\s)?(?:nicht|nichts|keine?n?)\\b(?![^.]*\\?)',
    ),
    constraint: words(
      '\\b(?:immer|stets|unbedingt|achte darauf|stelle? sicher|bevor du|höchstens|mindestens|ausschließlich|bevorzug\\p{L}*|halte? dich|ab jetzt|von nun an|anstatt|statt)\\b',
      `${start}(?:nur|verwende|benutze|nutze|nimm)\\b`,
      '\\b(?:muss|müssen|musst)\\b',
    ),
    correction: words(
      '^(?:nein|falsch|doch nicht|stattdessen|eigentlich|halt)\\b',
      '\\b(?:ich (?:sagte|meinte|habe gesagt)|das ist falsch|rückgängig|du hast vergessen)\\b',
    ),
  },
  {
    // French
    hint: new Set(
      'ne n pas jamais rien surtout interdit sans faut dois évite évitez arrête arrêtez toujours seulement uniquement assure assurez devez doit avant désormais plutôt lieu utilise utilisez préfère garde gardez plus moins non faux fait annule dit voulais oublié'.split(
        ' ',
      ),
    ),
    prohibition: words(
      `${start}(?:ne\\s|n')\\S+(?:\\s\\S+){0,2}?\\s(?:pas|jamais|rien|plus)\\b`,
      '\\b(?:surtout pas|interdit|sans (?:me |mon |ma )?(?:demander|permission|accord)|tu ne dois (?:pas|jamais)|il ne faut (?:pas|jamais))\\b',
      `${start}(?:évite|évitez|arrête|arrêtez|jamais|pas de)\\b`,
    ),
    constraint: words(
      '\\b(?:toujours|seulement|uniquement|assure-toi|assurez-vous|il faut|tu dois|vous devez|doit|avant de|au plus|au moins|désormais|plutôt que|au lieu de)\\b',
      `${start}(?:utilise|utilisez|préfère|garde|gardez)\\b`,
    ),
    correction: words(
      '^(?:non|faux|plutôt|en fait|annule)\\b',
      "\\b(?:j'ai dit|je voulais dire|ce n'est pas (?:ça|correct|bon)|tu as oublié)\\b",
    ),
  },
  {
    // Spanish
    hint: new Set(
      'nunca jamás sin prohibido debes debe evita deja siempre solo sólo solamente únicamente asegúrate hay antes como menos partir vez lugar usa utiliza prefiere mantén incorrecto mal realidad mejor deshaz dije quise eso olvidaste toques hagas modifiques cambies borres elimines uses utilices agregues añadas subas ejecutes instales crees escribas edites muevas pongas quiero'.split(
        ' ',
      ),
    ),
    prohibition: words(
      `${start}no\\s+(?:lo |la |los |las |me |te )?(?:toques|hagas|modifiques|cambies|borres|elimines|uses|utilices|agregues|añadas|subas|ejecutes|instales|crees|escribas|edites|muevas|pongas|\\p{L}{3,}(?:es|as))\\b`,
      '\\b(?:nunca|jamás|sin (?:preguntar|permiso|mi)|prohibido|no debes|no se debe|no quiero que)(?:\\s|$)',
      `${start}(?:evita|deja de)\\b`,
    ),
    constraint: words(
      '\\b(?:siempre|solo|sólo|solamente|únicamente|asegúrate|debes?|hay que|antes de|como máximo|al menos|a partir de ahora|en vez de|en lugar de)\\b',
      `${start}(?:usa|utiliza|prefiere|mantén)(?:\\s|$)`,
    ),
    correction: words(
      '^(?:no[,.!]|incorrecto|está mal|en realidad|mejor|deshaz)',
      '\\b(?:dije|quise decir|eso no es|olvidaste)\\b',
    ),
  },
  {
    // Portuguese
    hint: new Set(
      'não nunca jamais sem proibido evite pare sempre somente apenas certifique garanta deve tem antes máximo menos partir vez prefira mantenha errado verdade desfaça disse quis esqueceu'.split(
        ' ',
      ),
    ),
    prohibition: words(
      `${start}não\\s+(?:o |a |me )?(?!sei|funciona|é|está|tem|consigo|entendi|passa|roda|compila)\\p{L}{3,}`,
      '\\b(?:nunca|jamais|sem (?:perguntar|permissão|minha)|proibido|não deve)(?:\\s|$)',
      `${start}(?:evite|pare de)\\b`,
    ),
    constraint: words(
      '\\b(?:sempre|somente|apenas|certifique-se|garanta|você deve|tem que|antes de|no máximo|pelo menos|a partir de agora|em vez de)\\b',
      `${start}(?:prefira|mantenha)\\b`,
    ),
    correction: words(
      '^(?:não[,.!]|errado|está errado|na verdade|desfaça)',
      '\\b(?:eu disse|eu quis dizer|você esqueceu)\\b',
    ),
  },
  {
    // Chinese
    hint: /[\u4e00-\u9fff]/,
    prohibition:
      /不要|不准|不得|禁止|切勿|不许|不許|千万别|千萬別|你不能|不可以|请勿|請勿|(?<![特区區分类類级級识識个個性差鉴鑑])[别別](?![的人处處名])|未经.{0,8}(?:同意|许可|允许)/u,
    constraint:
      /必须|必須|一定要|总是|總是|始终|始終|只能|只用|只改|只要改|仅|僅|确保|確保|务必|務必|优先|優先|之前.{0,4}先|先.{1,12}再|最多|至少|改用|而不是|从现在起/u,
    correction:
      /^不对|^不對|^不是|错了|錯了|不是.{1,20}而是|应该是|應該是|改回|撤销|撤銷|回滚|我说的是|我的意思/u,
  },
  {
    // Japanese
    hint: /[\u3040-\u30ff]/,
    prohibition:
      /しないで|ないでください|するな|禁止|やめて|勝手に|てはいけ|てはなら|ちゃだめ|ちゃダメ|触らないで|使わないで|せずに|なしで(?:push|コミット)/u,
    constraint:
      /必ず|常に|のみ|だけ(?:を|に|で|使|変|修)|してから|する前に|以内|以下に|使ってください|使うこと|すること(?:。|$)|ではなく|代わりに|優先/u,
    correction:
      /^(?:いや|いいえ|違う|違います|ちがう)|間違(?:って|い)|そうじゃな|元に戻し|やっぱり|と言った/u,
  },
  {
    // Korean
    hint: /[\uac00-\ud7af]/,
    prohibition:
      /지\s?마(?:세요|라|요|\b|$|[.!,])|지\s?말(?:고|아|것)|금지|절대|안\s?돼|안\s?됩니다|묻지\s?않고|허락\s?없이/u,
    constraint:
      /항상|반드시|꼭\s|만\s(?:사용|수정|변경|고쳐)|하기\s?전에|먼저|최대|최소|사용해|써\s?주세요|대신|앞으로는/u,
    correction: /^아니(?:야|요|오|,|\s)|틀렸|잘못|되돌려|라고\s?했|말했(?:잖|는데)/u,
  },
];
