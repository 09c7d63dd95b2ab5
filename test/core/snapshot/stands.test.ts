import { describe, expect, it } from 'vitest';
import { agent, ofKind, says, sh, snap, tool } from './build.ts';

const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'stands').map(({ value, detail }) => [value, detail]);

describe('where an unfinished turn stands', () => {
  it('is what the agent said it would do, and its last calls with how they ended', () => {
    const [call] = tool('shell', { command: 'npm run build', id: 'b' });
    expect(
      facts(
        says('go'),
        agent('Now I add the route to src/router.ts.'),
        sh('npm test', 'x', 1),
        call!,
      ),
    ).toEqual([
      ['Now I add the route to src/router.ts.', 'npm test (exit 1); npm run build (no result)'],
    ]);
  });

  it('is nothing once the turn has ended, was stopped, or another began', () => {
    const begun = [says('go'), agent('I will build.'), sh('npm run build')];
    expect(facts(...begun)).toHaveLength(1);
    expect(facts(...begun, agent('Built.'))).toEqual([]);
    expect(facts(...begun, says('and now?'))).toEqual([]);
    const stopped = tool(
      'shell',
      { command: 'npm test' },
      { outcome: 'interrupted', refused: true },
    );
    expect(facts(...begun, stopped)).toEqual([]);
  });
});
