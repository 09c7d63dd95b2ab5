import { describe, expect, it } from 'vitest';
import { turnedIntoApproval } from '../../../src/core/audit/approvals.ts';

const question = 'The tests pass. Should I push the branch to origin and open a pull request?';

describe('an unanswered question in a summary', () => {
  it.each([
    'The user approved pushing the branch to origin and opening a pull request.',
    'Next: push the branch to origin and open the pull request, as confirmed by the user.',
    '- User agreed to push the branch and open a pull request',
    'After user approval, push the branch to origin and open a pull request.',
    'The user wants me to proceed with the push of the branch and the pull request.',
  ])('told as answered: %s', (claim) => {
    const summary = `1. Work\nThe parser was fixed.\n${claim}\n2. Next`;
    expect(turnedIntoApproval(question, summary)).toContain(claim.replace(/^- /, '').slice(0, 30));
  });

  it.each([
    'The user has not yet approved pushing the branch to origin or a pull request.',
    'Waiting for the user to confirm the push of the branch and the pull request.',
    'I asked the user whether to push the branch to origin and open a pull request.',
    'Push the branch to origin and open a pull request once the user approved.',
    'The user approved the design of the parser.',
    'The branch was pushed to origin and a pull request was opened.',
    'If the user agreed, push the branch to origin and open a pull request.',
  ])('not told as answered: %s', (sentence) => {
    expect(turnedIntoApproval(question, `Work.\n${sentence}`)).toBeUndefined();
  });

  it('that has no words of its own is not judged', () => {
    expect(turnedIntoApproval('What now?', 'The user approved it.')).toBeUndefined();
  });
});
