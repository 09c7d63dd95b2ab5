import { describe, expect, it } from 'vitest';
import { agent, ofKind, says, snap } from './build.ts';

const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'deferred').map(({ value, state }) => [state, value]);

describe('what was put off, offered or left', () => {
  it('what the user put off, in several languages', () => {
    expect(
      facts(
        says('Fix the rounding. The export we do later.'),
        says('Das Logging machen wir sp\u00e4ter.'),
        says('La migraci\u00f3n, m\u00e1s tarde.'),
      ).map(([, value]) => value),
    ).toEqual([
      'The export we do later.',
      'Das Logging machen wir sp\u00e4ter.',
      'La migraci\u00f3n, m\u00e1s tarde.',
    ]);
  });

  it('what the agent offered and the next message passed over, and nothing that was answered', () => {
    const offer = agent('The header is fixed. Do you want me to add a test for the footer too?');
    const other = says('Please look into the login page now, it takes many seconds to open.');
    expect(facts(offer, other)).toEqual([
      ['offered, not answered', 'Do you want me to add a test for the footer too?'],
    ]);
    expect(facts(offer, says('yes'), says('The rest later.'))).toEqual([
      ['put off by the user', 'The rest later.'],
    ]);
  });

  it('what its last texts named as left, marked as its own words', () => {
    expect(
      facts(
        says('go'),
        agent(
          'Let me do the remaining #2 first. Both are fixed.\n**Next steps**\n- Remaining tasks: #3 (log routing) and #4.',
        ),
      ),
    ).toEqual([['left, said the agent', 'Remaining tasks: #3 (log routing) and #4.']]);
  });
});
