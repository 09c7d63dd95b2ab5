import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handleEvent } from '../../src/app/hook/handle-event.ts';
import { composeHook } from '../../src/entry/compose.ts';
import { claudeCode } from '../../src/hosts/claude-code/index.ts';
import { postMessage, postNotice } from '../../src/journal/mail.ts';
import { editCall, shellDone } from './calls.ts';
import { bash, beginWork, decision, reason } from './kit.ts';
import { longPlan, Rig } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

/** What fails on the way must not open what it guards, nor lose what it carries. */
let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** Puts another git before the real one. */
function stubGit(script: string): void {
  const bin = join(rig.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, 'git'), 0o755);
  rig.variables.PATH = `${bin}:${process.env.PATH}`;
  process.env.PATH = rig.variables.PATH;
}

describe('a git that does not say what it tracks', () => {
  const path = process.env.PATH;
  beforeEach(async () => {
    rig.write('src/a.ts', 'a\n');
    execFileSync('git', ['-C', rig.project, 'init', '-q']);
    execFileSync('git', ['-C', rig.project, 'add', '.']);
    await beginWork(rig);
    await rig.compact();
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  it.each([
    ['hangs', 'sleep 300'],
    ['fails', 'exit 128'],
    ['prints nonsense for ever', 'yes | head -c 80000000'],
  ])('(it %s) lets nothing in its work tree be deleted unasked', async (_, script) => {
    stubGit(script);
    for (const command of ['rm -rf src', 'rm -rf src/*', 'find . -name "*.ts" -delete']) {
      const answer = await rig.send('PreToolUse', bash(`toolu_${command}`, command));
      expect([command, decision(answer)]).toEqual([command, 'ask']);
      expect(reason(answer)).toContain(command);
    }
  });

  it('(it is not there) lets nothing in a work tree be deleted unasked', async () => {
    rig.variables.PATH = join(rig.root, 'nowhere');
    process.env.PATH = rig.variables.PATH;
    const answer = await rig.send('PreToolUse', bash('toolu_r', 'rm -rf src'));
    expect(decision(answer)).toBe('ask');
  });
});

describe('a journal that takes nothing for a moment', () => {
  const journal = () => join(rig.state, 'sessions', 'claude-code', rig.session, 'journal.ndjson');
  let kept: string;
  const breakIt = () => {
    kept = readFileSync(journal(), 'utf8');
    rmSync(journal());
    symlinkSync('/dev/full', journal());
  };
  const mendIt = () => {
    rmSync(journal());
    writeFileSync(journal(), kept);
  };

  it('does not pass over a compaction that the record told of meanwhile', async () => {
    rig.write('PLAN.md', longPlan);
    rig.setTask('PLAN.md');
    await beginWork(rig, 'Do the plan. Never push to main.');
    await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p0' });
    breakIt();
    rig.boundaryRows('B1');
    await rig.send('PostToolUse', shellDone('t1'));
    await rig.send('UserPromptSubmit', { prompt: 'on', prompt_id: 'p1' });
    mendIt();
    const told = await rig.send('UserPromptSubmit', { prompt: 'on', prompt_id: 'p2' });
    expect(told.context).toContain('Never push to main.');
    expect(rig.journal().filter(({ kind }) => kind === 'armed')).toMatchObject([
      { boundary: 'B1' },
    ]);
    expect((await rig.send('PreToolUse', editCall('t3'))).denied).toContain('PLAN.md');
  });

  it.each([
    ['refuses', () => false],
    [
      'breaks',
      () => {
        throw new Error('no space');
      },
    ],
  ])('(that %s) loses no message to a worker', async (_, append) => {
    launch(rig, rig.write('.holdfast/tickets/t-1.md', ticketText()));
    await beginWork(rig);
    const inbox = join(rig.state, 'workers', 'w-1', 'inbox');
    const message = { from: 'the handler', text: 'Use oak.', at: '2026-01-01T00:00:00Z' };
    postMessage(rig.state, 'w-1', 'm-1', message);
    const payload = rig.payload('UserPromptSubmit', { prompt: 'go', prompt_id: 'p1' });
    const decoded = claudeCode.decode(payload);
    if (!('event' in decoded)) throw new Error('no event');
    const deps = composeHook(claudeCode, decoded.event, rig.env);
    const taken: string[] = [];
    const mail = deps.mail!;
    const replies = await handleEvent(
      {
        ...deps,
        store: { ...deps.store, append },
        mail: {
          ...mail,
          take(file) {
            taken.push(file);
            return mail.take(file);
          },
        },
      },
      decoded.event,
    );
    expect(taken).toHaveLength(1);
    expect(JSON.stringify(replies)).not.toContain('Use oak.');
    expect(readdirSync(inbox).filter((name) => name.endsWith('.json'))).toEqual(['m-1.json']);
    const told = await rig.send('UserPromptSubmit', { prompt: 'go', prompt_id: 'p2' });
    expect(told.context).toContain('Use oak.');
    expect(readdirSync(join(inbox, 'told'))).toEqual(['m-1.json']);
  });
});

describe('what is for the main session', () => {
  it('is not told to a subagent: a notice of a worker waits for the session itself', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    postNotice(rig.state, { host: 'claude-code', session: rig.session }, 'w-1-1', {
      task: 't-1',
      status: 'completed',
      summary: 'The ticket is done.',
      result: 'It holds.',
      usage: { tokens: 1, toolUses: 1, durationMs: 1 },
      at: '2026-01-01T00:00:00.000Z',
    });
    const own = { agent_id: 'a1', agent_type: 'general-purpose' };
    const agents = await rig.send('PostToolUse', { ...shellDone('t1'), ...own });
    expect(agents.context).not.toContain('task-notification');
    const main = await rig.send('PostToolUse', shellDone('t2'));
    expect(main.context).toContain('<task-id>t-1</task-id>');
  });
});
