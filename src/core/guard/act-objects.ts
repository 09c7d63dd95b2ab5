import { type DeedReading, hasDeed, hasKind, readDeeds } from '../words/deed-signs.ts';
import { isCommon } from '../words/language.ts';
import type { ActName } from './acts.ts';
import { codeAt, type Said } from './clauses.ts';
import { isFilling, pathOf } from './deed-words.ts';

/** Words of tools and places, written alike in most languages that part words by spaces. */
const tools =
  /^(?:git|github|gitlab|origin|upstream|remote|head|repos?|repository|branch(?:e?s|en)?|main|master|develop|trunk|dev|staging|prod|production|live|npm|registry|code|changes?|commits?|push|merge|force|prs?|pull|requests?|fix(?:e?s)?|feature|releases?|deploys?|deployments?|servers?|cloud|stuff|work|anything|nothing|yet|now|for|me|to|on|the|my|(?:main|master|develop|feature)-\p{L}{2,20})$/u;
/** Beginnings of words for changes, code, branches, repositories, servers, production, work and what is the newest of it, and for trying. */
const own =
  /^(?:tentar$|tente$|intentar$|intentes$|versuch|essay|essaie|pr\u00f3b|\u043f\u044b\u0442\u0430|\u043d\u0430\u043c\u0430\u0433\u0430|f\u00f6rs\u00f6k|fors\u00f8g|fors\u00f8k|probeer|yrit|zkou\u0161|coba$|mencoba|dire[ck]t|dirett|selbst|selber|surtout|absol|principal|hoofd|rechtstreeks|bezpo\u015br|p\u0159\u00edmo|suora|\u00e4nnu|endnu|enn\u00e5|\u043d\u0430\u043f\u0440\u044f\u043c|\u0627\u0644\u0631\u0626\u064a\u0633\u064a|\u05dc$|\u00e4nderung|moment|vorerst|vorl\u00e4uf|code|quellcode|stand|arbeit|hauptzweig|haupt|produ[kc\u00e7]|umgebung|repo|d\u00e9p[o\u00f4]t|modif|travail|serveur|d\u00e9fini|cambi|c\u00f3digo|codice|rama|servid|serwer|produ|trabajo|trabalho|altera[c\u00e7]|mudan|branch|ram[oi]|modific|lavoro|wijzig|werk|omgeving|zmian|ga\u0142\u0119|ga\u0142\u0105\u017a|prac|kod|repozyt|\u00e4ndring|gren|arbet|\u00e6ndring|endring|arbeid|muuto|koodi|haar|palvelim|tuotan|zm\u011bn|v\u011btev|v\u011btv|pr\u00e1c|de\u011fi\u015fik|dal|sunucu|depo|uzak|perubah|kode|cabang|ubah|thay|m\u00e3|nh\u00e1nh|l\u00ean|m\u00e1y|ch\u1ee7|\u043a\u043e\u0434|\u0438\u0437\u043c\u0435\u043d|\u0437\u043c\u0456\u043d|\u0432\u0435\u0442\u043a|\u0433\u0456\u043b\u043a|\u0440\u0435\u043f\u043e|\u0441\u0435\u0440\u0432\u0435\u0440|\u043f\u0440\u043e\u0434|\u043c\u0430\u0441\u0442\u0435\u0440|\u043a\u043e\u043c+\u0438\u0442|\u0440\u0435\u043b\u0438\u0437|\u0440\u0435\u043b\u0456\u0437|\u0643\u0648\u062f|\u0627\u0644\u0643\u0648\u062f|\u0627\u0644\u062a\u063a\u064a|\u062a\u063a\u064a|\u0627\u0644\u0645\u0633\u062a\u0648\u062f\u0639|\u0627\u0644\u0641\u0631\u0639|\u0639\u0645\u0644|\u05e7\u05d5\u05d3|\u05d4\u05e7\u05d5\u05d3|\u05e9\u05d9\u05e0\u05d5|\u05d4\u05e9\u05d9\u05e0\u05d5|\u05d1$|\u05dc\u05d1|\u0915\u094b\u0921|\u092c\u0926\u0932\u093e\u0935|\u0915\u0930|\u092c\u094d\u0930\u093e\u0902\u091a|\u0930\u0947\u092a\u094b|zrob)/;
/** The same in languages that do not part words by spaces, with what joins words there. */
const unspaced: Readonly<Record<string, RegExp>> = {
  ja: /\u30b3\u30fc\u30c9|\u5909\u66f4|\u5dee\u5206|\u4f5c\u696d|\u4eca\u56de|\u4eca|\u307e\u3060|\u7d76\u5bfe|\u52dd\u624b|\u672c\u756a|\u74b0\u5883|\u30e1\u30a4\u30f3|\u30de\u30b9\u30bf\u30fc|\u30ea\u30e2\u30fc\u30c8|\u30ea\u30dd\u30b8\u30c8\u30ea|\u30d6\u30e9\u30f3\u30c1|\u30b5\u30fc\u30d0\u30fc?|\u76f4\u63a5|\u4f55|\u79c1|\u304f\u3060\u3055\u3044|\u4e0b|[\u3041-\u309f]/g,
  ko: /\ucf54\ub4dc|\ubcc0\uacbd|\uc0ac\ud56d|\uc6d0\uaca9|\uc800\uc7a5\uc18c|\uba54\uc778|\ub9c8\uc2a4\ud130|\ube0c\ub79c\uce58|\uc11c\ubc84|\ud504\ub85c\ub355\uc158|\uc544\uc9c1|\uc9c0\uae08|\uc774\uc81c|\uc808\ub300|\uc81c\ubc1c|\uadf8\ub0e5|\ub098\uc911|\uc9c1\uc811|\uc791\uc5c5|\uc5d0\uc11c|\uc544|\uc73c\ub85c|\ud558|\ud574|\ud55c|\ud560|\uae30|\uc9c0|\ub9c8|\uc138\uc694|\uc8fc|\uc694|\uc744|\ub97c|\uc740|\ub294|\uc774|\uac00|\uc5d0|\ub85c|\ub3c4|\ub9cc|\ub2e4|\ub3fc|\ub418/g,
  th: /\u0e42\u0e04\u0e49\u0e14|\u0e01\u0e32\u0e23|\u0e02\u0e36\u0e49\u0e19|\u0e44\u0e1b|\u0e43\u0e19|\u0e17\u0e35\u0e48|\u0e43\u0e2b\u0e49|\u0e17\u0e33|\u0e19\u0e35\u0e49|\u0e22\u0e31\u0e07|\u0e15\u0e2d\u0e19|\u0e04\u0e23\u0e31\u0e1a|\u0e04\u0e48\u0e30|\u0e19\u0e30|\u0e40\u0e14\u0e47\u0e14\u0e02\u0e32\u0e14|\u0e42\u0e14\u0e22|\u0e02\u0e2d\u0e07|\u0e44\u0e14\u0e49|\u0e40\u0e25\u0e22|\u0e01\u0e47|\u0e41\u0e25\u0e30|\u0e2b\u0e23\u0e37\u0e2d|\u0e23\u0e35\u0e42\u0e21\u0e15/g,
  'zh-Hans':
    /\u4ee3\u7801|\u4ee3\u78bc|\u8fdc\u7a0b|\u9060\u7a0b|\u4ed3\u5e93|\u5009\u5eab|\u5206\u652f|\u66f4\u6539|\u6539\u52a8|\u6539\u52d5|\u5f53\u524d|\u7576\u524d|\u76f4\u63a5|\u5927\u5bb6|\u751f\u4ea7|\u751f\u7522|\u73af\u5883|\u74b0\u5883|\u670d\u52a1\u5668|\u4f3a\u670d\u5668|\u7ebf\u4e0a|\u7dda\u4e0a|\u73b0\u5728|\u73fe\u5728|\u81ea\u5df1|\u6682\u65f6|\u66ab\u6642|\u7edd\u5bf9|\u7d55\u5c0d|[\u4e3b\u8bf7\u8acb\u5230\u5728\u628a\u5c06\u5c07\u7684\u4e86\u6211\u4f60\u5730\u7ed9\u7d66\u8fd9\u9019\u4e2a\u500b\u4e9b\u5e76\u4e26\u548c\u6216\u4e5f\u518d\u5148\u53bb\u5c31\u90fd\u8fd8\u9084\u8981\u5427\u5417\u55ce\u5462\u554a\u6b21\u65f6\u6642\u7528\u8fdb\u9032\u884c\u505a]/g,
};
/** Words that join what is done. */
const joints: Readonly<Record<string, RegExp>> = {
  de: /\s(?:und|oder|noch)\s/,
  fr: /\s(?:et|ou|ni)\s/,
  es: /\s(?:y|e|o|u|ni)\s/,
  it: /\s(?:e|ed|o|n\u00e9)\s/,
  'pt-BR': /\s(?:e|ou|nem)\s/,
  nl: /\s(?:en|of|noch)\s/,
  sv: /\s(?:och|eller)\s/,
  da: /\s(?:og|eller)\s/,
  nb: /\s(?:og|eller)\s/,
  fi: /\s(?:ja|tai|eik\u00e4)\s/,
  pl: /\s(?:i|ani|lub|oraz)\s/,
  cs: /\s(?:a|ani|nebo)\s/,
  tr: /\s(?:ve|veya|ya da)\s/,
  id: /\s(?:dan|atau)\s/,
  vi: /\s(?:v\u00e0|ho\u1eb7c)\s/,
  ru: /\s(?:\u0438|\u0438\u043b\u0438|\u043d\u0438)\s/,
  uk: /\s(?:\u0456|\u0439|\u0430\u0431\u043e|\u0442\u0430|\u0447\u0438)\s/,
};

/** Without being told to, in a word: no condition. */
const unasked = /ungefragt|\u52dd\u624b\u306b|\u64c5\u81ea|\uba4b\ub300\ub85c|\uc784\uc758\ub85c/;

/**
 * True where what a clause says of an act names nothing that the act of git or of a deployment is not done to: no object, changes,
 * branches and places. Values, files and a day of the week are of another kind. `rule`: a condition makes it another kind as well.
 */
export function isOwnAct(clause: string, code: string, rule: boolean): boolean {
  const joint = joints[code];
  const parts = joint === undefined ? [clause] : clause.split(joint);
  return parts.every((part) => {
    const reading = readDeeds(part, code);
    // What is done to files beside the act has objects of its own.
    if (!hasAct(reading) && hasDeed(reading, 'touch', 'remove', 'add', 'install', 'hands'))
      return true;
    if (rule && hasKind(reading, 'without') && !unasked.test(part)) return false;
    if (hasDeed(reading, 'tests', 'migrations')) return false;
    return reading.table?.spaced === false ? isBare(reading) : isPlain(reading);
  });
}

function hasAct(reading: DeedReading): boolean {
  return hasDeed(reading, 'push', 'commit', 'merge', 'deploy', 'publish');
}

function isPlain(reading: DeedReading): boolean {
  const known = new Set<number>();
  for (const { at, length } of [...reading.signs, ...reading.deeds])
    for (let place = at; place < at + length; place += 1) known.add(place);
  return reading.words.every(
    ({ text }, at) =>
      known.has(at) || isCommon(text, reading.code) || tools.test(text) || own.test(text),
  );
}

function isBare({ plain, signs, deeds, code }: DeedReading): boolean {
  const letters = plain.split('');
  const more = unspaced[code === 'zh-Hant' ? 'zh-Hans' : code];
  const filled = more === undefined ? [] : [...plain.matchAll(more)];
  const known = [
    ...signs,
    ...deeds,
    ...filled.map(({ index, 0: { length } }) => ({ at: index, length })),
  ];
  for (const { at, length } of known) letters.fill(' ', at, at + length);
  const rest = letters.join('').split(/[^\p{L}\p{M}\p{N}]+/u);
  return rest.every((word) => word === '' || tools.test(word));
}

/** What a question may name beside what a rule may: changes by what they are for. */
const asked =
  /^(?:fix(?:es)?|features?|hotfix(?:es)?|bugfix(?:es)?|refactor(?:ing)?|diffs?|patch(?:es)?|progress|state|results?|as|is|message|title|following|both|draft|latest|current|pending|staged|unstaged|uncommitted|local|main|master|develop|trunk|staging|prod|production|live|squashed|from|back|separate(?:ly)?|single|tests?|docs|documentation|#?\d+|v?\d+\.[\w.-]{1,40})$/;
const elsewhere = /^(?:to|into|onto|from|branch|remote)$/;
const parts = /^(?:and|or|nor|then|&|,|if|when|once|after|before|until|unless|while|with|without)$/;
const packaged =
  /^(?:packages?|librar(?:y|ies)|dependenc(?:y|ies)|deps|plugins?|extensions?|types?|tools?|cli|sdk|modules?|versions?|npm|via|globally)$/;

/** True where the words behind an act in an English question name nothing that it is not done to: "push the values", "release the lock". */
export function isAskedAct(act: ActName, words: readonly string[], said: Said): boolean {
  const ends = words.findIndex((word) => parts.test(word));
  const behind = (ends < 0 ? words : words.slice(0, ends)).map((word) => ({
    word: word.replace(/[,;:.!]$/, ''),
    last: /[,;]$/.test(word),
  }));
  const comma = behind.findIndex(({ last }) => last);
  const named = (comma < 0 ? behind : behind.slice(0, comma + 1)).map(({ word }) => word);
  if (act === 'install')
    return (
      !/^(?:the|a|an|this|that)$/.test(named[0] ?? '') ||
      named.every(isFilling) ||
      named.some((word) => packaged.test(word))
    );
  if (!/^(?:push|commit|merge|publish|migrate)$/.test(act)) return true;
  if (act === 'commit' && /^to (?:this|that|it)$/.test(named.join(' '))) return false;
  return named.every(
    (word, at) => isFilling(word) || asked.test(word) || isBranch(word, named[at - 1], act, said),
  );
}

/** A name that stands where a branch does, and is no file. */
function isBranch(word: string, before: string | undefined, act: ActName, said: Said): boolean {
  const name = codeAt(said, word) ?? word;
  if (!/^[\w-]+(?:\/[\w.-]+)*$/.test(name)) return false;
  const placed = elsewhere.test(before ?? '') || (act === 'merge' && before === undefined);
  if (name !== word) return placed;
  return placed && /[-/]/.test(name) && (/\//.test(name) || pathOf(name, said) === undefined);
}
