import { type LiteralCommand, literalCommands } from '../shell/literal.ts';
import { resolvePath } from './paths.ts';

/** What a command line plainly does to files. Paths are resolved. An absent path means all. */
export type FileEffect =
  | { type: 'delete'; path: string; recursive: boolean }
  | { type: 'move'; path: string; to: string }
  | { type: 'write'; path: string }
  | { type: 'read'; path: string }
  | { type: 'stage'; path?: string }
  | { type: 'restore'; path?: string };

/** Only what every reader of the line would agree on: no globs, no variables, no branches behind `||`. */
export function fileEffects(command: string, cwd: string | undefined): FileEffect[] {
  if (!/\b(?:rm|mv|cp|git|cat|tee|sed|unlink)\b|>/.test(command)) return [];
  let folder = cwd;
  const effects: FileEffect[] = [];
  const commands = literalCommands(command);
  commands.forEach((one, index) => {
    if (one.onFailure) return;
    const [program, ...rest] = stripPrefixes(one.words);
    if (program === 'cd' && typeof rest[0] === 'string' && !one.piped) {
      folder = resolvePath(rest[0], folder);
      return;
    }
    for (const target of one.writes) {
      if (/[./]/.test(target) && !target.startsWith('/dev/'))
        effects.push({ type: 'write', path: resolvePath(target, folder) });
    }
    const alone = !one.piped && commands[index + 1]?.piped !== true;
    if (typeof program === 'string') effects.push(...ofProgram(program, rest, folder, alone, one));
  });
  return effects;
}

function stripPrefixes(words: (string | undefined)[]): (string | undefined)[] {
  let from = 0;
  while (
    from < words.length &&
    (words[from] === 'sudo' ||
      words[from] === 'command' ||
      /^[A-Za-z_]\w*=/.test(words[from] ?? ''))
  )
    from += 1;
  return words.slice(from);
}

function ofProgram(
  program: string,
  args: (string | undefined)[],
  folder: string | undefined,
  alone: boolean,
  one: LiteralCommand,
): FileEffect[] {
  const paths = operands(args).map((path) => resolvePath(path, folder));
  const flags = args.filter((arg): arg is string => arg?.startsWith('-') === true);
  switch (program) {
    case 'rm':
    case 'unlink': {
      const recursive = flags.some((flag) => /^-\w*[rR]|^--recursive/.test(flag));
      return paths.map((path) => ({ type: 'delete', path, recursive }));
    }
    case 'mv':
      return move(paths, args);
    case 'cp':
      return paths.length === 2 && args.length - flags.length === 2 && /\.\w+$/.test(paths[1]!)
        ? [{ type: 'write', path: paths[1]! }]
        : [];
    case 'tee':
      return paths.map((path) => ({ type: 'write', path }));
    case 'cat':
      return alone && one.writes.length === 0 ? paths.map((path) => ({ type: 'read', path })) : [];
    case 'sed':
      return flags.some((flag) => /^-\w*i|^--in-place/.test(flag))
        ? paths
            .slice(1)
            .filter((path) => /\.\w+$/.test(path))
            .map((path) => ({ type: 'write', path }))
        : [];
    case 'git':
      return ofGit(args, folder);
    default:
      return [];
  }
}

function operands(args: (string | undefined)[]): string[] {
  return args.filter(
    (arg): arg is string => arg !== undefined && arg !== '' && !arg.startsWith('-'),
  );
}

/** `mv a b`; into a folder only where that is plain from a closing slash. */
function move(paths: string[], args: (string | undefined)[]): FileEffect[] {
  const plain = args.filter((arg) => arg?.startsWith('-') !== true);
  if (paths.length !== 2 || plain.length !== 2) return [];
  const [path, to] = paths as [string, string];
  const intoFolder =
    plain[1]?.endsWith('/') === true ||
    plain[1] === '.' ||
    (/\.\w+$/.test(path) && !/\.\w+$/.test(to));
  return [{ type: 'move', path, to: intoFolder ? `${to}/${path.split(/[\\/]/).at(-1)}` : to }];
}

function ofGit(args: (string | undefined)[], cwd: string | undefined): FileEffect[] {
  let folder = cwd;
  let from = 0;
  if (args[0] === '-C' && typeof args[1] === 'string') {
    folder = resolvePath(args[1], cwd);
    from = 2;
  }
  const verb = args[from];
  const rest = args.slice(from + 1);
  const flags = rest.filter((arg): arg is string => arg?.startsWith('-') === true);
  const paths = operands(rest).map((path) => resolvePath(path, folder));
  switch (verb) {
    case 'rm':
      return flags.includes('--cached')
        ? []
        : paths.map((path) => ({ type: 'delete', path, recursive: false }));
    case 'mv':
      return move(paths, rest);
    case 'add':
      return flags.some((flag) => /^-(?:A|u|-all|-update)$/.test(flag)) && paths.length === 0
        ? [{ type: 'stage' }]
        : paths.map((path) => ({ type: 'stage', path }));
    case 'commit':
      return flags.some((flag) => /^-[a-zA-Z]+$/.test(flag) && flag.includes('a'))
        ? [{ type: 'stage' }]
        : [];
    case 'checkout': {
      const dash = rest.indexOf('--');
      if (dash < 0)
        return rest.length === 1 && rest[0] === '.'
          ? [{ type: 'restore', path: resolvePath('.', folder) }]
          : [];
      return operands(rest.slice(dash + 1)).map((path) => ({
        type: 'restore',
        path: resolvePath(path, folder),
      }));
    }
    case 'restore':
      return flags.includes('--staged') && !flags.includes('--worktree')
        ? []
        : paths.map((path) => ({ type: 'restore', path }));
    case 'reset':
      return flags.includes('--hard') && (paths.length === 0 || rest.includes('HEAD'))
        ? [{ type: 'restore' }]
        : [];
    default:
      return [];
  }
}
