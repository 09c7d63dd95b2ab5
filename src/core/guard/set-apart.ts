/** Words by which a text is set apart: what follows them is translated, quoted, explained or supposed, and nobody's word to the agent. */
const apart: readonly RegExp[] = [
  /(?<!\p{L})(?:grammar|spell(?:ing|[- ]?check)|reword|correct (?:this|my)(?!\p{L})|(?:make|improve|polish|shorten|rewrite|post|send|print|type|reply|answer|respond|repeat) (?:only |just )?(?:this|with|exactly|after me)(?!\p{L})|korrigier|corrig|corrij|corregg)/iu,
  /改写|改寫|修改这|修改這|添削|この文/,
  /(?<!\p{L})(?:translat(?:e|ing)(?!\p{L})|summari[sz]e(?!\p{L})|explain(?!\p{L})|rephrase|paraphrase|proofread|quot(?:e|ing)(?!\p{L})|suppos(?:e|ing)(?!\p{L})|imagine|pretend|hypothe|assum(?:e|ing)(?!\p{L})|what if|say (?:i|you|we)(?!\p{L})|for example|for instance|e\.g\.|pasted|reads(?!\p{L})|as follows|the following|write (?:in|into|to) (?:the|our|my)|this (?:sentence|text|e?-?mail|message|paragraph|phrase|quote))/iu,
  /(?<!\p{L})(?:übersetz|uebersetz|angenommen|angenomme|nimm an|stell dir vor|gesetzt den fall|zum beispiel|z\. ?b\.|zitier|zitat|erklär|fass(?:e|t)? .{0,40}zusammen|schreib|vertaal|vertalen|stel (?:dat|je)|bijvoorbeeld|veronderstel|citeer|leg uit|vat samen|schrijf)/iu,
  /(?<!\p{L})(?:tradui|traduc|traduz|suppos(?:ons|ez|iamo)|admettons|imagin|immagin|par exemple|explique|explica|spiega|résum|resúm|resumir|riassumi|cite(?!\p{L})|citez|cita(?!\p{L})|supón|supong|suponha|suponga|mettiamo che|por ejemplo|per esempio|por exemplo|écris|écrivez|escrib|scriv|escrev)/iu,
  /(?<!\p{L})(?:przetłumacz|tłumacz|załóżmy|przypuśćmy|wyobraź|na przykład|wyjaśnij|cytuj|zacytuj|streść|napisz|přelož|přeložte|dejme tomu|předpokl|například|představ|vysvětli|cituj|shrň|napiš|перевед|предполож|допустим|представь|например|объясни|процитируй|напиши|перекла|припусти|уяви|наприклад|поясни|процитуй|підсумуй)/iu,
  /(?<!\p{L})(?:översätt|oversæt|oversett|anta att|antag|anta at|föreställ|forestil|tenk deg|till exempel|for eksempel|förklara|forklar|sammanfatta|opsummer|oppsummer|citer|siter|skriv|käänn|oletetaan|kuvittele|esimerkiksi|selitä|tiivistä|kirjoita|siteeraa)/iu,
  /(?<!\p{L})(?:çevir|tercüme|varsay|diyelim|mesela|örneğin|açıkla|özetle|alıntı|yaz(?!\p{L})|terjemah|misalnya|andaikan|anggap|contoh|jelaskan|ringkas|kutip|tulis|dịch|giả sử|ví dụ|giải thích|tóm tắt|trích|viết)/iu,
  /(?<!\p{L})(?:ترجم|لنفترض|افترض|مثلا|اشرح|لخص|اقتبس|اكتب|תרגם|תרגמי|נניח|לדוגמה|הסבר|סכם|צטט|כתוב|अनुवाद|मान लो|उदाहरण|समझाओ|सारांश|लिखो)/iu,
  /翻译|翻譯|译成|譯成|假设|假設|假如|比如|例如|解释|解釋|引用|总结|總結|说明|說明|写(?:进|入|在|到|上|下)|寫(?:進|入|在|到|上|下)|以下|如下|翻訳|訳して|例えば|たとえば|仮に|説明して|要約|書いて|次の|번역|가정|예를 들어|설명해|요약|인용|써 ?줘|แปล(?!ก)|สมมติ|สมมุติ|ตัวอย่าง|อธิบาย|สรุป|เขียน/,
];

/** Words that take back what was said before them. */
const takenBack: readonly RegExp[] = [
  /(?<!\p{L})(?:kidding|jk(?!\p{L})|j\/k|joking|joke(?!\p{L})|not really|scratch that|strike that|never ?mind|forget (?:that|it|what)|take (?:it|that) back|on second thoughts?|actually,? (?:no|not|don'?t)(?!\p{L})|(?:no|oh),? wait|wait,? no(?!\p{L})|or not(?!\p{L}))/iu,
  /(?<!\p{L})(?:scherz|spaß|spass|quatsch|doch nicht|grapje|geintje|plaisant|rigol|blague|broma|bromeo|scherz|brincadeira|brincando|żart|skojar|skämt|spøg|spøk|vitsi|vtip|žert|шучу|шутк|жарт|şaka|bercanda|đùa|צוחק|בצחוק|أمزح|मज़ाक)/iu,
  /开玩笑|開玩笑|冗談|농담|ล้อเล่น/,
];

/** Questions that are written without a mark, by the words that make them one. */
const asksByWord: readonly RegExp[] = [
  /(?<!\p{L})(?:(?:may|can|could|shall|should|might|must|am|would|do) i(?!\p{L})|(?:may|can|could|shall|should) we(?!\p{L}))/iu,
  /(?<!\p{L})(?:(?:darf|kann|soll|muss|dürfte|könnte|sollte) ich(?!\p{L})|(?:dürfen|können|sollen) wir(?!\p{L})|(?:mag|kan|zal|moet|mogen|kunnen) (?:ik|we|wij)(?!\p{L}))/iu,
  /(?<!\p{L})(?:puis-je|peux-tu|peut-on|est-ce que|je peux(?!\p{L})|on peut(?!\p{L})|puedo|podemos|posso|possiamo|dovrei|devo(?!\p{L}))/iu,
  /(?<!\p{L})(?:(?:får|kan|ska|skal|må|bør) (?:jag|jeg|vi)(?!\p{L})|czy(?!\p{L})|mogę|można by|smím|můžu|mohu|můžeme|можно ли|могу|ли(?!\p{L})|чи(?!\p{L})|можу)/iu,
  /(?<!\p{L})(?:bolehkah|apakah|boleh (?:saya|aku|kami|kita)|tôi có thể|có được|phải không|هل|يمكنني|أستطيع|האם|אני יכול|מותר לי|क्या)/iu,
];
const asksAtFront =
  /^\s*(?:[¿]|(?:darfst|dürftest|kannst|sollst) du(?!\p{L})|(?:mag|kan|moet) (?:je|jij|u)(?!\p{L})|(?:får|må|kan|ska|skal) (?:du|man)(?!\p{L})|(?:saa|voi|on)(?:n|t|mme)?ko(?!\p{L})|(?:is|are|was|were|does|did|what|why|how|who|when|where|which|can|could|would|will|should|shall|may) (?:you|it|he|she|they|the|this|that|there|i|we)(?!\p{L})|(?:what|why|who|where)(?!\p{L}))/iu;
const asksAtEnd =
  /(?:[吗嗎么麼呢吧]|か|かな|かね|かしら|でしょう|だろう|いいの|까요?|나요|냐|는지|가요|죠|지요|ไหม|มั้ย|หรือเปล่า|รึเปล่า|หรือยัง|(?<!\p{L})m[ıiuü](?:y[ıiuü][mz]|s[ıiuü]n(?:[ıiuü]z)?)?|(?<!\p{L})(?:không|chưa|à))[\s.!。！)）]{0,4}$/iu;
const asksWithin = /能不能|可不可以|可否|是否|行不行|好不好|要不要|能否/;

/** True where words set apart what follows them: they ask to translate, quote, explain or suppose it. */
export function setsApart(text: string): boolean {
  return apart.some((words) => words.test(text));
}

/** Where words end that take back what was said before them; undefined where there are none. */
export function takenBackAt(text: string): number | undefined {
  const ends = takenBack.flatMap((words) => {
    const found = words.exec(text);
    return found === null ? [] : [found.index + found[0].length];
  });
  return ends.length === 0 ? undefined : Math.max(...ends);
}

/** True for a question, also where no mark of one ends it. */
export function asks(sentence: string): boolean {
  const end = sentence.slice(-40);
  return (
    /[?\uff1f\u061f][\s"')\]*_!]{0,6}$/.test(end) ||
    asksAtEnd.test(end) ||
    asksAtFront.test(sentence.slice(0, 100)) ||
    asksWithin.test(sentence) ||
    asksByWord.some((words) => words.test(sentence))
  );
}
