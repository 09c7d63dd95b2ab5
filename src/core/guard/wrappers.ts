import type { Word } from '../shell/script.ts';

/** Programs that run another one: their options that take a word, and how many words of their own stand before it. */
const wrappers: Record<string, { taking: RegExp; own?: number }> = {
  sudo: { taking: /^(?:-[ugphCrtTUDR]|--(?:user|group|prompt|host|chdir|role|type))$/ },
  doas: { taking: /^-[uC]$/ },
  env: { taking: /^(?:-[uC]|--(?:unset|chdir))$/ },
  nohup: { taking: /^$/ },
  command: { taking: /^$/ },
  builtin: { taking: /^$/ },
  exec: { taking: /^-a$/ },
  time: { taking: /^-[fo]$/ },
  nice: { taking: /^(?:-n|--adjustment)$/ },
  ionice: { taking: /^-[cnp]$/ },
  timeout: { taking: /^(?:-[ks]|--(?:kill-after|signal))$/, own: 1 },
  stdbuf: { taking: /^-[ioe]$/ },
  setsid: { taking: /^$/ },
  busybox: { taking: /^$/ },
  watch: { taking: /^(?:-n|--interval)$/ },
  xargs: { taking: /^(?:-[nPILdaEs]|--(?:max-args|max-procs|replace|delimiter|arg-file))$/ },
};

/** Programs that run one which is named somewhere behind: in a container, or out of a package. */
const launchers = new Set(
  'docker podman docker-compose kubectl nerdctl npx bunx pnpm yarn npm bun bundle poetry uv pipenv rye hatch'.split(
    ' ',
  ),
);

const reserved = new Set([
  'if',
  'then',
  'elif',
  'else',
  'do',
  'while',
  'until',
  '!',
  '{',
  'coproc',
]);

/** The name of a program without its folder and ending. */
export function programName(text: string): string {
  return (text.split(/[\\/]/).at(-1) ?? text).replace(/\.(?:exe|cmd)$/i, '');
}

export interface Unwrapped {
  program: string;
  args: Word[];
  /** Its further arguments come from a list that is not known. */
  listed: boolean;
}

/**
 * The program that a simple command ends up running, behind reserved words, variables and programs that run another one;
 * `knows`: names of programs that are looked for behind a launcher. Undefined where there is none.
 */
export function unwrap(
  words: readonly Word[],
  knows: (program: string) => boolean,
): Unwrapped | undefined {
  let rest = [...words];
  let listed = false;
  for (let more = 12; more > 0; more -= 1) {
    while (rest[0] && ((!rest[0].quoted && reserved.has(rest[0].text)) || isAssignment(rest[0])))
      rest.shift();
    // `function NAME {`
    if (rest[0]?.text === 'function' && !rest[0].quoted && rest[2]?.text === '{') {
      rest = rest.slice(3);
      continue;
    }
    const [first, ...args] = rest;
    if (first === undefined) return undefined;
    const program = programName(first.text);
    const wrapper = Object.hasOwn(wrappers, program) ? wrappers[program] : undefined;
    if (wrapper !== undefined) {
      if (program === 'xargs') listed = true;
      rest = behindOptions(args, wrapper.taking, wrapper.own ?? 0);
      continue;
    }
    if (!launchers.has(program)) return { program, args, listed };
    const at = args.findIndex(({ text }) => knows(programName(text)));
    if (at < 0) return { program, args, listed };
    rest = args.slice(at);
  }
  return undefined;
}

function isAssignment({ text }: Word): boolean {
  return /^[A-Za-z_]\w*\+?=/.test(text);
}

function behindOptions(args: readonly Word[], taking: RegExp, own: number): Word[] {
  let at = 0;
  for (; at < args.length; at += 1) {
    const text = args[at]!.text;
    if (text === '--') {
      at += 1;
      break;
    }
    if (!text.startsWith('-')) break;
    if (taking.test(text)) at += 1;
  }
  return args.slice(at + own);
}
