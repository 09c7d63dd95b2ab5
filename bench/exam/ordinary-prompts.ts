/** Prompts of any session, that ask for nothing said before. */
export const ordinaryPrompts = [
  'continue',
  'ok',
  'yes',
  'go on',
  'fix the lint',
  'run the tests',
  'commit and push',
  'looks good, thanks',
  'please continue where you left off',
  'now update the README',
  'write a unit test for this',
  'refactor this function',
  'why?',
  'what is next?',
  'undo that',
  'mach weiter',
  'ja, genau so',
  'sigue, por favor',
  'd’accord, vas-y',
  '続けてください',
  'add a changelog entry and bump the version to 1.4.0',
  'open a PR',
  'rename the variable to userId',
  'split this file into two modules',
  'use async/await here',
  'can you explain this function?',
  'the build fails on CI, have a look',
  'add logging',
  'no, the other one',
  'make the tests faster',
  'remove the dead code',
  'create a new branch feature/login and implement a login form',
  'add dark mode to the settings page',
  'write a Dockerfile for this service',
  'translate the error messages into German',
  'add pagination to the list of users',
  'fix the typo in the header',
  'can you check memory usage?',
  'improve error handling',
  'add rate limiting to the API',
];

/**
 * Of the real prompts behind boundaries those that ask for something of before, by record and line; read in the tuning half only.
 * They are in no count of prompts that ask for nothing.
 */
export const askForBefore: Readonly<Record<string, readonly number[]>> = {
  'claude/entireio_cli__ckpt-43_2b48f6b6e6_0.jsonl': [995, 1450],
  'claude/marot_spotter__258c7280-ae70-4798-800f-63464d01a85d.jsonl': [1857],
};
