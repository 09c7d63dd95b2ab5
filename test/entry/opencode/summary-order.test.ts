import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import type { SummaryOrder } from '../../../src/entry/opencode/summary-order.ts';
import { compactedSession, type FakeClient, fakeClient, session } from './fake-client.ts';

const folders: string[] = [];
afterEach(() => {
  vi.unstubAllEnvs();
  for (const folder of folders.splice(0)) removeFolder(folder);
});

/** What the summariser is asked at a second compaction of a session, by what stood in the output before. */
async function secondOrder(fake: FakeClient, output: SummaryOrder): Promise<SummaryOrder> {
  fake.messages.push(...compactedSession(fake.folder));
  fake.messages.push(...compactedSession(fake.folder).slice(0, 3));
  await fake.hooks['experimental.session.compacting']!({ sessionID: session }, output);
  return output;
}

/** A client whose person wants the order replaced. */
function replacing(): FakeClient {
  return asking('replace');
}

function asking(order: 'add' | 'replace'): FakeClient {
  const settings = mkdtempSync(join(tmpdir(), 'holdfast-settings-'));
  folders.push(settings);
  mkdirSync(join(settings, 'holdfast'));
  writeFileSync(join(settings, 'holdfast', 'config.json'), JSON.stringify({ summaryOrder: order }));
  vi.stubEnv('XDG_CONFIG_HOME', settings);
  return fakeClient();
}

describe('the order to the summariser of opencode', () => {
  it('stands beside the client’s own unless a person says otherwise, and asks for no second form there [R31] [R34]', async () => {
    const { context, prompt } = await secondOrder(fakeClient(), { context: ['other'] });
    expect(prompt).toBeUndefined();
    expect(context).toHaveLength(2);
    expect(context[1]).toContain('customer_ref_77');
    expect(context[1]).not.toContain('headings');
  });

  it('asks for the form that the next agent needs beside the client’s own where a person wants both [R31] [R34]', async () => {
    const { context, prompt } = await secondOrder(asking('add'), { context: [] });
    expect(prompt).toBeUndefined();
    for (const part of ['Task;', 'orient, feedback loop', 'Tried and failed;', 'customer_ref_77'])
      expect(context[0]).toContain(part);
  });

  it('stands in its place by a setting, with the summary before, which the client then drops [R34]', async () => {
    const { context, prompt } = await secondOrder(replacing(), { context: [] });
    expect(context).toEqual([]);
    expect(prompt).toMatch(/^Summarise the conversation/);
    for (const part of ['Open questions', 'customer_ref_77']) expect(prompt).toContain(part);
    expect(prompt).toMatch(/<previous-summary>\nWork went on\.\n<\/previous-summary>$/);
  });

  it('stands in its place by itself where the session has a task in a tracker, with what other plugins added [R32] [R34]', async () => {
    const fake = fakeClient();
    const prompt = '# Planner\nTask: ts-9f3a1c\nSplit the export.';
    fake.messages.push(...compactedSession(fake.folder, prompt));
    const output: SummaryOrder = { context: ['Of another plugin.'] };
    await fake.hooks['experimental.session.compacting']!({ sessionID: session }, output);
    expect(output.prompt).toMatch(/^Summarise the conversation/);
    for (const part of ['Task ts-9f3a1c, you are its planner.', 'Of another plugin.'])
      expect(output.prompt).toContain(part);
    expect(output.prompt).toMatch(/<previous-summary>\nWork went on\.\n<\/previous-summary>$/);
  });

  it('leaves the order of another plugin as it is, and stands behind it [R34]', async () => {
    for (const client of [fakeClient, replacing]) {
      const { context, prompt } = await secondOrder(client(), { context: [], prompt: 'Theirs.' });
      expect(context).toEqual([]);
      expect(prompt).toMatch(/^Theirs\.\n\n/);
      expect(prompt).toContain('customer_ref_77');
    }
  });
});
