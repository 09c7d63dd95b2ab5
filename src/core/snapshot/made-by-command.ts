import { literalCommands } from '../shell/literal.ts';

/** A thing outside of the files that a command makes or changes. */
export interface Making {
  /** What it is, as a person calls it. */
  thing: string;
  verb: string;
  /** The program or tool. */
  by: string;
  /** The number or name that the call names, and where it names several the others. */
  id?: string;
  others?: string[];
  /** Arguments that a later call needs again: `--team core`. */
  args: string[];
}

const programs =
  /\b(?:gh|glab|bd|prog|curl|jira|linear|az|npm|vercel|netlify|fly|flyctl|wrangler|kubectl|helm|firebase|heroku)\b/;

const things: Readonly<Record<string, string>> = {
  pr: 'pull request',
  mr: 'merge request',
  issue: 'issue',
  release: 'release',
  gist: 'gist',
  repo: 'repository',
  workflow: 'workflow',
  run: 'workflow run',
};
const verbs = new Set(
  'create new add comment note review merge close reopen ready edit update approve delete publish rerun run upload transition move assign link'.split(
    ' ',
  ),
);
const deploys: Readonly<Record<string, RegExp>> = {
  npm: /^publish$/,
  vercel: /^(?:deploy|--prod)$/,
  netlify: /^deploy$/,
  fly: /^deploy$/,
  flyctl: /^deploy$/,
  wrangler: /^(?:deploy|publish)$/,
  kubectl: /^(?:apply|rollout)$/,
  helm: /^(?:install|upgrade)$/,
  firebase: /^deploy$/,
  heroku: /^(?:create|releases:rollback)$/,
};
const telling = new Set(
  '--repo -R --base -B --head -H --label -l --team --project -p --milestone -m --assignee -a --parent --title -t --type --priority --draft --reviewer --env --namespace -n --tag --status'.split(
    ' ',
  ),
);
const sends = /^(?:POST|PUT|PATCH|DELETE)$/;
const mostArgs = 8;

/** What a command line makes outside; undefined where it makes nothing that is known. */
export function makingOf(command: string): Making | undefined {
  if (!programs.test(command)) return undefined;
  for (const { words } of literalCommands(command)) {
    const [program = '', ...rest] = words.map((word) => word ?? '');
    const making = ofProgram(program.replace(/^.*\//, ''), rest);
    if (making !== undefined) return making;
  }
  return undefined;
}

function ofProgram(program: string, words: readonly string[]): Making | undefined {
  const plain = words.filter((word) => word !== '' && !word.startsWith('-'));
  const [first = '', second = '', third] = plain;
  if (program === 'gh' || program === 'glab') {
    if (first === 'api') return ofRequest(words, second);
    const thing = things[first];
    if (thing === undefined || !verbs.has(second)) return undefined;
    return { thing, verb: second, by: program, ...idOf(third), args: argsOf(words) };
  }
  if (program === 'bd' || program === 'prog' || program === 'jira' || program === 'linear') {
    const [verb, id] = verbs.has(first) ? [first, second] : [second, third];
    // Of a tracker it lists what may be begun.
    if (!verbs.has(verb) || verb === 'ready') return undefined;
    const others = plain.slice(plain.indexOf(id ?? '') + 1).flatMap((word) => idOf(word).id ?? []);
    const more = verb === 'create' || others.length === 0 ? {} : { others };
    const named = verb === 'create' ? {} : idOf(id);
    return { thing: 'task', verb, by: program, ...named, ...more, args: argsOf(words) };
  }
  if (program === 'curl')
    return ofRequest(words, words.find((word) => /^https?:\/\//.test(word)) ?? '');
  const deploy = deploys[program];
  if (deploy === undefined || !words.some((word) => deploy.test(word))) return undefined;
  return {
    thing: 'deployment',
    verb: `${program} ${first}`.trim(),
    by: program,
    args: argsOf(words),
  };
}

/** A request that writes, to an address. */
function ofRequest(words: readonly string[], address: string): Making | undefined {
  const at = words.findIndex((word) => /^(?:-X|--method|--request)$/.test(word));
  const joined = words.find((word) => /^-X[A-Z]/.test(word))?.slice(2);
  const method = at >= 0 ? words[at + 1] : joined;
  const writes =
    method === undefined
      ? words.some((word) =>
          /^(?:-f|-F|--field|--raw-field|--input|-d|--data(?:-\w{1,12})?|--json)$/.test(word),
        )
      : sends.test(method);
  if (!writes || /^https?:\/\/(?:localhost|127\.|0\.0\.0\.0|\[::1\])/.test(address))
    return undefined;
  return {
    thing: 'request',
    verb: (method ?? 'POST').toLowerCase(),
    by: 'request',
    args: [address.slice(0, 160)],
  };
}

function idOf(word: string | undefined): { id?: string } {
  const id =
    word === undefined
      ? undefined
      : /(?:^|[/#])([A-Za-z]{0,12}-?\d[\w.-]{0,30}|[a-z]{1,14}-\w[\w.]{0,20})$/.exec(
          word.slice(-80),
        )?.[1];
  return id === undefined ? {} : { id };
}

/** Flags with their values, those that name a place, a person or a state. */
function argsOf(words: readonly string[]): string[] {
  const args: string[] = [];
  for (const [at, word] of words.entries()) {
    const [flag = '', value] = word.split('=', 2);
    if (!telling.has(flag)) continue;
    const next = words[at + 1];
    const given = value ?? (next === undefined || next.startsWith('-') ? '' : next);
    args.push(`${flag} ${given.replace(/\s+/g, ' ').slice(0, 80)}`.trim());
  }
  return args.slice(0, mostArgs);
}
