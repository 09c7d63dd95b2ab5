import { expect, it } from 'vitest';
import { summaryIn } from '../../src/app/tracker/compaction-messages.ts';

const substance = '1. Primary Request: make the export faster.';

it.each([
  `This session is being continued from a previous conversation that ran out of context. The conversation is summarized below:\n${substance}`,
  `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\n${substance}`,
  `This session is being continued from a previous conversation.\nAnalysis:\nhm hm\n\nSummary:\n${substance}`,
  `<analysis>hm</analysis>\n<summary>\n${substance}\n</summary>`,
  `Another language model started to solve this problem and produced a summary of its thinking process. Here is the summary:\n${substance}`,
  `Here is a summary of the conversation so far:\n\n${substance}`,
  `## Summary\n${substance}`,
  substance,
])('the log of a tracker begins with what a summary tells [R33]: %#', (summary) => {
  expect(summaryIn(summary)).toBe(`; its summary: ${substance}`);
});

it('a summary of one line stays', () => {
  expect(summaryIn('Summary')).toBe('; its summary: Summary');
});
