import { expect, it } from 'vitest';
import { fleetHomes, type Home } from './home.ts';
import { withPostgres } from './with-postgres.ts';

const session = '11111111-2222-4333-8444-555555555555';
const secret = `ghp_${'a1B2'.repeat(9)}`;

withPostgres('summaries of sessions', (postgres) => {
  const fleet = fleetHomes(postgres);

  const home = (machine: string): Promise<Home> => fleet.join(machine, session);

  /** A session with a rule, a secret, a compaction and words that are nobody's business. */
  async function worksOn(one: Home): Promise<void> {
    const asked = `Never push to main. Round the prices; the token is ${secret}.`;
    await one.send('SessionStart', { source: 'startup' });
    await one.send('UserPromptSubmit', { prompt: asked });
    one.row({
      type: 'user',
      gitBranch: 'round-prices',
      message: { role: 'user', content: asked },
    });
    one.answerRow('The answer of the agent stays here.');
    await one.compact();
  }

  const reportsAt = async (one: Home) => {
    await one.ok('fleet', 'sync');
    const { reports } = await one.data('fleet', 'status');
    expect(await one.data('fleet', 'status', '--local')).toMatchObject({ reports });
    return reports as { kind: string; id: string; facts: Record<string, unknown> }[];
  };
  const everything = async () =>
    JSON.stringify((await fleet.database().query('select * from holdfast.reports')).rows);

  it('leave a machine only where its user says so, and then without what was said', async () => {
    const a = await home('a');
    const b = await home('b');
    await worksOn(a);
    await a.ok('fleet', 'sync');
    expect(await reportsAt(b)).toEqual([]);

    a.settings({ fleetShares: ['sessions', 'receipts'] });
    await a.ok('fleet', 'sync');
    const told = await reportsAt(b);
    expect(told).toHaveLength(2);
    expect(told).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'session',
          id: `claude-code/${session}`,
          machine: 'a',
          facts: {
            status: 'recovering',
            client: 'Claude Code',
            branch: 'round-prices',
            compactions: 1,
            rules: 1,
            receipts: 1,
            receipt: expect.any(String),
            last: expect.any(String),
          },
        }),
        expect.objectContaining({ kind: 'receipt', id: `claude-code/${session}`, machine: 'a' }),
      ]),
    );
    expect(await everything()).not.toMatch(/push|prices;|answer of the agent|ghp_/);
    // The machine itself reads what the others do.
    expect(await reportsAt(a)).toEqual(told);

    a.settings({ fleetShares: ['sessions', 'titles'] });
    await a.ok('fleet', 'sync');
    const [titled] = await reportsAt(b);
    expect(titled!.facts.title).toContain('Never push to main.');
    expect(await everything()).not.toContain(secret);
    expect(await b.ok('fleet', 'status')).toMatch(/^claude-code\/11111111\S* +a +/m);

    a.settings({ fleetShares: [] });
    await a.ok('fleet', 'sync');
    expect(await reportsAt(b)).toEqual([]);
  });

  it('are in an export, and are withdrawn by a machine that leaves', async () => {
    const a = await home('a');
    const b = await home('b');
    await worksOn(a);
    a.settings({ fleetShares: ['sessions'] });
    await a.ok('fleet', 'sync');
    const { reports } = JSON.parse(await b.ok('fleet', 'export'));
    expect(reports).toMatchObject([{ kind: 'session', machine: 'a', facts: { compactions: 1 } }]);
    await a.ok('fleet', 'leave');
    expect(await reportsAt(b)).toEqual([]);
  });
});
