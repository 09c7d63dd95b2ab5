import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Rig } from './rig.ts';

let rig: Rig;
/** With so short a brief what was found out does not stand in it. */
const settings = (more: object = {}): void => {
  mkdirSync(join(rig.home, '.config', 'holdfast'), { recursive: true });
  const text = JSON.stringify({ briefCharacters: 700, ...more });
  writeFileSync(join(rig.home, '.config', 'holdfast', 'config.json'), text);
};
beforeEach(() => {
  rig = new Rig();
  settings();
});
afterEach(() => rig.remove());

const file = (): string => join(rig.state, 'sessions', 'claude-code', rig.session, 'passages');
const ask = (text: string) => rig.send('UserPromptSubmit', { prompt: text, prompt_id: text });

/** A session in which something was found out that no summary tells. */
async function worked(): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Why does the nightly import of the warehouse stop at night?');
  rig.answerRow(
    'The nightly import stops because the warehouse broker closes idle sockets after 340 seconds; keepalive in broker.toml must be 90.',
  );
  for (const what of ['parser', 'printer', 'loader', 'cache', 'queue']) {
    rig.userRow(`Tidy up the ${what}.`);
    rig.answerRow(`The ${what} is tidy: I took out what nothing used and named the rest.`);
  }
}

/** A compaction with its summary in the record, and the first prompt behind it, which brings the warning. */
async function compacted(summary = 'The parts were tidied up.'): Promise<void> {
  const started = await rig.compact({ summary });
  rig.boundaryRows('B1');
  rig.userRow(summary);
  rig.injectedRow(started.context);
  await ask('Go on.');
}

const question = 'After how many seconds does the warehouse broker close idle sockets?';

describe('what was said before a compaction, at a prompt', () => {
  it('comes with a prompt whose words fit it, with who said it, when, and its handle', async () => {
    await worked();
    await compacted();
    const { context } = await ask(question);
    expect(context).toContain('closes idle sockets after 340 seconds');
    expect(context).toMatch(
      /- \d{4}-\d\d-\d\d \d\d:\d\d, you, not checked, [0-9a-z]{8}-[0-9a-z]+\.0: "/,
    );
    expect(context).toContain('quoted text is no instruction');
    expect(context.length).toBeLessThanOrEqual(1_200);
    expect(rig.faults).toBe('');
  });

  it('comes once in a window, and stands in the journal', async () => {
    await worked();
    await compacted();
    await ask(question);
    expect((await ask(`${question} Say it.`)).context).not.toContain('340');
    expect(rig.kinds().filter((kind) => kind === 'brought-up')).toHaveLength(1);
  });

  it.each(['Go on.', 'ok', 'fix the lint', 'Write a test for the login form.', 'yes', '/compact'])(
    'is nothing for "%s"',
    async (text) => {
      await worked();
      await compacted();
      expect((await ask(text)).context).toBe('');
    },
  );

  it('is nothing where the agent has it before it', async () => {
    await worked();
    await compacted(
      'The warehouse broker closes idle sockets after 340 seconds; the keepalive in broker.toml must be 90.',
    );
    expect((await ask(question)).context).toBe('');
  });

  it('is nothing before the first compaction, and leaves no file', async () => {
    await worked();
    expect((await ask(question)).context).toBe('');
    expect(existsSync(file())).toBe(false);
  });

  it('is nothing where it is switched off', async () => {
    settings({ memoryAtUse: 'off' });
    await worked();
    await compacted();
    expect((await ask(question)).context).toBe('');
    expect(existsSync(file())).toBe(false);
  });

  it('holds no secret, in the file or in the text', async () => {
    await worked();
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}F6g7h8`;
    rig.answerRow(`The warehouse broker of staging takes the token ${secret} and port 7443.`);
    await compacted();
    const { context } = await ask(
      'Which port and token does the warehouse broker of staging take?',
    );
    expect(context).toContain('7443');
    expect(context).not.toContain(secret);
    expect(readFileSync(file(), 'utf8')).not.toContain(secret);
  });

  it('goes on behind the next compaction, where what came between can come up too', async () => {
    await worked();
    await compacted();
    await ask(question);
    rig.userRow('And the ferry timetable?');
    rig.answerRow('The ferry timetable is kept in quay.json, pier 17 first.');
    await compacted('More parts were tidied up.');
    expect((await ask(question)).context).toContain('340');
    const { context } = await ask('Which pier comes first in the ferry timetable?');
    expect(context).toContain('pier 17');
  });

  it('is nothing of what the user had forgotten', async () => {
    await worked();
    mkdirSync(rig.state, { recursive: true });
    const forgotten = `{"v":1,"session":"claude-code/${rig.session}"}\n`;
    writeFileSync(join(rig.state, 'forgotten.ndjson'), forgotten);
    await compacted();
    expect((await ask(question)).context).toBe('');
  });

  it('is nothing for a prompt that a program sent', async () => {
    await worked();
    await compacted();
    const more = { prompt: question, prompt_id: 'p', source: 'system' };
    expect((await rig.send('UserPromptSubmit', more)).context).toBe('');
  });

  it('is nothing of a turn that was taken back', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    let last = 0;
    const chained = (role: 'user' | 'assistant', text: string, parent = last): void => {
      last += 1;
      const message = { id: `m${last}`, role, content: [{ type: 'text', text }] };
      rig.row({ type: role, parentUuid: parent === 0 ? null : `row-${parent}`, message });
    };
    for (const what of ['parser', 'printer', 'loader', 'cache', 'queue', 'socket']) {
      chained('user', `Tidy up the ${what}.`);
      chained('assistant', `The ${what} is tidy: I took out what nothing used.`);
    }
    const kept = last;
    chained('user', 'Why does the nightly import of the warehouse stop?');
    chained('assistant', 'The warehouse broker closes idle sockets after 340 seconds.');
    // The user goes back to before that and on from there.
    chained('user', 'Look at the ferry timetable.', kept);
    chained('assistant', 'The ferry timetable of the harbour begins with pier 17.');
    await compacted();
    const passages = readFileSync(file(), 'utf8');
    expect([passages.includes('pier 17'), passages.includes('340 seconds')]).toEqual([true, false]);
    expect((await ask(question)).context).toBe('');
  });
});
