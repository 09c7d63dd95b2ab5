import type { Word } from './script.ts';

/** How a program runs the one that is named behind it. */
interface Wrapper {
  /** Its options that take a word. */
  taking: RegExp;
  /** Words of its own that stand before the program. */
  own?: number;
  /** The option whose word is a script. */
  script?: RegExp;
}

const none = /^$/;

/** Programs that run another one. */
const wrappers: Record<string, Wrapper> = {
  sudo: { taking: /^(?:-[ugphCrtTUDR]|--(?:user|group|prompt|host|chdir|role|type))$/ },
  doas: { taking: /^-[uC]$/ },
  env: { taking: /^(?:-[uC]|--(?:unset|chdir))$/, script: /^(?:-[a-z0]*S|--split-string)$/ },
  nohup: { taking: none },
  command: { taking: none },
  builtin: { taking: none },
  exec: { taking: /^-a$/ },
  coproc: { taking: none },
  time: { taking: /^-[fo]$/ },
  nice: { taking: /^(?:-n|--adjustment)$/ },
  ionice: { taking: /^-[cnp]$/ },
  chrt: { taking: /^-[TPDp]$/, own: 1 },
  taskset: { taking: /^-p$/, own: 1 },
  numactl: { taking: /^-[CNmip]$/ },
  timeout: { taking: /^(?:-[ks]|--(?:kill-after|signal))$/, own: 1 },
  gtimeout: { taking: /^(?:-[ks]|--(?:kill-after|signal))$/, own: 1 },
  stdbuf: { taking: /^-[ioe]$/ },
  setsid: { taking: none },
  setarch: { taking: none, own: 1 },
  chroot: { taking: none, own: 1 },
  prlimit: { taking: /^-[p]$/ },
  unshare: { taking: none },
  nsenter: { taking: /^-[tS]$/ },
  strace: { taking: /^-[oepPEuas]$/ },
  ltrace: { taking: /^-[oepu]$/ },
  unbuffer: { taking: none },
  caffeinate: { taking: /^-[tw]$/ },
  busybox: { taking: none },
  toybox: { taking: none },
  flock: {
    taking: /^(?:-[wE]|--(?:timeout|wait|conflict-exit-code))$/,
    own: 1,
    script: /^(?:-[a-z]*c|--command)$/,
  },
  script: { taking: /^-[EIOBTm]$/, own: 1, script: /^(?:-[a-zA-Z]*c|--command)$/ },
  sg: { taking: none, own: 1, script: /^-c$/ },
  runuser: { taking: /^-[ugG]$/, script: /^(?:-c|--command)$/ },
  'systemd-run': { taking: /^-[uptEHM]$/ },
  'xvfb-run': { taking: /^-[nsefw]$/ },
  'dbus-run-session': { taking: none },
  'cross-env': { taking: none },
  'env-cmd': { taking: /^-[fr]$/ },
  dotenv: { taking: /^-[evfpc]$/ },
  direnv: { taking: none, own: 2 },
  hatch: { taking: none },
  entr: { taking: none },
  watchexec: { taking: /^-[wefids]$/ },
  rr: { taking: none },
  catchsegv: { taking: none },
};

export function isWrapper(program: string): boolean {
  return Object.hasOwn(wrappers, program);
}

/** What is run behind a wrapper: the words of a command, or a script. */
export function behindWrapper(program: string, args: readonly Word[]): Word[] | string {
  const { taking, own = 0, script } = wrappers[program]!;
  let left = own;
  let at = 0;
  for (; at < args.length; at += 1) {
    const { text } = args[at]!;
    if (script?.test(text))
      return [args[at + 1]?.text ?? '', ...texts(args.slice(at + 2), program)].join(' ');
    const glued =
      script === undefined ? null : /^(?:-S|--split-string=|--command=)(.+)$/s.exec(text);
    if (glued) return [glued[1], ...texts(args.slice(at + 1), program)].join(' ');
    if (text === '--') {
      at += 1;
      break;
    }
    if (!text.startsWith('-') || text === '-') {
      if (left === 0) break;
      left -= 1;
    } else if (taking.test(text)) at += 1;
  }
  return args.slice(at);
}

/** Only `env` goes on with the words behind its script. */
function texts(args: readonly Word[], program: string): string[] {
  return program === 'env' ? args.map(({ text }) => quotedWord(text)) : [];
}

/** A text as one word of a script. */
export function quotedWord(text: string): string {
  return /^[\w./:@=+,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
