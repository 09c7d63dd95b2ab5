import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../src/core/guard/ban-fits.ts';
import { afterMessage } from '../../../src/core/guard/bans.ts';
import { isKnown } from '../../../src/core/guard/destructive.ts';
import { runsIn } from '../../../src/core/shell/runs.ts';
import { projectFiles } from './forms.ts';

const project = '/home/dev/proj';

function tried(call: string | { edit: string }, branch = 'feature') {
  const read = (path: string) => projectFiles[path.replace(/^\.\//, '')];
  return {
    runs: typeof call === 'string' ? runsIn(call, { read, knows: isKnown }) : [],
    edits: typeof call === 'string' ? [] : [call.edit],
    folder: project,
    project,
    branch,
    exists: (path: string) => path === `${project}/gen.txt`,
  };
}

const isHeld = (said: string | string[], call: string | { edit: string }, branch?: string) => {
  const bans = [said].flat().reduce((all, text) => afterMessage(all, text), afterMessage([], ''));
  return heldBy(bans, tried(call, branch)) !== undefined;
};

describe('rules for kinds of files, copies and deletions', () => {
  it.each([
    ["don't touch the tests", { edit: `${project}/test/a.test.ts` }],
    ["don't touch the tests", { edit: `${project}/src/a.spec.ts` }],
    ["don't touch the tests", 'sed -i s/a/b/ tests/unit/a_test.go'],
    ["don't touch the tests", 'rm -rf test'],
    ["don't delete the tests", 'git rm -r __tests__'],
    ["don't edit migrations", { edit: `${project}/db/migrate/001_x.rb` }],
    ["don't edit migrations", 'echo x > migrations/002.sql'],
    ['do not touch gen.txt', 'cp other.txt gen.txt'],
    ['do not touch docs/b.md', 'cp b.md docs/'],
    ['do not touch docs/b.md', 'rm -rf docs'],
    ["don't delete any files", 'rm -rf uploads'],
    ["don't delete anything", 'git clean -fdx'],
    ["don't delete anything", "find . -name '*.bak' -exec rm {} ';'"],
    ["don't install packages", 'npm install -g typescript'],
    ["don't install packages", 'npm -g i typescript'],
    ["don't install packages", 'yarn global add typescript'],
    ["don't install packages", 'pnpm add --global typescript'],
    ['no global installs', 'npm i -g typescript'],
    ["don't open pull requests", 'gh pr create --fill'],
    ["don't merge pull requests", 'gh pr merge 3 --squash'],
    ["don't merge anything", 'git pull origin main'],
    ['never publish', 'npm publish'],
  ] as [string, string | { edit: string }][])('hold the call: %s | %j', (said, call) => {
    expect(isHeld(said, call)).toBe(true);
  });

  it.each([
    ["don't touch the tests", { edit: `${project}/src/contest.ts` }],
    ["don't touch the tests", 'npm test'],
    ["don't touch the tests", 'cat test/a.test.ts'],
    ["don't delete the tests", { edit: `${project}/test/a.test.ts` }],
    ["don't edit migrations", 'npx knex migrate:latest'],
    ['do not touch gen.txt', 'cp gen.txt /tmp/copy.txt'],
    ['do not touch docs/b.md', 'cp a.md docs/'],
    ['do not touch docs/b.md', 'mkdir -p docs'],
    ['do not touch docs/b.md', 'cp -t docs a.md c.md'],
    ["don't delete any files", 'rm -rf dist node_modules/.cache coverage'],
    ["don't delete anything", 'git clean -n'],
    ['no global installs', 'npm install zod'],
    ['never push', 'npm publish'],
    ["don't merge anything", 'git pull --ff-only origin main'],
    ["don't merge anything", 'git pull'],
    ['No git push --force', 'git push'],
    ['Kein git push --force', 'git push'],
  ] as [string, string | { edit: string }][])('leave the call alone: %s | %j', (said, call) => {
    expect(isHeld(said, call)).toBe(false);
  });
});

describe('a call against what the user forbade', () => {
  it.each([
    ['Never run `git push --force`.', 'git push -f origin main'],
    ['Never run `git push --force`.', 'git push origin +main'],
    ['never force-push', 'npm run deploy'],
    ['do not push', 'git push'],
    ['Under no circumstances commit to git, I do that myself.', 'git commit -am x'],
    ['do not commit', 'git revert HEAD --no-edit'],
    ['Do not use sudo.', 'sudo -u postgres psql'],
    ['Never use docker', 'docker ps'],
    ['Do not push, commit, merge.', 'git merge x'],
    ['Ask me before running any database migration.', 'alembic upgrade head'],
    ['No database migrations without my OK.', 'mix ecto.migrate'],
    ['never npm run db:reset', 'yarn db:reset'],
    ['never npm run db:reset', 'npm run-script db:reset'],
    ['never npm run db:reset', 'node --run db:reset'],
    ['never run docker compose down', 'docker-compose down -v'],
    ['never run npm test', 'pnpm run test'],
    ['do not run npm install', 'npm i'],
    ['leave the docs folder alone', 'touch docs/b.md'],
    ['leave the docs folder alone', 'cp -t docs a.md'],
    ['leave the docs folder alone', "find docs -name '*.md' -delete"],
    ['leave the docs folder alone', 'git clean -fd docs'],
    ['do not touch gen.txt', 'yq -i .a=1 gen.txt'],
    ['do not touch gen.txt', 'curl -o gen.txt http://localhost/x'],
    ["don't delete gen.txt", "find . -name x -exec rm {} ';' && rm gen.txt"],
    ['Do not push to main', 'git checkout main && git push'],
    ['Nie auf main mergen!', 'git switch main; git merge feature'],
    ['do not push', 'g""it -C . pu\\sh'],
    ['do not push', "bash -c 'cd x && git push'"],
    ['do not push', `python3 -c "import os; os.system('git push')"`],
    ['do not push', 'docker push img'],
    ['never npm run db:reset', 'npm run db:reset'],
    ['never npm run db:reset', 'CI=1 npm run --silent db:reset'],
    ["don't run migrations on prod", 'DATABASE_URL=postgres://prod npx prisma migrate deploy'],
    ["don't run migrations", 'rails db:migrate'],
    ["don't run migrations", 'python manage.py migrate'],
    ['do not touch gen.txt', { edit: `${project}/gen.txt` }],
    ['do not touch gen.txt', 'echo x > gen.txt'],
    ['do not touch gen.txt', 'sed -i s/a/b/ ./gen.txt'],
    ['do not touch gen.txt', 'git checkout main -- gen.txt'],
    ['do not touch gen.txt', 'cp a.txt gen.txt'],
    ['do not touch gen.txt', `node -e "require('fs').writeFileSync('gen.txt', '')"`],
    ['do not touch src/gen.ts', 'rm -rf src'],
    ['leave package.json alone', { edit: `${project}/package.json` }],
    ["Don't change anything outside src/", { edit: `${project}/docs/a.md` }],
    ["don't delete any files", 'rm src/a.ts'],
    ['Do not push to main', 'git push origin main'],
    ['Do not push to main', 'git push origin HEAD:main'],
    ["don't commit", 'git commit -am x'],
    ['no new dependencies', 'pnpm add left-pad'],
    ['never deploy', './scripts/deploy.sh'],
    ['never deploy', 'vercel --prod'],
    ["don't publish", 'npm publish'],
    ["don't open a PR", 'gh pr create --fill'],
    ['Bitte nicht pushen', 'git push'],
    ['不要推送', 'git push'],
    ['never use sudo', 'sudo apt-get update'],
  ] as const)('%s | %j', (said, call) => {
    expect(isHeld(said, call)).toBe(true);
  });

  it.each([
    ['Never run `git push --force`.', 'git push'],
    ['Never run `git push --force`.', 'git commit -m "git push --force"'],
    ['do not push', 'git push --dry-run'],
    ['do not push', 'git stash push'],
    ['do not push', 'git log --grep push'],
    ['do not push', 'npm test'],
    ['never npm run db:reset', 'npm run db:migrate'],
    ["don't run migrations on prod", 'npx prisma migrate deploy'],
    ["don't run migrations", 'rails db:migrate:status'],
    ["don't run migrations", 'alembic revision -m x'],
    ['do not touch gen.txt', 'cat gen.txt'],
    ['do not touch gen.txt', { edit: `${project}/sub/gen.txt` }],
    ['do not touch gen.txt', { edit: `${project}/gen.txt.bak` }],
    ['do not touch gen.txt', 'cp gen.txt /tmp/x'],
    ["Don't change anything outside src/", { edit: `${project}/src/a.ts` }],
    ["don't delete any files", 'rm /tmp/x'],
    ['Do not push to main', 'git push origin feature'],
    ['Do not push to main', 'git push origin maintenance'],
    ['no new dependencies', 'npm ci'],
    ['never deploy', 'cat deploy.md'],
    ["don't commit", 'git log'],
    ["don't commit", 'git revert -n HEAD'],
    ['Do not use npm, use pnpm.', 'pnpm install'],
    ['Do not push, run npm test instead.', 'npm test'],
    ['Do not use python for this.', 'python3 a.py'],
    ['never npm run db:reset', 'yarn db:migrate'],
    ['never npm run db:reset', 'yarn test'],
    ['leave the docs folder alone', "find docs -name '*.md'"],
    ['leave the docs folder alone', 'git clean -n docs'],
    ['leave the docs folder alone', 'chmod 600 src/a.ts'],
    ['Do not push to main', 'git checkout feature && git push'],
    ['Do not push to main', 'git checkout main -- a.txt && git push'],
  ] as const)('is none: %s | %j', (said, call) => {
    expect(isHeld(said, call)).toBe(false);
  });

  it('names the branch that is checked out where the command names none', () => {
    expect(isHeld('Do not push to main', 'git push', 'main')).toBe(true);
    expect(isHeld('Do not push to main', 'git push', 'feature')).toBe(false);
  });
});

describe('what the user allows later', () => {
  it.each([
    [['do not push', 'you may push now'], 'git push'],
    [['do not push', 'go ahead and push'], 'git push'],
    [['do not touch gen.txt', 'You can edit gen.txt now.'], { edit: `${project}/gen.txt` }],
    [['never npm run db:reset', 'ok, run `npm run db:reset` now'], 'npm run db:reset'],
    [['Nicht pushen!', 'ab jetzt darfst du wieder pushen'], 'git push'],
  ] as const)('opens it: %j', (said, call) => {
    expect(isHeld([...said], call)).toBe(false);
  });

  it.each([
    [['do not push', 'you may commit now'], 'git push'],
    [['Never run `git push --force`.', 'you may push now'], 'git push --force'],
    [['do not push', 'you may push if the tests pass'], 'git push'],
    [['do not push', 'push to feature please'], 'git push origin main'],
    [['you may push now', 'do not push'], 'git push'],
    [['do not push', 'you may push', "don't push any more"], 'git push'],
  ] as const)('opens nothing else: %j', (said, call) => {
    expect(isHeld([...said], call)).toBe(true);
  });
});
