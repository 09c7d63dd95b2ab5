/** The ids of every host, for code that must not load what they are. */
export const hostIds: readonly string[] = [
  'claude-code',
  'codex',
  'qwen',
  'gemini',
  'copilot',
  'opencode',
  'pi',
  'cursor',
  'droid',
];
