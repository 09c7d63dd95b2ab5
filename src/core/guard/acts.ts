import { type Run, textsOf } from '../shell/run.ts';
import { actCommands } from './act-commands.ts';
import { databaseHazard } from './database-hazard.ts';
import { isMadeAnew } from './file-kinds.ts';
import { gitDoes } from './git-acts.ts';
import { requestDoes } from './request-acts.ts';

/** What a person may forbid by one word. */
export const actNames = [
  'push',
  'force-push',
  'commit',
  'amend',
  'merge',
  'rebase',
  'tag',
  'stash',
  'reset',
  'deploy',
  'publish',
  'migrate',
  'drop',
  'delete',
  'install',
  'global-install',
  'upgrade',
  'pull-request',
  'rewrite',
  'skip-hooks',
  'branch',
  'switch-branch',
  'delete-branch',
  'close',
  'comment',
  'restart',
  'kill',
  'serve',
  'e2e',
  'test',
  'database',
] as const;

export type ActName = (typeof actNames)[number];

/** Programs that run a task of the project by its name. */
const taskRunners =
  /^(?:npm|pnpm|yarn|bun|make|gmake|just|task|rake|mage|fab|invoke|inv|cap|mix|gradle|gradlew|mvn|mvnw|composer|deno|nx|turbo|lerna|ant|sbt|cargo|poe|doit|earthly|npx|rails|artisan|bundle)$/;
/** The name of a task or a script that is about the act. */
const named: Partial<Record<ActName, RegExp>> = {
  deploy: /(?:^|[:/._-])(?:deploy|deployment|rollout|ship)(?:[:._-]|$)/i,
  publish: /(?:^|[:/._-])(?:publish|release)(?:[:._-]|$)/i,
  migrate: /(?:^|[:/._-])migrat(?:e|ion|ions)(?:[:._-]|$)/i,
  push: /(?:^|[:/._-])push(?:[:._-]|$)/i,
  e2e: /(?:^|[:/._-])e2e(?:[:._-]|$)/i,
};
/** Words that make a command of migrations change nothing of a database. */
const onlyLooks =
  /(?:^|[\s:._-])(?:status|list|show|history|current|heads|generate|create|new|diff|make|info|validate|plan|--help|--dry-run|-h|--version)(?=$|[\s:=._-])/i;

const trial = /^(?:--version|--dry-run(?:=.*)?|--help|--abort|--quit|--check|--noop)$/;

/** True for a run that does what a word says, in whatever form. */
export function doesAct(run: Run, act: ActName): boolean {
  const { program } = run;
  if (program === '' || (run.passes && !taskRunners.test(program))) return false;
  const texts = textsOf(run).slice(0, 60);
  if (texts.some((text) => trial.test(text))) return false;
  if (act === 'migrate' && onlyLooks.test(texts.join(' '))) return false;
  if (program === 'git' && gitDoes(run, act)) return true;
  if (act === 'delete') return deletes(run, texts);
  if (act === 'drop') return databaseHazard(program, run.args, run.input ?? '') !== undefined;
  if (requestDoes(program, texts, act)) return true;
  const script = interpreted.test(program) ? scriptLine(texts) : '';
  const line = [program, ...texts, ...(run.listed ? ['*'] : [])].join(' ').slice(0, 4_000);
  if (act === 'deploy' && copiesAway(program, texts)) return true;
  if ([actCommands[act] ?? []].flat().some((one) => one.test(line) || one.test(script)))
    return true;
  return isNamed(program, texts, named[act]);
}

const interpreted = /^(?:php|python[\d.]*|ruby|node|bash|sh)$/;

/** A copy to another machine. */
function copiesAway(program: string, texts: readonly string[]): boolean {
  if (!/^(?:rsync|scp)$/.test(program)) return false;
  return /^(?:rsync:\/\/.|[\w.@-]+:)/.test(
    texts.filter((text) => !text.startsWith('-')).at(-1) ?? '',
  );
}

/** What an interpreter is given to run, as a line of its own: `python -m flask db upgrade`, `php artisan migrate`. */
function scriptLine(texts: readonly string[]): string {
  if (texts[0] === '-m') return texts.slice(1).join(' ').slice(0, 4_000);
  return `${baseOf(texts[0] ?? '')} ${texts.slice(1).join(' ')}`.slice(0, 4_000);
}

function baseOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

/** `npm run deploy`, `make deploy-prod`, `./deploy.sh`. */
function isNamed(program: string, texts: readonly string[], pattern: RegExp | undefined): boolean {
  if (pattern === undefined) return false;
  if (/\.(?:sh|bash|py|js|mjs|ts|rb|pl|ps1)$/.test(program) && pattern.test(program)) return true;
  if (interpreted.test(program)) return pattern.test(baseOf(texts[0] ?? ''));
  if (!taskRunners.test(program)) return pattern.test(program) && /^[\w-]{2,30}$/.test(program);
  const own = texts.filter((text) => !text.startsWith('-') && !text.includes('='));
  const words = /^(?:run|run-script|task)$/.test(own[0] ?? '') ? own.slice(1, 2) : own.slice(0, 3);
  return words.some((text) => !/[/\\]|\.\w{1,4}$/.test(text) && pattern.test(text));
}

const deleters = /^(?:rm|unlink|rmdir|rimraf|del-cli|trash|trash-put|shred|srm)$/;

function deletes({ program }: Run, texts: readonly string[]): boolean {
  if (program === 'find')
    return texts.some(
      (text, at) =>
        text === '-delete' ||
        (/^-(?:exec|ok)(?:dir)?$/.test(text) && deleters.test(texts[at + 1] ?? '')),
    );
  const paths = texts.filter((text) => !text.startsWith('-'));
  if (program === 'rsync') return texts.some((text) => /^--del/.test(text));
  // What lies in a folder for temporary files, or is made anew by a build, was not meant.
  return deleters.test(program) && !(paths.length > 0 && paths.every(isMadeAnew));
}
