import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tracked } from '../../src/core/snapshot/tracked.ts';
import { trackerTask } from '../../src/core/tracker/task-id.ts';
import { arrived, beginWork } from '../cases/kit.ts';
import { Rig } from '../cases/rig.ts';
import { launch, ticketText } from '../cases/tickets.ts';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

function settings(values: object): void {
  const folder = join(rig.home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), JSON.stringify(values));
}

const log = () => {
  try {
    return readFileSync(join(rig.project, '.holdfast', 'log.md'), 'utf8')
      .trimEnd()
      .split('\n');
  } catch {
    return [];
  }
};

/** The task that a first message names, by the tracker that is set. */
function trackedTask(tracker: string, head: string): string | undefined {
  const state = tracked.initial();
  tracked.step(state, { type: 'user', text: head } as never, { said: head } as never);
  return trackerTask({ tracked: state }, { trackerTask: '', tracker: tracker as never })?.id;
}

describe('the tracker of a session’s task', () => {
  it('is told of each compaction once, however many events tell of it [R33] [R35]', async () => {
    settings({ tracker: 'file' });
    await beginWork(rig, '# Worker\nTask: ts-9f3a1c\nMake the export faster.');
    arrived(rig, await rig.compact(), 'B1');
    rig.callRows('toolu_2', 'Bash', { command: 'npm test' }, { text: 'ok' });
    arrived(rig, await rig.compact({ trigger: 'manual' }), 'B2');
    await rig.send('UserPromptSubmit', { prompt: 'Go on.' });
    expect(log()).toEqual([
      expect.stringMatching(/^- \S+Z ts-9f3a1c compacted \(auto\), compaction 1 of the session: /),
      expect.stringMatching(
        /^- \S+Z ts-9f3a1c compacted \(manual\), compaction 2 of the session: /,
      ),
    ]);
  });

  it('gets the client’s summary in the log of a compaction, without its thoughts and without secrets [R33]', async () => {
    settings({ tracker: 'file' });
    await beginWork(rig, 'Task: ts-9f3a1c');
    const said = 'Der Index fehlt.\nSchlüssel: AKIAIOSFODNN7EXAMPLE.';
    await rig.compact({ summary: `<analysis>hm</analysis><summary>${said}</summary>` });
    expect(log()).toHaveLength(1);
    expect(log()[0]).toMatch(/; its summary: Der Index fehlt\. Schlüssel: /);
    expect(log()[0]).not.toMatch(/AKIA|hm|<summary>/);
  });

  it('gets the log of a compaction with the end of the turn where no summary ever came [R33] [R35]', async () => {
    settings({ tracker: 'file' });
    await beginWork(rig, 'Task: ts-9f3a1c');
    await rig.send('PreCompact', { trigger: 'auto' });
    await rig.send('SessionStart', { source: 'compact' });
    expect(log()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 3_100));
    await rig.send('Stop', { last_assistant_message: 'Which one do you want?' });
    expect(log()).toEqual([expect.stringMatching(/compaction 1 of the session/)]);
  });

  it('is told by the agent itself in the words of that tracker [R33]', async () => {
    settings({ tracker: 'bd' });
    await beginWork(rig, 'Task: bd-0a1b');
    const { raw } = await rig.send('PreCompact', { trigger: 'auto' });
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    for (const text of [JSON.parse(JSON.stringify(raw)), context]) {
      expect(text).toContain('bd comments add bd-0a1b');
      expect(text).not.toContain('prog');
    }
  });

  it.each([
    ['bd', 'bd-0a1b', 'bd update bd-0a1b --append-notes'],
    ['backlog', 'task-12', 'backlog task edit task-12 --append-notes'],
  ])('is added to by the agent and not replaced: %s [R33]', async (tracker, id, command) => {
    settings({ tracker });
    await beginWork(rig, `Task: ${id}`);
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain(command);
    expect(context).not.toContain(' --notes ');
  });

  it.each([
    ['backlog', 'Bitte Task: task-12 erledigen.', 'task-12'],
    ['backlog', '**Task:** task-3.1\nSplit it.', 'task-3.1'],
    ['gh', 'Task: #412, then stop.', '412'],
    ['gh', 'Task: 7', '7'],
    ['bd', '# Worker\nTask: bd-1\nRound it.', 'bd-1, you are its worker'],
    ['bd', 'Task: bd-a1b2.1', 'bd-a1b2.1'],
    ['bd', 'Task: bd-a1b2.1, then stop.', 'bd-a1b2.1'],
    ['bd', 'Task: bd-a1b2. Then stop.', 'bd-a1b2'],
    ['bd', 'Bitte Task: `myproj-x9z` erledigen.', 'myproj-x9z'],
    ['bd', 'Task: my-proj-abc\nRound it.', 'my-proj-abc'],
    ['backlog', 'Task: task-1234.5.6', 'task-1234.5.6'],
  ])('is found by the ids of %s: %s [R32]', async (tracker, prompt, id) => {
    settings({ tracker });
    await beginWork(rig, prompt);
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain(`Task ${id}.`);
  });

  it.each([
    ['gh', 'Task: 3 files must be read.'],
    ['prog', 'Task: #412'],
    ['backlog', 'Do the subtask: task-12.'],
  ])(
    'is none where no id stands behind the word, or one of another tracker: %s, %s [R32]',
    async (tracker, prompt) => {
      settings({ tracker });
      await beginWork(rig, prompt);
      const { context } = await rig.send('SessionStart', { source: 'compact' });
      expect(context).not.toMatch(/Task (?:3|412|task-12)\./);
    },
  );

  it.each([
    ['prog', 'Task: bd-a1b2.1'],
    ['prog', 'Task: ts-9f3a1c-b'],
    ['prog', 'Please do (task: bd-a1b2.1), then stop.'],
    ['backlog', 'Task: task-12-old'],
    ['gh', 'Task: #412-b, then stop.'],
    ['bd', 'Task: utf-8 support'],
    ['bd', 'Task: re-run the tests'],
    ['bd', 'Task: bd-a1b2.x9.md is wrong'],
  ])(
    'is never the beginning of a longer word, which is another task: %s, %s [R32]',
    (tracker, head) => {
      expect(trackedTask(tracker, head)).toBeUndefined();
    },
  );

  it('is found by a pattern of one’s own in the first message [R32]', async () => {
    settings({ tracker: 'file', trackerTask: 'ticket (SHOP-\\d+)' });
    await beginWork(rig, 'Please do ticket SHOP-77 now.');
    const { context } = await rig.compact();
    expect(context).toContain('Task SHOP-77.');
    expect(log()).toEqual([expect.stringContaining(' SHOP-77 compacted')]);
  });

  it('is told what the agent wrote into its ticket by its own edits, once [R33]', async () => {
    settings({ tracker: 'file' });
    const ticket = rig.write(
      '.holdfast/tickets/t-1.md',
      ticketText({ keys: ['tracker: ts-9f3a1c'] }),
    );
    launch(rig, ticket);
    await rig.send('SessionStart', { source: 'startup' });
    const edit = async (old: string, made: string) => {
      const tool_input = { file_path: ticket, old_string: old, new_string: made };
      const call = { tool_name: 'Edit', tool_use_id: `toolu_${made.length}`, tool_input };
      await rig.send('PreToolUse', call);
      writeFileSync(ticket, readFileSync(ticket, 'utf8').replace(old, made));
      for (let twice = 0; twice < 2; twice += 1) {
        await rig.send('PostToolUse', { ...call, tool_response: { filePath: ticket } });
      }
    };
    await edit('cut the boards', 'cut the boards\n- 2026-01-03T00:00:00Z glued them');
    await edit('glued them', 'glued them\n- painted them');
    expect(log()).toEqual([]);
    await rig.send('Stop', { stop_hook_active: false });
    expect(log()).toEqual([
      expect.stringMatching(/ ts-9f3a1c glued them$/),
      expect.stringMatching(/ ts-9f3a1c painted them$/),
    ]);
  });

  it('that never answers holds a compaction up for two seconds at most', async () => {
    settings({ tracker: 'command', trackerLogCommand: 'sleep 60' });
    await beginWork(rig, 'Task: ts-9f3a1c');
    const started = Date.now();
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain('ts-9f3a1c');
    expect(Date.now() - started).toBeLessThan(20_000);
  });

  it('is told nothing where none is configured', async () => {
    await beginWork(rig, 'Task: ts-9f3a1c');
    await rig.compact();
    expect(log()).toEqual([]);
  });
});
