import type { TrackerMessage } from './message.ts';

/**
 * A command template as program and arguments: words between blanks, quotes around words with blanks in them, and
 * `{id}`, `{text}`, `{status}` put in as they are, each a part of one word whatever it holds. Undefined where it is empty.
 */
export function fillTemplate(template: string, message: TrackerMessage): string[] | undefined {
  const words = wordsOf(template);
  if (words.length === 0) return undefined;
  const values: Record<string, string> = {
    id: message.id,
    text: message.text,
    status: message.status ?? '',
  };
  return words.map((word) =>
    word.replace(/\{(id|text|status)\}/g, (_, name) => values[name] ?? ''),
  );
}

/** What is wrong with a template, as a sentence; undefined when nothing is. */
export function templateFault(template: string): string | undefined {
  if (/^[^"']*(?:(?:"[^"]*"|'[^']*')[^"']*)*$/.test(template) === false) {
    return 'a quote is never closed';
  }
  const unknown = /\{(?!(?:id|text|status)\})(\w*)\}/.exec(template)?.[0];
  if (unknown !== undefined) return `${unknown} is not known; write {id}, {text} or {status}`;
  const [program = ''] = wordsOf(template);
  if (program.includes('{')) return 'the name of the program must be written out';
  return undefined;
}

function wordsOf(template: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (const part of template.match(/"[^"]*"|'[^']*'|\s+|[^\s"']+|["']/g) ?? []) {
    if (/^\s/.test(part)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + (/^["']/.test(part) ? part.slice(1, -1) : part);
  }
  if (word !== undefined) words.push(word);
  return words;
}
