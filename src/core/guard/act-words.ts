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
    /^(?:install(?:s|ed|ing|ation|ations|ieren|iere|er|ez|e|ar|es)?|instal(?:ar|es|e|a|uj|ować)|installare|installa|installera|installeer|dependenc(?:y|ies)|deps|abhängigkeit(?:en)?|dépendances?|dependencias|dependências|packages?|pakete?|paquetes|зависимост(?:и|ей)|установ(?:ить|ливать|ливай)|安装|安裝|依赖|インストール|依存関係|설치(?:하지|해)?)$/,
  ],
  [
    'global-install',
    /^(?:global(?:ly)? (?:npm )?installs?|install(?:ing)? globally|install(?:ing)? (?:anything|packages|tools) globally)$/,
  ],
  ['upgrade', /^(?:upgrad(?:e|es|ed|ing|en)|bump(?:s|ed|ing)?)$/],
  ['pull-request', /^(?:pull[- ]requests?|merge[- ]requests?|prs?|mrs?)$/],
];

/** The act that a word names. */
export function actOf(word: string): ActName | undefined {
  return forms.find(([, form]) => form.test(word))?.[0];
}
