import { type Fields, listOf, textOf } from '../rows/fields.ts';
import { lineOf } from './texts.ts';

const commandNames = ['command', 'cmd', 'script'];
const pathNames = ['file_path', 'filePath', 'absolute_path', 'notebook_path', 'dir_path', 'path'];
const otherNames = ['pattern', 'query', 'url', 'description', 'title', 'prompt', 'message', 'name'];

/** What a call of a tool is about, from its input: its command, its path, else what names it best. One line. */
export function aboutCall(input: Fields): string {
  const value = commandOfCall(input) ?? pathsOfCall(input)[0] ?? firstText(input, otherNames) ?? '';
  return lineOf(value);
}

/** The shell command of a call; a list of words is joined. */
export function commandOfCall(input: Fields): string | undefined {
  for (const name of commandNames) {
    const value = input[name];
    if (Array.isArray(value)) return value.filter((word) => typeof word === 'string').join(' ');
    const text = textOf(value);
    if (text !== undefined) return text;
  }
  return undefined;
}

/** The paths that a call names, as they stand in its input. At most 50. */
export function pathsOfCall(input: Fields): string[] {
  const single = pathNames.flatMap((name) => textOf(input[name]) ?? []);
  const several = [input.paths, input.files].flatMap((value) =>
    listOf(value).flatMap((one) => textOf(one) ?? []),
  );
  return [...new Set([...single, ...several])].slice(0, 50);
}

function firstText(input: Fields, names: string[]): string | undefined {
  for (const name of names) {
    const text = textOf(input[name]);
    if (text !== undefined) return text;
  }
  return undefined;
}
