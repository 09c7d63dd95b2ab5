import { unescaped } from './ends.ts';
import { lex } from './lexer.ts';
import type { SimpleCommand } from './script.ts';

/** What a command prints whose words are its output; undefined where that is not known. `input`: what it reads. */
export function printedBy(
  program: string,
  args: readonly string[],
  input: string | undefined,
): string | undefined {
  switch (program) {
    case 'echo': {
      const at = args.findIndex((text) => !/^-[neE]+$/.test(text));
      const text = at < 0 ? '' : args.slice(at).join(' ');
      return args.slice(0, Math.max(0, at)).some((one) => one.includes('e'))
        ? unescaped(text)
        : text;
    }
    case 'printf':
      return formatted(args[0] === '--' ? args.slice(1) : args);
    case 'cat':
    case 'tee':
      return args.every((text) => text.startsWith('-')) || program === 'tee' ? input : undefined;
    case 'base64':
      return input !== undefined && args.some((text) => /^(?:-[dD]|--decode)$/.test(text))
        ? decoded(input)
        : undefined;
    case 'rev':
      return input
        ?.split('\n')
        .map((line) => [...line].reverse().join(''))
        .join('\n');
    default:
      return undefined;
  }
}

function formatted([format = '', ...args]: readonly string[]): string {
  const queue = [...args];
  const once = (): string =>
    unescaped(format).replace(/%(?:[-+ 0#]{0,4}\d{0,3})?([sbdq%])/g, (_all, kind: string) =>
      kind === '%' ? '%' : (queue.shift() ?? ''),
    );
  let text = once();
  for (let round = 0; queue.length > 0 && format.includes('%') && round < 20; round += 1) {
    const before = queue.length;
    text += once();
    if (queue.length === before) break;
  }
  return queue.length > 0 && !format.includes('%') ? text : text;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Text in base64, as far as it is ASCII. */
function decoded(text: string): string {
  let bits = 0;
  let held = 0;
  let found = '';
  for (const char of text.slice(0, 140_000)) {
    const value = digits.indexOf(char);
    if (value < 0) continue;
    held = (held << 6) | value;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    found += String.fromCharCode((held >> bits) & 0xff);
    held &= (1 << bits) - 1;
  }
  return found;
}

/** What a script prints, where it is one `echo` or `printf` of plain words, or asks for the folder. */
export function printedByScript(script: string): string | undefined {
  const { commands } = lex(script.slice(0, 2_000));
  const [only, more] = commands;
  if (only === undefined || more !== undefined || only.words.some((word) => word.expands))
    return undefined;
  return ofOne(only);
}

function ofOne({ words, input }: SimpleCommand): string | undefined {
  const [program, ...args] = words.map(({ text }) => text);
  if (program === 'pwd') return '.';
  return program === 'echo' || program === 'printf' ? printedBy(program, args, input) : undefined;
}
