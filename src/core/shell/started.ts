import { scriptsOfCode } from './code-scripts.ts';
import { printedByScript } from './printed.ts';
import { interpreters, shells } from './program-name.ts';
import type { Run } from './run.ts';
import type { Word } from './script.ts';

/** What a run starts besides itself. */
export interface Started {
  script?: string;
  /** What stands for `$0`, `$1`, … in it. */
  positions?: string[];
  /** The commands of its own words. */
  words?: Word[];
  /** A file that holds the script. */
  file?: string;
  elsewhere?: boolean;
  listed?: boolean;
}

const sshTaking = /^-[pilobceFJLRDEIOQSWmw]$/;

/** What a run starts: the script that a shell, an interpreter or another program is given. */
export function startedBy(run: Run): Started[] {
  const { program, args, input } = run;
  const texts = args.map(({ text }) => text);
  if (shells.test(program) || program === 'su') return ofShell(args, texts, input);
  if (interpreters.test(program)) return ofInterpreter(texts, input);
  switch (program) {
    case 'eval':
      return [{ script: texts.join(' ') }];
    case 'trap':
      return texts.length > 1 && texts[0] !== '-'
        ? [{ script: texts.find((text) => !text.startsWith('-')) ?? '' }]
        : [];
    case 'source':
    case '.':
      return ofFile(args[0], input);
    case 'find':
      return executed(args, /^-(?:exec|execdir|ok|okdir)$/).map((words) => ({
        words,
        listed: true,
      }));
    case 'fd':
    case 'fdfind':
      return executed(args, /^(?:-[xX]|--exec(?:-batch)?)$/).map((words) => ({
        words,
        listed: true,
      }));
    case 'git':
      return ofGit(texts);
    case 'ssh': {
      const behind = operands(args, sshTaking).slice(1);
      const rest = behind[0]?.text === '--' ? behind.slice(1) : behind;
      return rest.length === 0
        ? [{ script: input ?? '', elsewhere: true }]
        : [{ script: rest.map(({ text }) => text).join(' '), elsewhere: true }];
    }
    case 'watch':
      return [
        {
          script: operands(args, /^(?:-n|--interval)$/)
            .map(({ text }) => text)
            .join(' '),
        },
      ];
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return scriptsOfCode(texts.join('\n')).map((script) => ({ script }));
    case 'parallel':
      return ofParallel(args, input);
    case 'npx':
    case 'npm':
    case 'nix-shell':
    case 'nix':
    case 'nodemon':
    case 'pwsh':
    case 'powershell':
    case 'cmd':
      return ofOption(texts, /^(?:-c|--call|--run|--command|--exec|-x|-Command|\/[cCkK])$/);
    case 'tmux':
    case 'screen':
    case 'hyperfine':
    case 'concurrently':
    case 'zellij':
      return texts.filter((text) => /\s/.test(text)).map((script) => ({ script }));
    case 'at':
    case 'batch':
      return [{ script: input ?? '' }];
    default:
      return [];
  }
}

function ofShell(
  args: readonly Word[],
  texts: readonly string[],
  input: string | undefined,
): Started[] {
  const withScript = texts.some((text) => /^-[A-Zabd-z]*c[A-Za-z]*$/.test(text));
  const rest = operands(args, /^(?:[-+][oO]|--(?:rcfile|init-file))$/);
  if (withScript) {
    const [script, ...positions] = rest.map(({ text }) => text);
    // `su NAME -c SCRIPT` names the person first.
    const at = texts.findIndex((text) => /^-[A-Zabd-z]*c[A-Za-z]*$/.test(text));
    const own = script !== undefined && !/\s/.test(script) ? texts[at + 1] : script;
    return [{ script: own ?? script ?? '', positions }];
  }
  const file = texts.includes('-s') ? undefined : rest[0];
  return ofFile(file, input);
}

function ofFile(file: Word | undefined, input: string | undefined): Started[] {
  if (file === undefined || /^\/dev\/(?:stdin|fd\/0)$|^-$/.test(file.text))
    return input === undefined ? [] : [{ script: input }];
  const part = file.parts?.find((one) => one.is === 'file');
  if (part?.is === 'file') {
    const printed = printedByScript(part.script);
    return printed === undefined ? [] : [{ script: printed }];
  }
  return file.expands ? [] : [{ file: file.text }];
}

function ofInterpreter(texts: readonly string[], input: string | undefined): Started[] {
  const at = texts.findIndex((text) =>
    /^(?:-[a-zA-Z]*[ceEr]|-p|-pe|--eval|--print|eval|-[ln]{0,2}[pni]{0,3}e)$/.test(text),
  );
  const code =
    at >= 0 ? texts[at + 1] : texts.every((text) => text.startsWith('-')) ? input : undefined;
  return code === undefined ? [] : scriptsOfCode(code).map((script) => ({ script }));
}

function ofGit(texts: readonly string[]): Started[] {
  const started: Started[] = [];
  const each = texts.indexOf('foreach');
  if (texts[each - 1] === 'submodule') {
    const rest = texts.slice(each + 1);
    started.push({ script: rest.slice(rest.findIndex((text) => !text.startsWith('-'))).join(' ') });
  }
  if (texts.includes('rebase')) {
    texts.forEach((text, index) => {
      const inline = /^--exec=(.*)$/s.exec(text)?.[1] ?? /^-x(.+)$/s.exec(text)?.[1];
      const script = /^(?:-x|--exec)$/.test(text) ? texts[index + 1] : inline;
      if (script !== undefined) started.push({ script });
    });
  }
  if (texts.includes('bisect') && texts.includes('run'))
    started.push({ script: texts.slice(texts.indexOf('run') + 1).join(' ') });
  return started;
}

/** `parallel TEMPLATE ::: ARGS`: the template with what follows, or each of what follows, or each line of the input. */
function ofParallel(args: readonly Word[], input: string | undefined): Started[] {
  const own = operands(args, /^(?:-[jIPSNnaC]|--(?:jobs|colsep|arg-file|sshlogin))$/);
  const cut = own.findIndex(({ text }) => /^:::?[:+]?$/.test(text));
  const template = (cut < 0 ? own : own.slice(0, cut)).map(({ text }) => text).join(' ');
  const items =
    cut < 0
      ? (input ?? '').split('\n').slice(0, 10)
      : own.slice(cut + 1, cut + 11).map(({ text }) => text);
  if (template === '') return items.map((script) => ({ script }));
  const all = items
    .filter((text) => text !== '')
    .map((text) =>
      template.includes('{}') ? template.replaceAll('{}', text) : `${template} ${text}`,
    );
  return all.length === 0
    ? [{ script: template, listed: true }]
    : all.map((script) => ({ script, listed: true }));
}

function ofOption(texts: readonly string[], option: RegExp): Started[] {
  const at = texts.findIndex((text) => option.test(text));
  if (at < 0 || at === texts.length - 1) return [];
  const isCmd = /^\/|^-Command$/.test(texts[at]!);
  return [{ script: isCmd ? texts.slice(at + 1).join(' ') : texts[at + 1]! }];
}

/** The commands that are run on what is found, each up to the sign that ends it. */
function executed(args: readonly Word[], option: RegExp): Word[][] {
  const found: Word[][] = [];
  args.forEach(({ text }, index) => {
    if (!option.test(text) || found.length > 5) return;
    const rest = args.slice(index + 1);
    const end = rest.findIndex((word) => word.text === ';' || word.text === '+');
    found.push(end < 0 ? rest : rest.slice(0, end));
  });
  return found;
}

/** The words that are neither options nor what an option takes. */
export function operands(args: readonly Word[], taking: RegExp): Word[] {
  const found: Word[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const { text } = args[at]!;
    if (text === '--') return [...found, ...args.slice(at + 1)];
    if (/^[-+]./.test(text) && found.length === 0) {
      if (taking.test(text)) at += 1;
    } else return [...found, ...args.slice(at)];
  }
  return found;
}
