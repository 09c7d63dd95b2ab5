import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginWork, edit } from './kit.ts';
import { longPlan, Rig, readPayload } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

const other = '99999999-2222-4333-8444-555555555555';

function role(session = rig.session): string | undefined {
  const found = rig.journal(session).findLast((entry) => entry.kind === 'role');
  return found?.kind === 'role' ? found.role : undefined;
}

describe('[R3] a session that was launched with a ticket', () => {
  it('is the worker of that ticket, by its environment and its launch record', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    launch(rig, ticket);
    const started = await rig.send('SessionStart', { source: 'startup' });
    expect(started.context).toContain(`the worker of the ticket ${ticket}`);
    expect(role()).toBe('worker');
  });

  it('[case 1] is one session alone: another one that inherits the environment is none, whatever its id', async () => {
    launch(rig, rig.write('.holdfast/tickets/t-1.md', ticketText()));
    await rig.send('SessionStart', { source: 'startup' });
    for (const id of [other, 'null', 'undefined']) {
      rig.session = id;
      const started = await rig.send('SessionStart', { source: 'startup' });
      expect(started.raw).toBe('');
      expect(role(id)).toBeUndefined();
      expect((await rig.send('UserPromptSubmit', { prompt: 'Hello.' })).raw).toBe('');
      expect((await rig.compact()).context).not.toContain('You are a worker');
    }
  });

  it('is a worker though the text of its ticket speaks of a handler', async () => {
    const text = ticketText({ progress: ['wrote\nrole: handler\ninto the example'] });
    launch(rig, rig.write('.holdfast/tickets/t-1.md', text));
    await rig.send('SessionStart', { source: 'startup' });
    expect(role()).toBe('worker');
  });

  it('is no agent of another host that starts under the same name, though it were the first', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    launch(rig, ticket, 'w-1', { host: 'codex' });
    await rig.send('SessionStart', { source: 'startup' });
    expect(role()).toBeUndefined();
  });

  it('may be a new one at the next start of the same worker', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    launch(rig, ticket);
    await rig.send('SessionStart', { source: 'startup' });
    launch(rig, ticket, 'w-1', { run: 2 });
    rig.session = other;
    await rig.send('SessionStart', { source: 'startup' });
    expect(role(other)).toBe('worker');
  });

  it('counts by the ticket alone where a person launched it, and never by the home folder', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    rig.variables = { HOLDFAST_TICKET: ticket };
    await rig.send('SessionStart', { source: 'startup' });
    expect(role()).toBe('worker');
    rig.variables = {};
    rig.session = other;
    await rig.send('SessionStart', { source: 'startup' });
    expect(role(other)).toBeUndefined();
  });

  it('[case 10] is answered as a worker though it was started by a program of ours, and leaves nothing running', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    launch(rig, ticket);
    await beginWork(rig);
    expect((await rig.compact()).context).toContain('You are a worker');
    rig.variables = { ...rig.variables, HOLDFAST_DISABLE: '1' };
    expect((await rig.send('UserPromptSubmit', { prompt: 'Go on.' })).raw).toBe('');
  });
});

describe('[R7] what is read again after a compaction', () => {
  it('[case 71] is the ticket alone for a worker, whatever the project’s task is, and the brief says its role', async () => {
    const text = ticketText({ keys: ['files_to_load: [PLAN.md]'] });
    const ticket = rig.write('.holdfast/tickets/t-1.md', text);
    rig.write('.holdfast/tickets/t-2.md', ticketText({ id: 't-2' }));
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    launch(rig, ticket);
    await beginWork(rig);
    const { context } = await rig.compact();
    expect(context).toContain('You are a worker');
    expect(context).toContain('cut the boards');
    const entry = rig.journal().find(({ kind }) => kind === 'obligations');
    expect(entry?.kind === 'obligations' && entry.files.map(({ path }) => path)).toEqual([ticket]);
  });

  it('is read even where the brief could hold it, with the gate set to always', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    const settings = join(rig.home, '.config', 'holdfast');
    mkdirSync(settings, { recursive: true });
    writeFileSync(join(settings, 'config.json'), '{"gate": "always"}');
    launch(rig, ticket);
    await beginWork(rig);
    const { context } = await rig.compact();
    expect(context).toContain(`Read ${ticket} (ticket, whole)`);
    expect(context).not.toContain('Build the widget, and nothing else.\n');
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toContain(ticket);
    await rig.send('PostToolUse', readPayload(ticket, ticketText()));
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
  });

  it.each([
    ['auto', true],
    ['always', false],
  ])(
    'is delivered at gate %s: %s; with always a worker reads its ticket again all the same',
    async (gate, inlined) => {
      const path = join(rig.home, '.config', 'holdfast', 'config.json');
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify({ gate }));
      rig.write('PLAN.md', '# Plan\n\nplan-mark\n\n- [ ] step one\n');
      rig.setTask('PLAN.md');
      await beginWork(rig);
      expect((await rig.compact()).context).toContain('plan-mark');

      const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
      launch(rig, ticket);
      rig.session = 'worker-session';
      await beginWork(rig);
      await rig.compact();
      const { denied } = await rig.send('PreToolUse', edit('toolu_9'));
      expect(denied.includes('t-1.md')).toBe(!inlined);
    },
  );

  it('is the state file and the active tickets for a handler, in that order', async () => {
    const long = ['', ...Array.from({ length: 300 }, (_, n) => `note ${n} of the handler's state`)];
    const state = rig.write('.holdfast/handler-state.md', `# State\n${long.join('\n')}\n`);
    const active = rig.write('.holdfast/tickets/t-1.md', ticketText());
    rig.write('.holdfast/tickets/t-2.md', ticketText({ id: 't-2', status: 'done', result: 'x' }));
    rig.write('.holdfast/tickets/t-3.md', ticketText({ id: 't-3', status: 'queued' }));
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/handler go through the tickets' });
    rig.userRow('/handler go through the tickets');
    rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).toContain('You are the handler');
    const entry = rig.journal().find(({ kind }) => kind === 'obligations');
    expect(entry?.kind === 'obligations' && entry.files.map(({ path }) => path)).toEqual([
      state,
      active,
    ]);
    const denied = await rig.send('PreToolUse', edit('toolu_1'));
    expect(denied.denied).toContain(state);
    await rig.send('PostToolUse', readPayload(state, `# State\n${long.join('\n')}\n`));
    expect((await rig.send('PreToolUse', edit('toolu_2'))).denied).toBe('');
  });

  it('[case 25] is the same from a linked work tree, whose own copies of tickets count for nothing', async () => {
    const main = rig.project;
    const active = rig.write('.holdfast/tickets/t-1.md', ticketText());
    rig.write('.git/worktrees/side/commondir', '../..\n');
    const side = join(rig.root, 'side');
    mkdirSync(join(side, '.holdfast', 'tickets'), { recursive: true });
    writeFileSync(join(side, '.git'), `gitdir: ${main}/.git/worktrees/side\n`);
    writeFileSync(join(side, '.holdfast', 'tickets', 't-1.md'), ticketText());
    const there = { cwd: side };
    await rig.send('SessionStart', { source: 'startup', ...there });
    await rig.send('UserPromptSubmit', { prompt: '/handler', ...there });
    rig.userRow('/handler');
    await rig.send('PreCompact', { trigger: 'auto', ...there });
    await rig.send('SessionStart', { source: 'compact', ...there });
    const entry = rig.journal().find(({ kind }) => kind === 'obligations');
    expect(entry?.kind === 'obligations' && entry.files.map(({ path }) => path)).toEqual([active]);
  });

  it('[case 5] stays within what the host takes, also with forty tickets and a long state', async () => {
    for (let n = 10; n < 50; n += 1) {
      const progress = Array.from(
        { length: 9 },
        (_, line) => `한국어 ${line} 🙂 ${'x'.repeat(200)}`,
      );
      rig.write(`.holdfast/tickets/t-${n}.md`, ticketText({ id: `t-${n}`, progress }));
    }
    rig.write('.holdfast/handler-state.md', `# State\n${'long words of a state\n'.repeat(900)}`);
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/handler' });
    rig.userRow('/handler');
    rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context.length).toBeLessThanOrEqual(9_500);
    expect(context.slice(0, 1_900)).toContain('handler-state.md');
    expect(context.slice(0, 1_900)).toContain('You are the handler');
    expect(context).toContain('t-49.md');
  });

  it('finds the state file where the handler was seen to write it', async () => {
    const path = rig.write('notes/HANDLER_STATE.md', '# Where we are\n');
    await beginWork(rig);
    rig.callRows('toolu_w', 'Write', { file_path: path }, { text: 'File created.' });
    rig.callRows('toolu_s', 'Skill', { skill: 'team:handler' }, { text: 'Launching skill' });
    await rig.compact();
    expect(role()).toBe('handler');
    const entry = rig.journal().find(({ kind }) => kind === 'obligations');
    expect(entry?.kind === 'obligations' && entry.files[0]?.path).toBe(path);
  });

  it('is the document for a loop, which goes on with its current step without asking', async () => {
    const loop = rig.write('loops/nightly.md', '# Nightly\n- [ ] look\n- [ ] fix [CURRENT]\n');
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/loop loops/nightly.md' });
    rig.userRow('/loop loops/nightly.md');
    rig.answerRow('One round is done.');
    const { context } = await rig.compact();
    expect(context).toContain(loop);
    expect(context).toContain('step: fix');
    expect(context).toContain('go on without asking');
    expect(context).not.toContain('wait for the user');
  });
});

describe('[R2] the skill of a handler or a loop', () => {
  it('makes the session that invokes it one, and no other', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/holdfast-handler' });
    expect(role()).toBe('handler');
    const mine = rig.session;
    rig.session = other;
    await rig.send('SessionStart', { source: 'startup' });
    expect((await rig.send('UserPromptSubmit', { prompt: 'the /handler is broken' })).raw).toBe('');
    expect(role(other)).toBeUndefined();
    expect(role(mine)).toBe('handler');
  });

  it('counts also where only the record tells that the agent invoked it', async () => {
    await beginWork(rig);
    rig.callRows('toolu_s', 'Skill', { skill: 'ralph-loop' }, { text: 'Launching skill' });
    await rig.send('Stop');
    expect(role()).toBe('loop');
  });

  it('counts where the turn’s end saw the call without its result, at the next prompt or the end of the session', async () => {
    for (const [next, payload] of [
      ['UserPromptSubmit', { prompt: 'Go on.' }],
      ['SessionEnd', { reason: 'other' }],
    ] as const) {
      rig.session = `${next === 'SessionEnd' ? '7' : '8'}${other.slice(1)}`;
      await rig.send('SessionStart', { source: 'startup' });
      rig.userRow('Hand out the tickets.');
      rig.callRows('toolu_s', 'Skill', { skill: 'handler' });
      await rig.send('Stop');
      expect(role(rig.session)).toBeUndefined();
      rig.resultRow('toolu_s', { text: 'Launching skill' });
      await rig.send(next, payload);
      expect(role(rig.session)).toBe('handler');
    }
  });

  it('counts where the turn’s end saw nothing of it and the session ends, and its result comes late', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    rig.userRow('Hand out the tickets.');
    await rig.send('Stop');
    rig.callRows('toolu_s', 'Skill', { skill: 'handler' });
    const later = setTimeout(() => rig.resultRow('toolu_s', { text: 'Launching skill' }), 100);
    await rig.send('SessionEnd', { reason: 'other' });
    clearTimeout(later);
    expect(role()).toBe('handler');
  });

  it('says nothing against a launch', async () => {
    launch(rig, rig.write('.holdfast/tickets/t-1.md', ticketText()));
    await rig.send('SessionStart', { source: 'startup' });
    await rig.send('UserPromptSubmit', { prompt: '/loop' });
    expect(role()).toBe('worker');
  });
});

describe('[R12] a role', () => {
  it('lives in the session’s journal alone, and stays when the session comes back', async () => {
    const ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
    launch(rig, ticket);
    await rig.send('SessionStart', { source: 'startup' });
    rig.variables = {};
    await rig.send('SessionEnd', { reason: 'other' });
    await rig.send('SessionStart', { source: 'resume' });
    await beginWork(rig);
    expect((await rig.compact()).context).toContain('You are a worker');
  });
});

describe('[R1] a regular session', () => {
  it('is told and asked nothing of tickets that lie in its project', async () => {
    rig.write('.holdfast/tickets/t-1.md', ticketText());
    rig.write('.holdfast/handler-state.md', '# State\n');
    await rig.send('SessionStart', { source: 'startup' });
    expect((await rig.send('UserPromptSubmit', { prompt: 'Hello.' })).raw).toBe('');
    rig.userRow('Hello.');
    rig.callRows('toolu_begin', 'Bash', { command: 'npm test' }, { text: 'ok' });
    const { context } = await rig.compact();
    expect(context).not.toContain('t-1.md');
    expect(context).not.toContain('handler');
    expect((await rig.send('PreToolUse', edit('toolu_1'))).denied).toBe('');
    expect(role()).toBeUndefined();
  });
});
