import { sentencesOf } from '../snapshot/sentences.ts';

/** A sentence of a person with what it names as code taken out of it. */
export interface Said {
  /** As it was said, for being quoted. */
  quote: string;
  /** In lower case, straight quotes; code stands as `\u0002N\u0002`. */
  plain: string;
  /** What stood between back quotes, or between quotation marks where that looks like a command or a path. */
  code: string[];
}

const longest = 600;
const mark = '\u0002';

/** The sentences of a message, without code blocks, pasted lines and questions. */
export function saidIn(message: string): Said[] {
  const text = message.slice(0, 8_000).replace(/```[\s\S]*?(?:```|$)/g, '\n');
  return sentencesOf(text)
    .filter((sentence) => sentence.text.length <= longest)
    .map((sentence) => masked(sentence.text))
    .filter((said) => !/[?\uff1f\u061f]\s*$/.test(said.plain));
}

/** One sentence, its code taken out. Other texts in quotation marks are what somebody else said, and nothing. */
export function masked(sentence: string): Said {
  const code: string[] = [];
  const keep = (text: string): string => {
    code.push(text.trim());
    return `${mark}${code.length - 1}${mark}`;
  };
  const plain = sentence
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d\u00ab\u00bb\u201e]/g, '"')
    .replace(/`([^`\n]{1,200})`/g, (_all, text: string) => keep(text))
    .replace(/"([^"\n]{1,200})"/g, (_all, text: string) =>
      looksLikeCode(text) ? keep(text) : ' \u0003 ',
    )
    .replace(/\*\*|__/g, '')
    .toLowerCase()
    .replace(/^[\s>*\u2022-]+|^\d{1,3}[.)]\s+/, '');
  return { quote: sentence.trim(), plain, code };
}

function looksLikeCode(text: string): boolean {
  return /^[\w@./-]+$/.test(text)
    ? /[./]/.test(text)
    : /^[a-z][\w.-]* -{0,2}[\w@./:=-]+(?: |$)/.test(text);
}

/** The code that a mark in a sentence stands for. */
export function codeAt(said: Said, text: string): string | undefined {
  const at = /\u0002(\d+)\u0002/.exec(text)?.[1];
  return at === undefined ? undefined : said.code[Number(at)];
}
