import { isReadOnlyCommand } from '../shell/read-only.ts';
import type { SimpleCommand } from '../shell/script.ts';
import { printedLines } from '../shell/sed.ts';
import type { Selection } from './shown-text.ts';

/** A file that a command prints, as it names it. */
export interface PrintedFile {
  path: string;
  select: Selection;
  numbered: boolean;
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
  const form = Object.hasOwn(forms, program.text) ? forms[program.text]?.(args) : undefined;
  if (!form) return [];
  return form.files.map((path) => ({
    path,
    select: form.select,
    numbered: form.numbered ?? false,
  }));
}

interface Form {
  files: string[];
  select: Selection;
  numbered?: boolean;
}

const whole: Selection = { start: 1 };

const forms: Record<string, (args: string[]) => Form | undefined> = {
  cat: (args) => withFlags(args, /^-[nbuv]+$|^--number(?:-nonblank)?$/, whole),
  nl: (args) => withFlags(args, /^-b$|^a$|^-ba$|^-b a$/, whole, true),
  bat: (args) =>
    withFlags(args, /^-(?:p+|-plain|-paging=never|-color=never|n|-number|-style=\w+)$/, whole),
  head: (args) => {
    const { count, rest } = takeCount(args);
    if (count?.startsWith('-')) return undefined;
    return withFlags(rest, /^-q$/, { start: 1, end: Number(count ?? 10) });
  },
  tail: (args) => {
    const { count, rest } = takeCount(args);
    const start = count?.startsWith('+') ? Number(count.slice(1)) : -Number(count ?? 10);
    return withFlags(rest, /^-q$/, { start: start === 0 ? 1 : start });
  },
  sed: (args) => {
    const rest = args[0] === '-ne' ? args.slice(1) : args[0] === '-n' ? args.slice(1) : undefined;
    const scripted = rest?.[0] === '-e' ? rest.slice(1) : rest;
    const select = printedLines(scripted?.[0] ?? '');
    return scripted && select && withFlags(scripted.slice(1), /^$/, select);
  },
};

/** Flags that fit are dropped, the rest are files; another flag makes the form unknown. */
function withFlags(
  args: string[],
  flags: RegExp,
  select: Selection,
  numbered?: boolean,
): Form | undefined {
  const given = args.filter((arg) => flags.test(arg) && arg !== 'a');
  const files = args.filter(
    (arg) => !given.includes(arg) && !(given.includes('-b') && arg === 'a'),
  );
  if (files.length === 0 || files.some((file) => file.startsWith('-'))) return undefined;
  return {
    files,
    select,
    numbered: numbered ?? given.some((flag) => /^-\w*[nb]|^--number/.test(flag)),
  };
}

/** The line count of `head` and `tail`: `-n 5`, `-n5`, `-5`, `--lines=5`, `-n +5`. */
function takeCount(args: string[]): { count?: string; rest: string[] } {
  const at = args.findIndex((arg) => /^(?:-n|--lines)$/.test(arg));
  if (at >= 0) {
    const count = args[at + 1] ?? '';
    return /^[+-]?\d+$/.test(count) ? { count, rest: args.toSpliced(at, 2) } : { rest: args };
  }
  const joined = args.findIndex((arg) => /^-(?:n|-lines=)?[+-]?\d+$/.test(arg));
  if (joined < 0) return { rest: args };
  const count = (args[joined] ?? '').replace(/^-(?:n|-lines=)?/, '');
  return { count, rest: args.toSpliced(joined, 1) };
}
