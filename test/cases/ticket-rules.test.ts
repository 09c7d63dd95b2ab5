import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginWork } from './kit.ts';
import { type Payload, Rig } from './rig.ts';
import { launch, ticketText } from './tickets.ts';

let rig: Rig;
let ticket: string;
beforeEach(async () => {
  rig = new Rig();
  ticket = rig.write('.holdfast/tickets/t-1.md', ticketText());
});
afterEach(() => rig.remove());

const text = (): string => readFileSync(ticket, 'utf8');

async function worker(): Promise<void> {
  launch(rig, ticket);
  await rig.send('SessionStart', { source: 'startup' });
}

const editOf = (old: string, made: string): Payload => ({
  tool_name: 'Edit',
  tool_use_id: 'toolu_e',
  tool_input: { file_path: ticket, old_string: old, new_string: made },
});
const writeOf = (path: string, content: string): Payload => ({
  tool_name: 'Write',
  tool_use_id: 'toolu_w',
  tool_input: { file_path: path, content },
});
const shell = (command: string): Payload => ({
  tool_name: 'Bash',
  tool_use_id: 'toolu_s',
  tool_input: { command },
});
const done = (call: Payload): Payload => ({
  ...call,
  tool_response: { stdout: '', stderr: '', interrupted: false },
});
const asks = (call: Payload) => rig.send('PreToolUse', call);

describe('[R13] an edit of a ticket by its worker', () => {
  it('may add progress, and makes no answer', async () => {
    await worker();
    const add = editOf('cut the boards', 'cut the boards\n- 2026-01-03T00:00:00Z glued them');
    expect((await asks(add)).raw).toBe('');
  });

  it.each([
    ['deletes', '- 2026-01-01T00:00:00Z measured the wood\n', ''],
    ['rewrites', 'measured the wood', 'measured nothing'],
  ])('that %s earlier progress is denied with the line', async (_, old, made) => {
    await worker();
    const { denied } = await asks(editOf(old, made));
    expect(denied).toContain('measured the wood');
    expect(denied).toContain('only ever added to');
    expect(rig.kinds()).toContain('ticket');
  });

  it('that makes an impossible move is denied with the moves there are', async () => {
    await worker();
    const { denied } = await asks(editOf('status: in-progress', 'status: claimed'));
    expect(denied).toContain('cannot go from in-progress to claimed');
    const allowed = await asks(editOf('status: in-progress', 'status: blocked'));
    expect(allowed.denied).toBe('');
  });

  it('that writes a whole malformed ticket, or a new one, is denied before it is there', async () => {
    await worker();
    const old = ticketText({ progress: [] });
    expect((await asks(writeOf(ticket, old))).denied).toContain('measured the wood');
    const fresh = join(rig.project, '.holdfast/tickets/t-2.md');
    const broken = ticketText({ id: 't-2', status: 'finnished' });
    expect((await asks(writeOf(fresh, broken))).denied).toContain('"finnished" is no status');
    expect((await asks(writeOf(fresh, ticketText({ id: 't-2', status: 'queued' })))).denied).toBe(
      '',
    );
  });

  it('through a subagent is held to the same', async () => {
    await worker();
    const { denied } = await asks({ ...editOf('measured the wood', 'x'), agent_id: 'sub' });
    expect(denied).toContain('only ever added to');
  });

  it('is as free as any other in a session that has no ticket', async () => {
    await rig.send('SessionStart', { source: 'startup' });
    expect((await asks(editOf('measured the wood', 'x'))).raw).toBe('');
    expect(rig.watched).toBe(false);
  });
});

describe('[R13] a ticket that a shell command harmed', () => {
  it('gets its progress back with the next result, and both versions are kept', async () => {
    await worker();
    const call = shell(`sed -i /measured/d ${ticket}`);
    expect((await asks(call)).denied).toBe('');
    writeFileSync(
      ticket,
      text()
        .replace(/.*measured.*\n/, '')
        .replace('cut the', 'sawed the'),
    );
    const { context } = await rig.send('PostToolUse', done(call));
    expect(context).toContain('put back as they were');
    expect(text()).toContain('- 2026-01-01T00:00:00Z measured the wood');
    expect(text()).toContain('- 2026-01-02T00:00:00Z cut the boards');
    expect(text()).toContain('sawed the boards');
    const kept = /kept as (\S+) in/.exec(context)?.[1];
    expect(readFileSync(join(rig.state, kept!), 'utf8')).not.toContain('measured the wood');
    expect((await rig.send('PostToolUse', done(call))).context).toBe('');
  });

  it('gets it back with a later result where the hook of that one was lost', async () => {
    await worker();
    await asks(shell('sed'));
    writeFileSync(ticket, text().replace(/.*measured.*\n/, ''));
    await asks(shell('make'));
    expect((await rig.send('PostToolUse', done(shell('make')))).context).toContain('put back');
    expect(text()).toContain('measured the wood');
  });

  it('is set back to the status that it had before an impossible move', async () => {
    await worker();
    const call = shell(`sed -i s/in-progress/claimed/ ${ticket}`);
    await asks(call);
    writeFileSync(ticket, text().replace('status: in-progress', 'status: claimed'));
    const { context } = await rig.send('PostToolUse', done(call));
    expect(context).toContain('It is in-progress again');
    expect(text()).toContain('status: in-progress');
  });

  it('is there again when it was deleted', async () => {
    await worker();
    const before = text();
    const call = shell(`rm ${ticket}`);
    await asks(call);
    rmSync(ticket);
    const { context } = await rig.send('PostToolUse', done(call));
    expect(context).toContain('It was deleted, and is there again');
    expect(text()).toBe(before);
  });

  it('is told where a link stands in its place, and what that leads to is not copied', async () => {
    await worker();
    const secret = rig.write('outside.txt', 'nobody may copy this');
    const call = shell(`ln -sf ${secret} ${ticket}`);
    await asks(call);
    rmSync(ticket);
    symlinkSync(secret, ticket);
    const { context } = await rig.send('PostToolUse', done(call));
    expect(context).toContain('A symbolic link has replaced it');
    const kept = readdirSync(rig.state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name === 'written.md')
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    expect(kept).toEqual([expect.stringContaining('measured the wood')]);
  });

  it('is told of once while a link stands there, and again when one stands there anew', async () => {
    await worker();
    const before = text();
    const told = async () => {
      const call = shell('make all');
      await asks(call);
      const { context = '' } = await rig.send('PostToolUse', done(call));
      return context.includes('A symbolic link has replaced it');
    };
    const link = () => {
      rmSync(ticket);
      symlinkSync(rig.write('outside.txt', 'x'), ticket);
    };
    await told();
    link();
    expect([await told(), await told(), await told()]).toEqual([true, false, false]);
    rmSync(ticket);
    writeFileSync(ticket, before);
    expect(await told()).toBe(false);
    link();
    expect([await told(), await told()]).toEqual([true, false]);
  });

  it('gets its progress back also where it was too large for a ticket meanwhile', async () => {
    await worker();
    const before = text();
    const call = shell(`yes > ${ticket}`);
    await asks(call);
    writeFileSync(ticket, 'y\n'.repeat(1_200_000));
    expect((await rig.send('PostToolUse', done(call))).context).toContain('more than 2 MB');
    await asks(call);
    writeFileSync(ticket, before.replace(/.*measured.*\n/, ''));
    await rig.send('PostToolUse', done(call));
    expect(text()).toContain('measured the wood');
  });

  it('stays as a person made it between two calls', async () => {
    await worker();
    await asks(shell('make'));
    await rig.send('PostToolUse', done(shell('make')));
    writeFileSync(ticket, text().replace('status: in-progress', 'status: queued'));
    await asks(shell('make'));
    expect((await rig.send('PostToolUse', done(shell('make')))).context).toBe('');
    expect(text()).toContain('status: queued');
  });
});

describe('[case 1] a session whose project has a ticket as its task', () => {
  it('holds its edits to the rules of tickets too, from its start on', async () => {
    rig.setTask('.holdfast/tickets/t-1.md');
    await rig.send('SessionStart', { source: 'startup' });
    expect(rig.watched).toBe(true);
    const { denied } = await asks(editOf('measured the wood', 'x'));
    expect(denied).toContain('only ever added to');
  });
});

describe('what starts Node for tool events', () => {
  it('is a ticket to look after, as long as the session goes on, and never another session', async () => {
    await worker();
    expect(rig.watched).toBe(true);
    await rig.send('SessionEnd', { reason: 'other' });
    expect(rig.watched).toBe(false);
    await rig.send('SessionStart', { source: 'resume' });
    expect(rig.watched).toBe(true);
    rig.session = '99999999-2222-4333-8444-555555555555';
    await rig.send('SessionStart', { source: 'startup' });
    expect(rig.watched).toBe(false);
  });
});

describe('[case 50] a handler whose contract names a scope', () => {
  it('edits nothing outside of it, while a worker does, and is told its contract again', async () => {
    const contract = rig.write(
      'handler.md',
      ticketText({ keys: ['role: handler', 'scope: [docs/**]'] }),
    );
    rig.variables = { HOLDFAST_TICKET: contract };
    await beginWork(rig);
    const edit = (path: string): Payload => writeOf(join(rig.project, path), 'x');
    expect((await asks(edit('src/a.ts'))).denied).toContain('lies outside of the scope');
    expect((await asks(edit('docs/a.md'))).denied).toBe('');
    expect((await asks(edit('.holdfast/handler-state.md'))).denied).toBe('');
    const { context } = await rig.compact();
    expect(context).toContain(`You are the handler`);
    expect(context).toContain(`Your contract: ${contract}`);
    rig.session = '99999999-2222-4333-8444-555555555555';
    launch(rig, ticket, 'w-2');
    await rig.send('SessionStart', { source: 'startup' });
    expect((await asks(edit('src/a.ts'))).denied).toBe('');
  });
});
