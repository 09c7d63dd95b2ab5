import type { ConversationItem } from '../conversation.ts';
import type { Fact, Provenance } from '../fact.ts';
import { commitLine, gitRuns } from '../snapshot/git-words.ts';
import { redact } from '../trust/redact.ts';
import { untrusted } from '../trust/untrusted.ts';
import { type Family, type FoldContext, keep, succeeded } from './family.ts';
import { limits } from './limits.ts';
import { dropRow, entriesOf, newTable, putRow, rowsOf, setRow, type Table } from './table.ts';

interface CommitRow {
  id: string;
  subject: string;
  branch: string;
  pushed: boolean;
  from: Provenance;
}

export interface GitFacts {
  branch?: { name: string; from: Provenance };
  commits: Table<CommitRow>;
}

const switched =
  /Switched to (?:a new |and reset )?branch '([^'\n]{1,200})'|Your branch is up to date with|^On branch (\S{1,200})$/m;

/** Branch, commits by git's own words, and whether they were pushed. */
export const git: Family<GitFacts> = {
  initial: () => ({ commits: newTable() }),

  step(state: GitFacts, item: ConversationItem, context: FoldContext): void {
    if (item.type === 'place') {
      if (item.branch && item.branch !== 'HEAD') setBranch(state, item.branch, context.from);
      return;
    }
    const { call } = context;
    if (item.type !== 'result' || call?.kind !== 'shell' || call.command === undefined) return;
    if (!/\bgit\b|\bgt\b|\bjj\b|\bgh\b/.test(call.command)) return;
    readCommits(state, call.command, item.result.text, context.from);
    if (!succeeded(item)) return;
    const branch = switched.exec(item.result.text);
    const name = branch?.[1] ?? branch?.[2];
    if (name !== undefined) setBranch(state, name, context.from);
    if (gitRuns(call.command, /\bpush\b/, '--dry-run')) markPushed(state);
  },

  facts(state): Fact[] {
    const facts: Fact[] = rowsOf(state.commits).map(({ id, subject, pushed, from }) => ({
      kind: 'git.commit',
      value: `${id} ${subject}`,
      state: pushed ? 'pushed' : 'committed',
      from,
    }));
    if (state.branch)
      facts.push({ kind: 'git.branch', value: state.branch.name, from: state.branch.from });
    return facts;
  },
};

function setBranch(state: GitFacts, name: string, from: Provenance): void {
  const clean = keep(name, 200);
  if (state.branch?.name !== clean) state.branch = { name: clean, from };
}

function readCommits(state: GitFacts, command: string, text: string, from: Provenance): void {
  if (
    /\breset\s+(?:--(?:soft|hard|mixed)\s+)?HEAD(?:~(\d{1,2})|\^)/.test(command) &&
    !madeCommits(text).length
  ) {
    const count = Number(/HEAD~(\d{1,2})/.exec(command)?.[1] ?? 1);
    for (const [key, row] of entriesOf(state.commits).slice(-count))
      if (!row.pushed) dropRow(state.commits, key);
  }
  if (!/\b(?:commit|cherry-pick|revert|merge|rebase|create|modify|am)\b/.test(command)) return;
  for (const { where, id, subject } of madeCommits(text)) {
    const branch = where.replace(/ \(root-commit\)$/, '');
    if (/\s--amend\b/.test(command)) {
      const last = entriesOf(state.commits).at(-1);
      if (last && last[1].branch === branch) dropRow(state.commits, last[0]);
    }
    const title = untrusted(redact(subject), 200);
    // After a rebase the same commit has a new id.
    for (const [key, old] of entriesOf(state.commits)) {
      if (old.subject === title) dropRow(state.commits, key);
    }
    const row = {
      id,
      subject: title,
      branch: keep(branch, 200),
      pushed: false,
      from,
    };
    putRow(state.commits, id, row, limits.commits);
    if (branch !== 'detached HEAD') setBranch(state, branch, from);
  }
}

function markPushed(state: GitFacts): void {
  for (const [key, row] of entriesOf(state.commits)) {
    if (
      !row.pushed &&
      (state.branch === undefined ||
        row.branch === state.branch.name ||
        row.branch === 'detached HEAD')
    ) {
      setRow(state.commits, key, { ...row, pushed: true });
    }
  }
}

function madeCommits(text: string): NonNullable<ReturnType<typeof commitLine>>[] {
  return text.split('\n').flatMap((line) => commitLine(line) ?? []);
}
