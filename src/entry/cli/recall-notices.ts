import { Problems } from '../../app/audit/problems.ts';
import type { Update } from '../../app/recall/update-index.ts';
import type { ProblemKind } from '../../app/records/problem.ts';
import { problemLines } from './audit-problem-text.ts';
import { counted } from './care.ts';
import { size } from './table.ts';

/** What keeps something of a record from being found; not what is no record, and not what is there again the next time. */
const hiding: readonly ProblemKind[] = [
  'unreadable',
  'damaged',
  'oversized',
  'too-large',
  'locked',
  'strange',
  'behind',
  'module',
  'failed',
];

/** Records of a sort that are named; "holdfast audit" names more. */
const few = 3;

/** Sentences about what the index does not hold, although it should. */
export function updateNotices({ stopped, left, problems }: Update, home: string): string[] {
  const unread = new Problems();
  for (const problem of problems) if (hiding.includes(problem.kind)) unread.add(problem);
  const groups = unread.groups().map((group) => ({ ...group, first: group.first.slice(0, few) }));
  const lines = problemLines(groups, [], home);
  return [
    ...(stopped === undefined ? [] : [`${reasons[stopped]}${missing(left)}`]),
    ...(lines.length === 0 ? [] : [['Not read, or not whole:', ...lines].join('\n')]),
  ];
}

const reasons: Record<NonNullable<Update['stopped']>, string> = {
  busy: 'Another process is bringing the index up to date',
  full: 'There is no room on the disk to bring the index up to date',
  closed: 'The index cannot be written',
};

function missing({ files, bytes }: Update['left']): string {
  return files === 0
    ? ': the newest may be missing.'
    : `: ${counted(files, 'transcript')} that changed (${size(bytes)}) ${files === 1 ? 'is' : 'are'} missing, or in part.`;
}
