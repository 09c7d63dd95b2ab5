import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { ThreadHelper } from '../../src/platform/thread-helper.ts';

let folder: string;
let program: URL;
const source = join(import.meta.dirname, '../../src/platform/thread-helper.ts');
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-thread-'));
  const made = await build({
    stdin: {
      contents: `import { answerInThread } from ${JSON.stringify(source)};
        answerInThread('test', (env) => async ({ block, fail }, afterwards) => {
          if (block) for (;;);
          if (fail) throw new Error('it fails');
          return { in: 'thread', env: env.NAME };
        });`,
      resolveDir: folder,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  writeFileSync(join(folder, 'program.mjs'), made.outputFiles[0]!.text);
  program = pathToFileURL(join(folder, 'program.mjs'));
});
afterAll(() => removeFolder(folder));

const make = (name: string, url = program): ThreadHelper =>
  new ThreadHelper(
    url,
    { holdfast: name, env: { NAME: 'x' } },
    async () => ({ in: 'own' }),
    60_000,
  );

/** Its answer, once it is free again. */
async function ask(helper: ThreadHelper, message: object): Promise<unknown> {
  const { answer, over } = helper.work(message, 60_000);
  await over;
  return answer;
}

describe('a thread that does work', () => {
  it('answers with what it was started with, and fails alone', async () => {
    const helper = make('test');
    expect(await ask(helper, {})).toEqual({ in: 'thread', env: 'x' });
    const failing = helper.work({ fail: true }, 60_000);
    await expect(failing.answer).rejects.toThrow('it fails');
    await failing.over;
    expect(await ask(helper, { given: () => 1 })).toMatchObject({ in: 'thread' });
    helper.end();
  });

  it('is ended while it is blocked, and another answers', async () => {
    const helper = make('test');
    await ask(helper, {});
    const blocked = helper.work({ block: true }, 300);
    await expect(blocked.answer).rejects.toMatchObject({ why: 'ended' });
    await blocked.over;
    expect(await ask(helper, {})).toMatchObject({ in: 'thread' });
    helper.end();
  });

  it('is done without where none can be started', async () => {
    const helper = make('test', pathToFileURL(join(folder, 'gone.mjs')));
    expect(await ask(helper, {})).toEqual({ in: 'own' });
    expect(await ask(helper, {})).toEqual({ in: 'own' });
  });
});
