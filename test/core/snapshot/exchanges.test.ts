import { describe, expect, it } from 'vitest';
import { snapshotOf } from '../../../src/core/snapshot/fold.ts';
import { namesIn, tellingSentences } from '../../../src/core/snapshot/telling.ts';
import { agent, boundary, folded, ofKind, says, session, sh, snap } from './build.ts';

const found = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'exchange').map(({ value, detail, refs }) => ({ value, detail, refs }));

describe('what the user asked and how the turn ended that answered it', () => {
  it('keeps the question and the sentences of the last text that carry something', () => {
    const [one] = found(
      says('Where does the total come from?'),
      agent('Let me look.'),
      sh('grep -rn total src'),
      agent(
        'It comes from `totalOf` in src/cart/total.ts, because the page caches it. I hope that this helps you.',
      ),
      says('thanks'),
    );
    expect(one).toEqual({
      value: 'Where does the total come from?',
      detail: 'It comes from `totalOf` in src/cart/total.ts, because the page caches it.',
      refs: undefined,
    });
  });

  it('keeps what was found on the way, and leaves out what only says what is done next', () => {
    const [one] = found(
      says('Fix the timeout.'),
      agent(
        'The root cause is `retry()` in src/net/client.ts: it waits 30000 ms because MAX_WAIT is never read.',
      ),
      sh('npm test'),
      agent('Now I will change src/net/client.ts.'),
      sh('npm run build'),
      agent('Fixed in `retry()`.'),
      says('ok'),
    );
    expect(one!.detail).toBe(
      'The root cause is `retry()` in src/net/client.ts: it waits 30000 ms because MAX_WAIT is never read. Fixed in `retry()`.',
    );
  });

  it('tells the newest exchange before the next message, and the source of each', () => {
    const snapshot = snap(says('Which port?'), agent('Port 8443, since 443 is taken.'));
    const [fact] = ofKind(snapshot, 'exchange');
    expect(fact).toMatchObject({
      value: 'Which port?',
      from: { source: 'record', line: 1, segment: 0 },
    });
  });

  it('counts the later exchanges that name the same thing', () => {
    const all = found(
      says('What is this?'),
      agent('That is `InvoiceRounder` in billing/rounding.ts.'),
      says('And who calls it?'),
      agent('Only the nightly job calls `InvoiceRounder`, at 02:00.'),
      says('ok'),
    );
    expect(all.map(({ refs }) => refs)).toEqual([1, undefined]);
  });

  it('says nothing of answers that carry nothing, and cuts at a compaction', () => {
    expect(found(says('go on'), agent('Done, all well.'), says('ok'))).toEqual([]);
    const [one] = found(
      says('Which one?'),
      agent('The one in src/a.ts.'),
      boundary(),
      agent('Port 80.'),
    );
    expect(one!.detail).toBe('The one in src/a.ts.');
  });

  it('holds no secret, and the same after a round through JSON', () => {
    const rows = session(
      says('What is the key?'),
      agent('It is ghp_16C7e42F292c6912E7710c838347Ae178B4a in config/app.env, since 2024.'),
      says('ok'),
    );
    const state = folded(rows);
    const text = JSON.stringify(state);
    expect(text).not.toContain('ghp_16C7e42F292c6912E7710c838347Ae178B4a');
    expect(snapshotOf(JSON.parse(text))).toEqual(snapshotOf(state));
    expect(text).toContain('config/app.env');
  });
});

describe('sentences that carry something', () => {
  it('are known by names, numbers and reasons in any language, and keep their order', () => {
    const text =
      'Gut.\nDer Fehler liegt in `runde()`, weil der Wert 0.005 ein Float ist.\nIch hoffe, das hilft.\n' +
      '\u539f\u56e0\u306f src/\u5408\u8a08.ts \u3067\u3059\u3002';
    expect(tellingSentences(text, { limit: 400, least: 2 })).toBe(
      'Der Fehler liegt in `runde()`, weil der Wert 0.005 ein Float ist. \u539f\u56e0\u306f src/\u5408\u8a08.ts \u3067\u3059\u3002',
    );
  });

  it('take those that carry most where there is no room for all, and nothing that is fenced', () => {
    const text =
      'See a.ts.\n```\nconst x = 1;\n```\nIt fails since `a_b`, `c_d` and `e_f` are 12, 13 and 14.';
    expect(tellingSentences(text, { limit: 60, least: 2 })).toBe(
      'It fails since `a_b`, `c_d` and `e_f` are 12, 13 and 14.',
    );
  });

  it('give the names of a text', () => {
    expect(namesIn('See (`retry()`) in src/net/client.ts, line 12, and nothing else.')).toEqual([
      'src/net/client.ts',
      'retry',
    ]);
  });
});
