import { spawnSync } from 'node:child_process';
import type { BenchSession } from '../cases/session.ts';
import { boundariesOf } from '../cases/session.ts';
import { makePlace } from '../replay/place.ts';
import { makeWorkTree } from '../replay/work-tree.ts';

const questions = [
  ['status', '--short', '--branch'],
  ['diff', '--stat'],
  ['log', '--oneline', '-5'],
];

/** What git alone tells in the rebuilt work tree at each boundary of a session. */
export function gitTexts(session: BenchSession): string[] {
  const place = makePlace(session);
  try {
    const tree = makeWorkTree(session, place);
    return boundariesOf(session).map((boundary) => {
      tree.advance(boundary.line);
      const env = { PATH: process.env.PATH, HOME: place.home, GIT_CONFIG_NOSYSTEM: '1' };
      const answers = questions.map((words) => {
        const run = spawnSync('git', words, { cwd: place.project, env, encoding: 'utf8' });
        return `$ git ${words.join(' ')}\n${run.stdout}`;
      });
      return place.toRecord(answers.join('\n'));
    });
  } finally {
    place.remove();
  }
}
