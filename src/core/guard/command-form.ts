/** A command in the one form in which others are compared with it. */
export interface CommandForm {
  program: string;
  texts: readonly string[];
  /** The script of `package.json` that it runs, by whatever runner. */
  script?: string;
}

const short: Record<string, string> = {
  i: 'install',
  in: 'install',
  add: 'install',
  'run-script': 'run',
  rum: 'run',
  un: 'uninstall',
  rm: 'uninstall',
  remove: 'uninstall',
};
const sameAs: Record<string, string> = { python3: 'python', pip3: 'pip', nodejs: 'node' };

/** `docker-compose` as `docker compose`, `npm i` as `npm install`, `yarn x`, `pnpm run x` and `node --run x` as a script. */
export function plainForm(program: string, texts: readonly string[]): CommandForm {
  if (program === 'docker-compose') return { program: 'docker', texts: ['compose', ...texts] };
  const name = Object.hasOwn(sameAs, program) ? sameAs[program]! : program;
  if (!/^(?:npm|pnpm|yarn|bun|node)$/.test(name)) return { program: name, texts };
  const script = scriptOf(name, texts);
  if (script !== undefined) return { program: name, texts, script };
  const [first = '', ...rest] = texts;
  return name !== 'node' && Object.hasOwn(short, first)
    ? { program: name, texts: [short[first]!, ...rest] }
    : { program: name, texts };
}

/** Commands of these programs that are no scripts. */
const own =
  /^(?:install|i|in|add|ci|remove|rm|un|uninstall|update|up|upgrade|publish|pack|link|unlink|exec|x|dlx|create|init|config|cache|why|ls|list|info|view|outdated|audit|login|logout|whoami|version|workspace|workspaces|global|patch|store|root|bin|prune|rebuild|set|get|help|pkg|fund|search|owner|tag|dist-tag|deprecate|import|plugin|constraints|dedupe|node|npm|build)$/;

function scriptOf(program: string, texts: readonly string[]): string | undefined {
  if (program === 'node') {
    const at = texts.findIndex((text) => /^--run(?:=|$)/.test(text));
    return at < 0 ? undefined : texts[at]!.slice(6) || texts[at + 1];
  }
  const words = texts.filter(
    (text, at) =>
      !text.startsWith('-') &&
      !/^(?:--prefix|--filter|-w|--workspace|-C|--cwd|--dir|-F)$/.test(texts[at - 1] ?? ''),
  );
  const [first, second] = words;
  if (/^(?:run|run-script|rum)$/.test(first ?? '')) return second;
  if (/^(?:test|t|tst|start|stop|restart)$/.test(first ?? ''))
    return /^ts?t?$/.test(first!) ? 'test' : first;
  return program === 'npm' || first === undefined || own.test(first) || /[./]/.test(first)
    ? undefined
    : first;
}
