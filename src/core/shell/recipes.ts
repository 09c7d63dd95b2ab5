/** A file of a project that holds scripts, and those that a command runs of it. */
export interface Recipe {
  /** Names of the file, of which the first that is there counts. */
  files: readonly string[];
  /** The scripts that run; of a text that is no such file none. */
  scripts(text: string): string[];
}

const makeFiles = ['GNUmakefile', 'makefile', 'Makefile'];
const justFiles = ['justfile', 'Justfile', '.justfile'];

/** Words of package managers that run no script of the project's, though one may be named so. */
const ownWords = new Set(
  'install i add ci remove rm uninstall update up upgrade publish pack link unlink exec x dlx init create audit outdated ls list why info view config get set login logout whoami cache store prune dedupe import rebuild root bin prefix pkg version help search token team owner access dist-tag deprecate workspace workspaces'.split(
    ' ',
  ),
);

/** Files of the project are read up to 64 KiB. */
const longestLine = 64 * 1024;

/** The recipe that a command runs: of a package's scripts, a Makefile, a justfile; undefined for any other command. */
export function recipeOf(program: string, args: readonly string[]): Recipe | undefined {
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
    case 'cnpm':
      return packageRecipe(program, args);
    case 'make':
    case 'gmake':
      return makeRecipe(args);
    case 'just':
      return justRecipe(args);
    case 'composer':
      return scriptRecipe(
        'composer.json',
        args[0] === 'run' || args[0] === 'run-script' ? args.slice(1) : args,
      );
    case 'deno':
      return args[0] === 'task' ? taskRecipe(args.slice(1)) : undefined;
    case 'node':
      return args[0] === '--run' ? scriptRecipe('package.json', args.slice(1)) : undefined;
    default:
      return undefined;
  }
}

function packageRecipe(program: string, args: readonly string[]): Recipe | undefined {
  const rest = args.filter((text) => !/^-/.test(text));
  const [first = '', second] = rest;
  if (/^(?:run|run-script|rum|urn)$/.test(first)) {
    return second === undefined
      ? undefined
      : scriptRecipe('package.json', [second, ...behind(args, second)]);
  }
  if (/^(?:t|tst|test|start|stop|restart)$/.test(first))
    return scriptRecipe('package.json', [
      /^ts?t?$/.test(first) ? 'test' : first,
      ...behind(args, first),
    ]);
  if (program === 'npm' || program === 'cnpm' || first === '' || ownWords.has(first))
    return undefined;
  return scriptRecipe('package.json', [first, ...behind(args, first)]);
}

function behind(args: readonly string[], word: string): string[] {
  return args.slice(args.indexOf(word) + 1).filter((text) => text !== '--');
}

function scriptRecipe(file: string, [name, ...more]: readonly string[]): Recipe | undefined {
  if (name === undefined) return undefined;
  return {
    files: [file],
    scripts(text) {
      const scripts = membersOf(text, 'scripts');
      return [`pre${name}`, name, `post${name}`].flatMap((key) => {
        const value = scripts[key];
        const lines = Array.isArray(value) ? value : [value];
        return lines
          .filter((line) => typeof line === 'string')
          .map((line) => (key === name ? [line, ...more].join(' ') : line));
      });
    },
  };
}

function taskRecipe([name]: readonly string[]): Recipe | undefined {
  if (name === undefined) return undefined;
  return {
    files: ['deno.json', 'deno.jsonc'],
    scripts(text) {
      const task = membersOf(text, 'tasks')[name];
      const command =
        typeof task === 'object' ? (task as { command?: unknown } | null)?.command : task;
      return typeof command === 'string' ? [command] : [];
    },
  };
}

function membersOf(text: string, member: string): Record<string, unknown> {
  try {
    const whole = JSON.parse(text) as Record<string, unknown> | null;
    const found = whole?.[member];
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function makeRecipe(args: readonly string[]): Recipe | undefined {
  if (args.some((text) => /^(?:-n|--just-print|--dry-run|--recon|-q|-p)$/.test(text)))
    return undefined;
  const at = args.findIndex((text) => /^-f$|^--(?:file|makefile)$/.test(text));
  const named = at < 0 ? undefined : args[at + 1];
  const goals = args.filter(
    (text, index) =>
      !text.startsWith('-') &&
      !text.includes('=') &&
      !(at >= 0 && index === at + 1) &&
      !/^-[CfjlIoW]$/.test(args[index - 1] ?? ''),
  );
  return {
    files: named === undefined ? makeFiles : [named],
    scripts: (text) => makeScripts(text, goals),
  };
}

interface Rule {
  needs: string[];
  lines: string[];
}

function makeScripts(text: string, goals: readonly string[]): string[] {
  const { rules, names, first } = rulesOf(text, true);
  const wanted = goals.length > 0 ? [...goals] : first === undefined ? [] : [first];
  const lines = linesOf(rules, wanted);
  return lines.map((line) =>
    line
      .replace(/^[@+-]+/, '')
      .replace(/\$[({]([\w.-]{1,60})[)}]/g, (all, name: string) => names.get(name) ?? all)
      .replaceAll('$$', '$'),
  );
}

function justRecipe(args: readonly string[]): Recipe | undefined {
  const goal = args.find((text) => !text.startsWith('-') && !text.includes('='));
  return {
    files: justFiles,
    scripts(text) {
      const { rules, first } = rulesOf(text, false);
      const wanted = goal ?? first;
      return linesOf(rules, wanted === undefined ? [] : [wanted]).map((line) =>
        line.replace(/^[@-]+/, ''),
      );
    },
  };
}

/** The lines of the goals, those of what they need first. */
function linesOf(rules: ReadonlyMap<string, Rule>, goals: readonly string[]): string[] {
  const met = new Set<string>();
  const lines: string[] = [];
  const take = (goal: string): void => {
    const rule = rules.get(goal);
    if (rule === undefined || met.has(goal) || met.size > 60) return;
    met.add(goal);
    for (const need of rule.needs) take(need);
    lines.push(...rule.lines);
  };
  for (const goal of goals) take(goal);
  return lines.slice(0, 200);
}

function rulesOf(
  text: string,
  isMake: boolean,
): { rules: Map<string, Rule>; names: Map<string, string>; first?: string } {
  const rules = new Map<string, Rule>();
  const names = new Map<string, string>();
  let open: Rule[] = [];
  let first: string | undefined;
  for (const line of text.replaceAll('\\\n', ' ').split('\n').slice(0, 5_000)) {
    if (line.length > longestLine) continue;
    if (/^\s/.test(line)) {
      if (line.trim() !== '') for (const rule of open) rule.lines.push(line.trim());
      continue;
    }
    const set = isMake ? /^(?:export )?([\w.-]{1,60}) {0,9}[:?]?= {0,9}(.*)$/.exec(line) : null;
    if (set) {
      names.set(set[1]!, set[2]!);
      continue;
    }
    const colon = line.indexOf(':');
    if (colon <= 0 || line.startsWith('#') || line[colon + 1] === '=') continue;
    const targets = line.slice(0, colon).trim().split(/\s+/);
    const own = isMake ? targets : targets.slice(0, 1).map((name) => name.replace(/^@/, ''));
    const [needs = '', inline] = line.slice(colon + 1).split(';');
    open = own.map((target) => {
      const rule = rules.get(target) ?? { needs: [], lines: [] };
      rule.needs.push(...needs.trim().split(/\s+/));
      if (inline !== undefined) rule.lines.push(inline.trim());
      rules.set(target, rule);
      if (!target.startsWith('.')) first ??= target;
      return rule;
    });
  }
  return first === undefined ? { rules, names } : { rules, names, first };
}
