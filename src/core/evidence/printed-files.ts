import { isReadOnlyCommand } from '../shell/read-only.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { printedLines } from '../shell/sed.ts';

/** A file that a command prints, as it names it, from which line on; undefined where only the file tells. */
export interface PrintedFile {
  path: string;
  startLine?: number;
}

/** The files whose lines a simple command prints as they are; empty when it prints anything else. */
export function printedFiles(command: SimpleCommand): PrintedFile[] {
  const [program, ...words] = command.words;
  const outputKept = command.redirects.every(
    (each) => each.descriptor === 2 && (each.target.text === '/dev/null' || each.operator === '>&'),
  );
  if (!program || !outputKept || !isReadOnlyCommand(command)) return [];
  if (words.some((word) => word.expands || word.globs)) return [];
  const args = words.map((word) => word.text);
  const found = Object.hasOwn(forms, program.text) ? forms[program.text]?.(args) : undefined;
  if (!found || found.files.some((file) => file.startsWith('-'))) return [];
  const startLine = found.files.length === 1 ? found.startLine : undefined;
  return found.files.map((path) => ({ path, startLine }));
}

interface Form {
  files: string[];
  startLine?: number;
}

const forms: Record<string, (args: string[]) => Form | undefined> = {
  cat: (args) => ({ files: without(args, /^-[nu]+$|^--number$/), startLine: 1 }),
  nl: (args) => ({ files: without(args, /^-ba$|^--body-numbering=a$/), startLine: 1 }),
  bat: (args) => ({
    files: without(
      args,
      /^-(?:p+|n|-plain|-number|-paging=never|-color=never|-style=(?:plain|numbers))$/,
    ),
    startLine: 1,
  }),
  head: (args) => {
    const { count, rest } = takeCount(args);
    return count?.startsWith('-') ? undefined : { files: without(rest, /^-q$/), startLine: 1 };
  },
  tail: (args) => {
    const { count, rest } = takeCount(args);
    const from = count?.startsWith('+') ? Number(count.slice(1)) : undefined;
    return { files: without(rest, /^-q$/), startLine: from };
  },
  sed: (args) => {
    const [flag, ...rest] = args;
    if (flag !== '-n' && flag !== '-ne') return undefined;
    const [script, ...files] = rest[0] === '-e' ? rest.slice(1) : rest;
    const startLine = printedLines(script ?? '')?.start;
    return startLine === undefined ? undefined : { files, startLine };
  },
};

function without(args: string[], flags: RegExp): string[] {
  return args.filter((arg) => !flags.test(arg));
}

/** The line count of `head` and `tail`: `-n 5`, `-n5`, `-5`, `--lines=5`, `-n +5`. */
function takeCount(args: string[]): { count?: string; rest: string[] } {
  const at = args.findIndex((arg) => /^(?:-n|--lines)$/.test(arg));
  if (at >= 0) return { count: args[at + 1], rest: args.toSpliced(at, 2) };
  const joined = args.findIndex((arg) => /^-(?:n|-lines=)?[+-]?\d+$/.test(arg));
  if (joined < 0) return { rest: args };
  const count = (args[joined] ?? '').replace(/^-(?:n|-lines=)?/, '');
  return { count, rest: args.toSpliced(joined, 1) };
}
