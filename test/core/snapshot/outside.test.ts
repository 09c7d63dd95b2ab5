import { describe, expect, it } from 'vitest';
import { makingOf } from '../../../src/core/snapshot/made-by-command.ts';
import { toolMaking } from '../../../src/core/snapshot/made-by-tool.ts';
import { ofKind, sh, snap, tool } from './build.ts';

const facts = (...parts: Parameters<typeof snap>) =>
  ofKind(snap(...parts), 'outside').map(({ value, state, detail }) => [value, state, detail]);

describe('things made outside of the files', () => {
  it('are kept with number, address, state and the arguments that named their place', () => {
    expect(
      facts(
        sh(
          'gh pr create --draft --base main --title "Round half up"',
          'https://github.com/acme/shop/pull/41',
        ),
        sh(
          'gh pr comment 17 --body "see #41"',
          'https://github.com/acme/shop/pull/17#issuecomment-99',
        ),
      ),
    ).toEqual([
      [
        'pull request #41 https://github.com/acme/shop/pull/41',
        'draft',
        '--draft, --base main, --title Round half up',
      ],
      ['comment 17 https://github.com/acme/shop/pull/17#issuecomment-99', 'commented', undefined],
    ]);
  });

  it('take the state that was seen last, made or only looked at', () => {
    const made = sh('gh pr create --draft', 'https://github.com/acme/shop/pull/41');
    expect(facts(made, sh('gh pr ready 41', '')).at(-1)?.[1]).toBe('open');
    expect(facts(made, sh('gh pr view 41 --json state', '{"state":"MERGED"}')).at(-1)?.[1]).toBe(
      'merged',
    );
  });

  it('are known of trackers, servers and requests alike', () => {
    expect(
      facts(
        sh('bd create "Fix login" --priority 1', 'Created issue: shop-7x'),
        sh('bd close shop-7x', 'Closed shop-7x'),
        tool(
          'other',
          {
            name: 'mcp__linear__create_issue',
            input: 'title: Rounding\nteam: Core\nproject: Shop',
          },
          {
            text: '{"identifier":"ENT-250","url":"https://linear.app/acme/issue/ENT-250/rounding"}',
          },
        ),
        sh('curl -X POST https://api.example.com/v1/deploys -d @body.json', '{"ok":true}'),
      ),
    ).toEqual([
      ['task shop-7x by bd', 'closed', '--priority 1'],
      [
        'issue ENT-250 https://linear.app/acme/issue/ENT-250/rounding',
        'open',
        'title Rounding, team Core, project Shop',
      ],
      ['request https://api.example.com/v1/deploys', 'sent', 'https://api.example.com/v1/deploys'],
    ]);
  });

  it.each([
    ['gh pr list --state open'],
    ['gh api repos/a/b/pulls/1/comments --paginate'],
    ['curl -s https://example.com'],
    ['curl -X POST http://localhost:3000/login'],
    ['bd ready'],
    ['kubectl get pods'],
  ])('are none where a command only looks, or stays on this machine: %s', (command) => {
    expect(makingOf(command)).toBeUndefined();
  });

  it('are none of tools that only read', () => {
    expect(toolMaking('mcp__linear__get_issue', 'id: ENT-1')).toBeUndefined();
    expect(toolMaking('slack.postMessage', 'channel: ops')).toEqual({
      thing: 'message',
      verb: 'post',
      by: 'slack.postMessage',
      args: ['channel ops'],
    });
  });

  it('are each of several that a command names, in the state that it sets', () => {
    expect(
      facts(
        sh('bd update shop-a1.4 --status in_progress', 'Updated issue: shop-a1.4'),
        sh('bd close shop-a1.1 shop-a1.2', 'Closed'),
      ).map(([value, state]) => [value, state]),
    ).toEqual([
      ['task shop-a1.4 by bd', 'in_progress'],
      ['task shop-a1.1 by bd', 'closed'],
      ['task shop-a1.2 by bd', 'closed'],
    ]);
  });

  it('are no agents, plans or files of the client itself', () => {
    expect(toolMaking('close_agent', 'id: a-7')).toBeUndefined();
    expect(
      facts(
        tool('other', { name: 'close_agent', input: 'id: a-7' }),
        sh('gh pr create', 'https://github.com/a/b/pull/9'),
      ),
    ).toHaveLength(1);
  });

  it('are none where the call failed', () => {
    expect(
      facts(
        sh('gh pr create', 'error', 1),
        sh('gh issue create', 'https://github.com/a/b/issues/3'),
      ),
    ).toEqual([['issue #3 https://github.com/a/b/issues/3', 'open', undefined]]);
  });
});
