import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver as driver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient('claude-code');

/** A folder of the system can be replaced for one program alone by root only, and not in every container. */
const mayMount = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 't', '/etc']).status === 0;

/** A program that runs the client with a file as its managed settings, in an /etc of its own. */
function underManagement(sandbox: Sandbox, file: string): string {
  const path = join(sandbox.root, 'managed-client');
  const script = `#!/bin/sh
[ -d "$0.etc" ] || { mkdir "$0.etc"; cp /etc/passwd /etc/group /etc/hosts "$0.etc"; }
exec unshare -m sh -c 'mount -t tmpfs t /etc && cp "$0".etc/* /etc && mkdir /etc/claude-code &&
cp "${file}" /etc/claude-code/managed-settings.json && exec "${client!.path}" "$@"' "$0" "$@"
`;
  writeFileSync(path, script, { mode: 0o700 });
  return path;
}

describe.skipIf(!client)('hooks that an administrator put into managed settings', () => {
  it('fire from what --print shows, where no other hooks may run', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) =>
        request.kind === 'main' && request.nth === 0
          ? { calls: [driver.tools.shell('echo shell-mark-5501')], inputTokens: 985_000 }
          : { text: request.kind === 'main' ? 'The end.' : '<summary>A summary.</summary>' },
      driver,
      install: false,
    });
    const { sandbox } = work;
    const printed = holdfast(
      sandbox,
      'init',
      '--print',
      '--host',
      'claude-code',
      '--no-mcp',
      '--json',
    );
    const { fragments } = JSON.parse(printed) as { fragments: { text: string }[] };
    const settings = JSON.parse(fragments[0]!.text) as object;
    const file = join(sandbox.root, 'managed.json');
    writeFileSync(file, JSON.stringify({ ...settings, allowManagedHooksOnly: true }));
    holdfast(sandbox, 'init', '--no-settings', '--host', 'claude-code');
    const prompt = 'Never rename the column customer_ref_77.';
    const run = mayMount
      ? await work.run(prompt, { client: { ...client!, path: underManagement(sandbox, file) } })
      : await work.run(prompt, { args: ['--settings', file] });
    const told = work.diagnosis(run.sessionId);
    expect(work.journal(run.sessionId), told).toContain('session');
    expect(textOf(run.requests.at(-1)!), told).toContain(
      'Never rename the column customer_ref_77.',
    );
    if (!mayMount) return;
    // The recorder stands in the person's own settings.
    expect(work.recorder.payloads()).toEqual([]);
  });
});
