import { programName } from './program-name.ts';
import type { Word } from './script.ts';

/** Where a launched program runs. */
export interface Launched {
  words: Word[];
  /** On another machine, or in a container. */
  elsewhere: boolean;
}

/** Programs that run one which is named behind some of their words. */
const launchers: Record<string, { word?: RegExp; taking: RegExp }> = {
  npx: { taking: /^(?:-p|--package)$/ },
  pnpx: { taking: /^(?:-p|--package)$/ },
  bunx: { taking: /^(?:-p|--package)$/ },
  npm: { word: /^(?:exec|x)$/, taking: /^(?:-p|--package|-w|--workspace|--prefix)$/ },
  pnpm: { word: /^(?:exec|dlx)$/, taking: /^(?:-C|--dir|--filter|-F|--package)$/ },
  yarn: { word: /^(?:exec|dlx)$/, taking: /^(?:-p|--package|--cwd)$/ },
  bun: { word: /^x$/, taking: /^--cwd$/ },
  corepack: { taking: /^$/ },
  bundle: { word: /^exec$/, taking: /^--gemfile$/ },
  poetry: { word: /^run$/, taking: /^-[CP]$/ },
  uv: {
    word: /^run$/,
    taking: /^(?:--(?:with|project|python|directory|extra|group|env-file)|-p)$/,
  },
  uvx: { taking: /^(?:--(?:from|with|python))$/ },
  pipx: { word: /^run$/, taking: /^--spec$/ },
  pipenv: { word: /^run$/, taking: /^$/ },
  rye: { word: /^run$/, taking: /^$/ },
  pdm: { word: /^run$/, taking: /^$/ },
  hatch: { word: /^run$/, taking: /^-e$/ },
  conda: { word: /^run$/, taking: /^-[np]$/ },
  mise: { word: /^(?:exec|x)$/, taking: /^$/ },
  asdf: { word: /^exec$/, taking: /^$/ },
  rbenv: { word: /^exec$/, taking: /^$/ },
  pyenv: { word: /^exec$/, taking: /^$/ },
  doppler: { word: /^run$/, taking: /^-[pc]$/ },
  op: { word: /^run$/, taking: /^--env-file$/ },
};

const containers = new Set(
  'docker podman nerdctl docker-compose podman-compose kubectl oc heroku fly flyctl wsl lxc'.split(
    ' ',
  ),
);
const intoContainer = /^(?:exec|run|compose|run:detached|ssh|console)$/;

/** A program that is found in a list of all words, where how the launcher names it is not known. */
function search(args: readonly Word[], knows: (program: string) => boolean): Word[] | undefined {
  const dashes = args.findIndex(({ text }) => text === '--');
  if (dashes >= 0 && dashes < args.length - 1) return args.slice(dashes + 1);
  const at = args.findIndex(({ text }) => knows(programName(text)));
  return at < 0 ? undefined : args.slice(at);
}

/** What a launcher runs; undefined where it runs nothing but itself. `knows`: names of programs that are looked for. */
export function launched(
  program: string,
  args: readonly Word[],
  knows: (program: string) => boolean,
): Launched | undefined {
  if (containers.has(program)) {
    if (!args.slice(0, 4).some(({ text }) => intoContainer.test(text))) return undefined;
    const at = args.findIndex(({ text }) => /^(?:exec|run|ssh|console|run:detached)$/.test(text));
    const words = at < 0 ? undefined : search(args.slice(at + 1), knows);
    return words && { words, elsewhere: true };
  }
  const launcher = Object.hasOwn(launchers, program) ? launchers[program] : undefined;
  if (launcher === undefined) return undefined;
  // A script is looked at as one.
  if (/^(?:npx|npm)$/.test(program) && args.some(({ text }) => /^(?:-c|--call)$/.test(text)))
    return undefined;
  let rest = behind(args, launcher.taking);
  if (launcher.word !== undefined) {
    if (!launcher.word.test(rest[0]?.text ?? '')) {
      // Package managers run a program of the project by its bare name.
      const bare =
        /^(?:pnpm|yarn|bun)$/.test(program) && rest[0] && knows(versionless(rest[0].text));
      return bare ? { words: rest, elsewhere: false } : undefined;
    }
    rest = behind(rest.slice(1), launcher.taking);
  }
  const [first, ...more] = rest;
  if (first === undefined) return undefined;
  return { words: [{ ...first, text: versionless(first.text) }, ...more], elsewhere: false };
}

/** `prisma@5` is `prisma`. */
function versionless(text: string): string {
  return text.replace(/(?<=.)@[\w.^~*-]*$/, '').replace(/^@[\w.-]+\//, '');
}

function behind(args: readonly Word[], taking: RegExp): Word[] {
  let at = 0;
  for (; at < args.length; at += 1) {
    const { text } = args[at]!;
    if (text === '--') return args.slice(at + 1);
    if (!text.startsWith('-')) break;
    if (taking.test(text)) at += 1;
  }
  return args.slice(at);
}
