import { execFileSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { isChanging } from '../../../src/core/recovery/gate.ts';
import { changing, dailyTune, dailyUnseen } from './daily.ts';

const passes = (command: string) =>
  !isChanging({ name: 'Bash', kind: 'shell', paths: [], command }, []);

let home: string;
let place: string;

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'holdfast-daily-'));
  place = join(home, 'tree');
  mkdirSync(join(place, 'src'), { recursive: true });
  writeFileSync(join(place, 'a.ts'), 'foo\nbar\n');
  writeFileSync(join(place, 'a.txt'), '3 b\n1 a\n');
  writeFileSync(join(place, 'src/b.ts'), 'foo\n');
  writeFileSync(join(place, 'package.json'), '{"name": "x", "version": "1.0.0", "scripts": {}}');
  run(
    'git init -q --template= . && git add . && git -c user.name=n -c user.email=e@e commit -q -m x',
  );
});
afterAll(() => removeFolder(home));

function run(command: string): void {
  execFileSync('bash', ['--norc', '-c', command], {
    cwd: place,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      TMPDIR: home,
      GIT_CONFIG_NOSYSTEM: '1',
      npm_config_logs_max: '0',
      npm_config_cache: join(home, '.npm'),
      npm_config_update_notifier: 'false',
    },
    input: '',
    stdio: ['pipe', 'ignore', 'ignore'],
    timeout: 5_000,
  });
}

/** The tree with contents and modes; git's index aside, which a status refreshes. */
function picture(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) return [`${path}/ ${stat.mode}`, ...picture(path)];
    if (path.endsWith('.git/index')) return [];
    return [`${path} ${stat.mode} ${stat.isFile() ? readFileSync(path, 'base64') : 'other'}`];
  });
}

describe('a command of every day that changes nothing', () => {
  it.each([
    ['the list that the tables were made with', dailyTune],
    ['the list that they were made without', dailyUnseen],
  ])('passes the gate: %s', (_, list) => {
    const held = list.filter((command) => !passes(command));
    expect(held.length / list.length, held.join('\n')).toBeLessThanOrEqual(0.05);
  });

  it('changes nothing when it really runs', () => {
    const before = picture(place);
    let ran = 0;
    for (const command of [...dailyTune, ...dailyUnseen]) {
      // Our own commands have tests of their own; what asks the network would only wait.
      if (
        !passes(command) ||
        /^(?:holdfast|gh|curl|dig|kubectl|docker|helm|npm|npx|yarn|pnpm|apt|brew)\b/.test(command)
      )
        continue;
      ran += 1;
      try {
        run(command);
      } catch {
        // A program that is not on this machine, or found nothing: it must not have changed anything either.
      }
      expect(picture(place), command).toEqual(before);
    }
    expect(ran).toBeGreaterThan(250);
  }, 180_000);
});

describe('a command that looks alike and changes something', () => {
  it.each(changing)('is held back: %s', (command) => {
    expect(passes(command)).toBe(false);
  });
});
