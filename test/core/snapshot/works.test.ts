import { describe, expect, it } from 'vitest';
import { edit, type Loose, ofKind, sh, snap, tool } from './build.ts';

const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'works').map(({ value, detail }) => ({ value, detail }));
const inFolder = (cwd: string, command: string, fails?: string): Loose[] =>
  tool('shell', { command, cwd }, fails ? { outcome: 'failed', exitCode: 1, text: fails } : {});

describe('what works after another form failed', () => {
  it('is the later call of the same purpose, with its flags', () => {
    expect(
      facts(
        sh('go test ./integration', 'build constraints exclude all Go files: error', 1),
        sh('go test -tags=integration ./integration', 'ok'),
      ),
    ).toEqual([
      {
        value: 'go test -tags=integration ./integration',
        detail: 'go test ./integration: build constraints exclude all Go files: error',
      },
    ]);
  });

  it('names the folder where the same command worked elsewhere', () => {
    expect(
      facts(
        inFolder('/p', 'npm run check', 'error: missing script: check'),
        inFolder('/p/web', 'npm run check'),
      ),
    ).toEqual([
      { value: '(in /p/web) npm run check', detail: 'npm run check: error: missing script: check' },
    ]);
  });

  it('is nothing where an edit fixed it, and nothing where the same call was made again', () => {
    expect(
      facts(
        sh('make build', 'error: x', 2),
        edit('/p/a.c'),
        sh('make build -j2', 'ok'),
        sh('npm ci', 'network error', 1),
        sh('npm ci', 'ok'),
      ),
    ).toEqual([]);
  });

  it('is told of servers and pages too; what never worked there stays a dead end', () => {
    const list = (input: string, text: string, ok: boolean): Loose[] =>
      tool(
        'other',
        { name: 'mcp__tracker__list', input },
        ok ? { text } : { outcome: 'failed', text },
      );
    const page = tool(
      'web',
      { name: 'WebFetch', detail: 'https://example.com/a' },
      { outcome: 'failed', text: 'Request failed with status code 404' },
    );
    const snapshot = snap(
      list('team: core', 'error: unknown team', false),
      list('team: Core', '[]', true),
      page,
      page.map((item) => ({ ...item })),
      tool(
        'web',
        { name: 'WebFetch', detail: 'https://example.com/b' },
        { outcome: 'failed', text: 'Request failed with status code 404' },
      ),
    );
    expect(
      ofKind(snapshot, 'works', 'attempt.failed').map(({ value, detail }) => [value, detail]),
    ).toEqual([
      ['WebFetch https://example.com/b', 'failed 2 times: Request failed with status code 404'],
      ['mcp__tracker__list team: Core', 'mcp__tracker__list team: core: error: unknown team'],
    ]);
  });
});
