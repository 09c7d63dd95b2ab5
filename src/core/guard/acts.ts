import { type Run, textsOf } from '../shell/run.ts';
import { databaseHazard } from './database-hazard.ts';
import { gitHazard } from './git-hazard.ts';
import { gitWord } from './git-options.ts';

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
  'upgrade',
  'pull-request',
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
};
/** Words that make a command of migrations change nothing of a database. */
const onlyLooks =
  /(?:^|[\s:._-])(?:status|list|show|history|current|heads|generate|create|new|diff|make|info|validate|plan|--help|--dry-run|-h|--version)(?=$|[\s:=._-])/i;

const trial = /^(?:--dry-run(?:=.*)?|--help|--abort|--quit|--check|--noop)$/;

/** Commands by their program and first words, one line each. */
const commands: Partial<Record<ActName, RegExp>> = {
  push: /^(?:(?:docker|podman|helm|hg|jj git|dvc|git-lfs|git lfs|sl|gt|cf|skaffold|git subtree|hub) push|git send-pack|gt submit)\b/,
  merge: /^(?:gh pr merge|glab mr merge|hg merge|hub merge)\b/,
  commit: /^(?:hg commit|jj commit|svn commit|svn ci|gt create|git commit-tree)\b/,
  rebase: /^(?:git pull\b.* (?:--rebase|-r)\b|hg rebase|jj rebase|gt restack)/,
  'pull-request':
    /^(?:gh pr (?:create|new|ready|reopen)|glab mr (?:create|new)|hub pull-request|gt submit|az repos pr create)\b/,
  deploy:
    /^(?:vercel(?: deploy\b| --prod\b|$)|now(?: --prod)?$|(?:netlify|fly|flyctl|firebase|wrangler|serverless|sls|cdk|railway|kamal|eb|sam|surge|gh-pages|render|dokku|copilot|convex|amplify|supabase functions) (?:deploy|up|push|publish|redeploy)\b|railway up|surge\b|gh-pages\b|kubectl (?:apply|rollout restart|set image|replace)\b|helm (?:upgrade|install)\b|terraform apply\b|tofu apply\b|pulumi up\b|ansible-playbook\b|cap \S+ deploy|git push heroku\b|gcloud (?:app|run|functions) deploy|aws (?:deploy|ecs update-service|lambda update-function-code)|az webapp (?:up|deploy)|docker stack deploy|capistrano)/,
  publish:
    /^(?:(?:npm|pnpm|yarn|bun|lerna|changeset|cargo|poetry|uv|flit|hatch|vsce|ovsx|pdm|dart pub|flutter pub|yarn npm|jsr|deno) publish\b|twine upload|gem push|gh release (?:create|upload|edit)|glab release create|(?:mvn|gradle|gradlew|mvnw)\b.* (?:deploy|publish|release:perform)\b|goreleaser (?:release|$)|semantic-release\b|release-it\b|np\b|docker push\b|podman push\b|nuget push|dotnet nuget push)/,
  migrate:
    /^(?:prisma (?:migrate (?:dev|deploy|reset|resolve)|db push)|knex (?:migrate:(?:latest|up|down|rollback)|seed:run)|(?:rails|rake|bundle exec rails) db:(?:migrate|rollback|schema:load|setup)|alembic (?:upgrade|downgrade)|(?:manage\.py|django-admin) migrate|artisan migrate|(?:sequelize|sequelize-cli) db:migrate|(?:typeorm|typeorm-ts-node-commonjs) migration:(?:run|revert)|flyway (?:migrate|undo)|liquibase (?:update|rollback)|dbmate (?:up|migrate|down)|goose\b.* (?:up|down|redo|reset)|diesel migration (?:run|redo|revert)|sqlx migrate (?:run|revert)|mix ecto\.(?:migrate|rollback)|drizzle-kit (?:push|migrate)|supabase (?:db push|migration up)|migrate\b.* (?:up|down|goto|force)|atlas (?:migrate|schema) apply|hasura migrate apply|wrangler d1 migrations apply|node-pg-migrate (?:up|down)|db-migrate (?:up|down)|symfony\b.* doctrine:migrations:migrate|console doctrine:migrations:migrate|dotnet ef database update|dotnet-ef database update)/,
  install:
    /^(?:(?:npm|pnpm) (?:install|i|add|in) (?!-)\S|(?:npm|pnpm) (?:install|i|add) -\S+ \S|yarn (?:global )?add\b|bun (?:add|install|i) \S|(?:pip|pip3|pipx|uv pip|python -m pip) install\b|(?:poetry|uv|cargo|pdm|rye|bundle|deno|dotnet) add\b|go (?:get|install)\b|gem install\b|composer require\b|brew install\b|(?:apt|apt-get|dnf|yum|apk|pacman|zypper|snap|conda|mamba|choco|winget|scoop) (?:-\S+ )*(?:install|add|-S)\b|cargo install\b|npm install-\S|pipenv install \S)/,
  upgrade:
    /^(?:(?:npm|pnpm|yarn|bun|cargo|bundle|poetry|composer|mix deps\.?|flutter pub|pod|brew|go get -u|uv lock|apt|apt-get) ?(?:update|upgrade|up|upgrade-interactive|-u|--upgrade)\b|ncu -u|npx npm-check-updates -u|npm-check-updates -u|pip3? install (?:-U|--upgrade)\b|go get -u\b)/,
};

/** True for a run that does what a word says, in whatever form. */
export function doesAct(run: Run, act: ActName): boolean {
  const { program } = run;
  if (program === '' || (run.passes && !taskRunners.test(program))) return false;
  const texts = textsOf(run).slice(0, 60);
  if (texts.some((text) => trial.test(text))) return false;
  if (act === 'migrate' && onlyLooks.test(texts.join(' '))) return false;
  if (program === 'git' && ofGit(run, act)) return true;
  if (act === 'delete') return deletes(run, texts);
  if (act === 'drop') return databaseHazard(program, run.args, run.input ?? '') !== undefined;
  const script = interpreted.test(program)
    ? `${baseOf(texts[0] ?? '')} ${texts.slice(1).join(' ')}`
    : '';
  const line = [program, ...texts].join(' ');
  const pattern = commands[act];
  if (pattern !== undefined && (pattern.test(line) || pattern.test(script))) return true;
  return isNamed(program, texts, named[act]);
}

const interpreted = /^(?:php|python[\d.]*|ruby|node|bash|sh)$/;

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

function ofGit(run: Run, act: ActName): boolean {
  const { word, rest } = gitWord(run.args);
  const texts = rest.map(({ text }) => text);
  switch (act) {
    case 'push':
      return word === 'push' && !texts.some((text) => /^-[a-zA-Z]*n/.test(text));
    case 'force-push':
      return gitHazard(run.args, undefined)?.kind === 'force-push';
    case 'commit':
      return (
        word === 'commit' ||
        (/^(?:cherry-pick|revert|am)$/.test(word ?? '') &&
          !texts.some((text) => /^(?:-n|--no-commit)$/.test(text)))
      );
    case 'amend':
      return word === 'commit' && texts.some((text) => /^--amend/.test(text));
    case 'merge':
      return word === 'merge';
    case 'rebase':
      return (
        word === 'rebase' ||
        (word === 'pull' && texts.some((text) => /^(?:-r|--rebase)/.test(text)))
      );
    case 'tag':
      return (
        word === 'tag' &&
        texts.length > 0 &&
        !/^(?:-l|--list|-n\d*|--contains|--points-at)/.test(texts[0]!)
      );
    case 'stash':
      return word === 'stash' && !/^(?:list|show)$/.test(texts[0] ?? '');
    case 'reset':
      return word === 'reset' && texts.some((text) => /^--(?:hard|keep|merge)/.test(text));
    case 'delete':
      return word === 'rm' && !texts.includes('--cached');
    default:
      return false;
  }
}

const deleters = /^(?:rm|unlink|rmdir|rimraf|del-cli|trash|trash-put|shred|srm)$/;

function deletes({ program }: Run, texts: readonly string[]): boolean {
  if (program === 'find') return texts.includes('-delete');
  const paths = texts.filter((text) => !text.startsWith('-'));
  // What lies in a folder for temporary files was not meant.
  return (
    deleters.test(program) &&
    !(paths.length > 0 && paths.every((path) => /^(?:\/tmp\/|\/var\/tmp\/|\$TMP)/.test(path)))
  );
}
