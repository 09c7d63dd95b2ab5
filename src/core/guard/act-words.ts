import type { ActName } from './acts.ts';

/**
 * Words that name an act, in the forms in which a person writes them. Words of tools are the same in most languages; verbs of
 * other languages stand beside them.
 */
const forms: readonly [ActName, RegExp][] = [
  [
    'force-push',
    /^(?:force[- ]?push(?:es|ed|ing|en|ar|er)?|push(?:ing)? (?:with |by |mit |con |avec )?-{0,2}force|push -f)$/,
  ],
  [
    'push',
    /^(?:push(?:es|ed|ing|en|e|t|st|ar|as|es|er|ez|era|en|a|ear|ees|uj|ować|ujte)?|gepusht|hochlad(?:en|e)|pousse[rz]?|subas|sube|subir|пуш(?:ить|и|ь|ьте|ите|ай|айте|им)?|запуш(?:и|ь|ить|ите)|推送|推上去|プッシュ|푸시(?:하지|해)?)$/,
  ],
  [
    'commit',
    /^(?:commit(?:s|ted|ting|ten|te|e|er|ez|tar|tear|ear|ees|es|a|uj|ować)?|committen|einchecken|комм?ит(?:ить|ь|ьте|и|ите|ай)?|закомм?ить|提交|コミット|커밋(?:하지|해)?)$/,
  ],
  ['amend', /^amend(?:s|ed|ing|en|e)?$/],
  [
    'merge',
    /^(?:merg(?:e|es|ed|ing|en|er|ez|ear|ees|ea|uj|ować|iare|ia|a|ar|ie|iert)|samenvoegen|unire|scal(?:aj|ać)|gemergt|zusammenführen|fusionn(?:er|e|ez)|fusion(?:ar|es|e)|мер[дж]+(?:ить|и|ь|ьте|ите)?|смер[дж]+(?:ить|и)?|合并|合併|マージ|병합(?:하지|해)?)$/,
  ],
  ['rebase', /^(?:rebas(?:e|es|ed|ing|en|er|ez|ear|ees|uj)|ребейз(?:ить|и|ь)?|变基|リベース)$/],
  ['tag', /^(?:tag(?:s|ged|ging|gen|ge)?|taggen)$/],
  ['stash', /^stash(?:es|ed|ing|en)?$/],
  [
    'deploy',
    /^(?:deploy(?:s|ed|ing|ment|ments|en|e|er|ez|ar|es|a|uj|ować)?|redeploy|ausrollen|bereitstellen|déploie(?:s|r)?|déploye[rz]|desplieg(?:ue|ues|a)|desplegar|implant(?:ar|e)|distribu(?:ire|ir|er|ez)|uitrollen|wdrażaj|wdrażać|driftsätt|rilasciare|деплой(?:ить|те)?|задеплой(?:ить)?|выкатывай|выкатывать|部署|上线|デプロイ|배포(?:하지|해)?)$/,
  ],
  [
    'publish',
    /^(?:publish(?:es|ed|ing)?|releas(?:e|es|ed|ing|en)|veröffentlich(?:en|e)|publi(?:er|ez|e|que|ques|car)|publicar|pubblic(?:are|a|hi|hiamo)|publiceer|publiceren|publicera|opublikuj|publikuj|publikować|出版|释出|опубликов(?:ать|ывать)|публик(?:уй|уйте|овать)|发布|發布|公開|リリース|게시(?:하지)?)$/,
  ],
  [
    'migrate',
    /^(?:migrat(?:e|es|ed|ing|ion|ions)|migrationen|migrier(?:en|e)|migraciones|migrar|migrações|миграци(?:и|ю|й)|迁移|遷移|マイグレーション|마이그레이션)$/,
  ],
  [
    'install',
    /^(?:install(?:s|ed|ing|ation|ations|ieren|iere|er|ez|e|ar|es)?|instal(?:ar|es|e|a|uj|ować)|installare|installa|installera|installeer|dependenc(?:y|ies)|abhängigkeit(?:en)?|dépendances?|dependencias|dependências|packages?|pakete?|paquetes|зависимост(?:и|ей)|установ(?:ить|ливать|ливай)|安装|安裝|依赖|インストール|依存関係|설치(?:하지|해)?)$/,
  ],
  ['upgrade', /^(?:upgrad(?:e|es|ed|ing|en)|bump(?:s|ed|ing)?)$/],
  ['pull-request', /^(?:pull[- ]requests?|merge[- ]requests?|prs?|mrs?)$/],
];

/** The act that a word names. */
export function actOf(word: string): ActName | undefined {
  return forms.find(([, form]) => form.test(word))?.[0];
}

/** Words that say that something must not be, by language; said of a clause in lower case. */
export const forbids: RegExp = new RegExp(
  [
    '\\b(?:nicht|nichts|niemals|nie|kein(?:e|en|er)?|keinesfalls|auf keinen fall|verboten|lass(?:e)?|finger weg|unterlasse)\\b',
    "\\b(?:ne|n')\\b.{0,60}\\b(?:pas|jamais|rien|plus)\\b|\\b(?:jamais|pas de|surtout pas|interdit)\\b",
    '\\b(?:no|nunca|jam[a\\u00e1]s|prohibido|ni se te ocurra)\\b',
    '(?:^|[\\s,])(?:n[a\\u00e3]o|nunca|jamais|proibido)(?=\\s)',
    '\\b(?:non|mai|vietato)\\b',
    '\\b(?:niet|nooit|geen)\\b',
    '(?:^|\\s)(?:nie|nigdy|zakaz)(?=\\s)',
    '(?:^|[\\s,])(?:\\u043d\\u0435|\\u043d\\u0438\\u043a\\u043e\\u0433\\u0434\\u0430|\\u043d\\u0435\\u043b\\u044c\\u0437\\u044f|\\u0437\\u0430\\u043f\\u0440\\u0435\\u0449\\u0435\\u043d\\u043e)(?=\\s)',
    '\\b(?:inte|aldrig|ikke|aldri|\\u00e4l\\u00e4|asla)\\b',
    '\\u4e0d\\u8981|\\u4e0d\\u51c6|\\u4e0d\\u5f97|\\u4e0d\\u80fd|\\u4e0d\\u8bb8|\\u7981\\u6b62|\\u5207\\u52ff|\\u522b|\\u5225|\\u8bf7\\u52ff|\\u8acb\\u52ff|\\u4e0d\\u53ef\\u4ee5',
    '\\u3057\\u306a\\u3044\\u3067|\\u3059\\u308b\\u306a|\\u7981\\u6b62|\\u3084\\u3081\\u3066|\\u3057\\u3066\\u306f\\u3044\\u3051|\\u3057\\u3061\\u3083\\u3060\\u3081|\\u4f7f\\u308f\\u306a\\u3044\\u3067|\\u89e6\\u3089\\u306a\\u3044\\u3067|\\u5b9f\\u884c\\u3057\\u306a\\u3044\\u3067',
    '\\ud558\\uc9c0 ?\\ub9c8|\\uae08\\uc9c0|\\ub9d0\\uc544|\\ub9d0 ?\\uac83|\\uc548 ?\\ub3fc',
  ].join('|'),
  'u',
);

/** Words of a condition, a past, a doubt or a report, with which such a clause binds nothing that can be told. */
export const arguable: RegExp = new RegExp(
  [
    '\\b(?:wenn|falls|sofern|solange|sobald|bevor|bis|au\\u00dfer|warum|wieso|weshalb|wurde|hat|habe|hatte|sollte[nst]?|vielleicht|k\\u00f6nnte|geht|funktioniert|ich|wir|man)\\b',
    "\\b(?:si|sauf|avant|quand|lorsque|tant que|jusqu|pourquoi|a \\u00e9t\\u00e9|je|j'|nous|on|peut-\\u00eatre|marche)\\b",
    '\\b(?:cuando|salvo|excepto|hasta|antes|porque no|por qu\\u00e9|quiz\\u00e1|tal vez|se pudo|he|ha|yo|funciona|puedo|s\\u00e9|tengo)\\b',
    '(?:^|\\s)(?:se|quando|exceto|at\\u00e9|antes|por que|talvez|eu|funciona|consigo|sei)(?=\\s)',
    '\\b(?:quando|finch\\u00e9|prima|perch\\u00e9|forse|ho|abbiamo|funziona|als|tenzij|totdat|waarom|misschien|ik|we|werkt)\\b',
    '(?:^|\\s)(?:\\u0435\\u0441\\u043b\\u0438|\\u043f\\u043e\\u043a\\u0430|\\u043a\\u043e\\u0433\\u0434\\u0430|\\u043f\\u043e\\u0447\\u0435\\u043c\\u0443|\\u043a\\u0440\\u043e\\u043c\\u0435|\\u044f|\\u043c\\u044b|\\u0440\\u0430\\u0431\\u043e\\u0442\\u0430\\u0435\\u0442)(?=\\s)',
    '\\u5982\\u679c|\\u9664\\u975e|\\u4e4b\\u524d|\\u76f4\\u5230|\\u4e3a\\u4ec0\\u4e48|\\u70ba\\u4ec0\\u9ebc|\\u5426\\u5219|\\u65e0\\u6cd5|\\u4e0d\\u80fd\\u8fd0\\u884c|\\u6211',
    '\\u306a\\u3089|\\u5834\\u5408|\\u307e\\u3067|\\u306a\\u305c|\\u4ee5\\u5916|\\u524d\\u306b|\\uba74|\\uae4c\\uc9c0|\\uc65c|\\uc804\\uc5d0',
  ].join('|'),
  'u',
);

/** Words that begin a condition, wherever in a sentence they stand. */
export const conditionalOther: RegExp =
  /(?:^|[\s,])(?:wenn|falls|sofern|sobald|solange|bevor|si|cuando|quand|lorsque|tant que|jusqu|hasta|quando|se|als|tenzij|je\u015bli|dop\u00f3ki|\u0435\u0441\u043b\u0438|\u043f\u043e\u043a\u0430|\u043a\u043e\u0433\u0434\u0430)(?=\s)|\u5982\u679c|\u9664\u975e|\u4e4b\u524d|\u76f4\u5230|\u306a\u3089|\u5834\u5408|\u307e\u3067|\uba74 |\uae4c\uc9c0/u;
