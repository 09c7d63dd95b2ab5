import { withoutTail } from '../text/ends.ts';
import { untrusted } from '../trust/untrusted.ts';

/** One heading of a memory, with the sentence below it that says what belongs there. */
export interface MemorySection {
  title: string;
  description: string;
}

/** The headings of a memory where nobody wrote others. */
export const ownTemplate: readonly MemorySection[] = [
  { title: 'Session Title', description: 'What the session is about, in a few words.' },
  {
    title: 'Current State',
    description: 'What is being worked on, what is open, what comes next.',
  },
  { title: 'Task specification', description: 'What the user asked for, and under which rules.' },
  { title: 'Files and Functions', description: 'What was changed and read, the latest first.' },
  { title: 'Workflow', description: 'The commands of this work, with their last result.' },
  { title: 'Errors & Corrections', description: 'What went wrong, and what the user set right.' },
  {
    title: 'Codebase and System Documentation',
    description: 'Where the work lies, and the documents that tell of it.',
  },
  { title: 'Learnings', description: 'What to do again, and what not to try again.' },
  {
    title: 'Key results',
    description: 'What came out: answers, decisions, commits, test results.',
  },
  { title: 'Worklog', description: 'What happened, step by step.' },
];

const mostSections = 40;

/**
 * The headings of a template that a person wrote, in their order, each with the line in italics below it. Undefined
 * where there is none. Headings inside of fenced blocks are none.
 */
export function parseTemplate(text: string): MemorySection[] | undefined {
  const sections: MemorySection[] = [];
  let fence: string | undefined;
  let waits = false;
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    if (fence !== undefined || line.trim() === '') continue;
    const title = headingText(line);
    const last = sections.at(-1);
    if (title !== undefined) {
      if (sections.length === mostSections) break;
      sections.push({ title: untrusted(title, 120), description: '' });
      waits = true;
    } else if (waits && last !== undefined) {
      last.description = untrusted(/^([_*])(\S.*)\1[ \t]*$/.exec(line)?.[2] ?? '', 400);
      waits = false;
    }
  }
  return sections.length === 0 ? undefined : sections;
}

/** How a heading is known, however it is written. */
export function sectionKey(title: string): string {
  return title
    .toLowerCase()
    .replace(/\band\b|&/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function headingText(line: string): string | undefined {
  const title = /^#{1,6}[ \t](.*)$/.exec(line)?.[1]?.trimStart();
  if (!title) return undefined;
  return title.charAt(0) + withoutTail(title.slice(1), /[ \t#]/);
}
