/** What the client reads of each event's answer; anything else on standard output is an error in its screen. */
const contextEvents = new Set([
  'SessionStart',
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PostToolBatch',
  'Stop',
  'SubagentStart',
]);
const silentEvents = new Set(['PostCompact', 'SessionEnd', 'SubagentStop']);
const specificMembers: Record<string, string[]> = {
  PreToolUse: ['permissionDecision', 'permissionDecisionReason', 'additionalContext'],
};

/** What is wrong with an answer to an event; empty when the client takes it. */
export function faultsOf(event: string, stdout: string): string[] {
  if (stdout === '') return [];
  if (silentEvents.has(event)) return [`${event} must print nothing`];
  if (event === 'PreCompact') {
    const faults = /^\s*[{[]/.test(stdout) ? ['PreCompact takes plain text'] : [];
    return stdout.length > 2_000 ? [...faults, 'PreCompact text is too long'] : faults;
  }
  if (!contextEvents.has(event)) return [`${event} is not an event that may be answered`];
  const answer = parse(stdout);
  if (answer === undefined) return ['not one JSON object'];
  const faults = unknownMembers(answer, ['systemMessage', 'hookSpecificOutput'], 'answer');
  if ('systemMessage' in answer) faults.push(...textFaults(answer.systemMessage, 'systemMessage'));
  const specific = answer.hookSpecificOutput;
  if (specific === undefined) return faults;
  if (typeof specific !== 'object' || specific === null) return [...faults, 'no object'];
  return [...faults, ...specificFaults(event, specific as Record<string, unknown>)];
}

function specificFaults(event: string, specific: Record<string, unknown>): string[] {
  const { hookEventName, ...rest } = specific;
  const faults = hookEventName === event ? [] : [`hookEventName is ${String(hookEventName)}`];
  const allowed = specificMembers[event] ?? ['additionalContext'];
  faults.push(...unknownMembers(rest, allowed, 'hookSpecificOutput'));
  for (const [name, value] of Object.entries(rest)) faults.push(...textFaults(value, name));
  const decision = rest.permissionDecision;
  if (decision !== undefined && decision !== 'deny' && decision !== 'ask') {
    faults.push(`permissionDecision is ${String(decision)}`);
  }
  if (decision !== undefined && rest.permissionDecisionReason === undefined) {
    faults.push('a decision without its reason');
  }
  return faults;
}

function unknownMembers(value: object, allowed: string[], where: string): string[] {
  return Object.keys(value)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${where} has ${name}`);
}

function textFaults(value: unknown, name: string): string[] {
  if (typeof value !== 'string' || value === '') return [`${name} is no text`];
  return value.length > 9_500 ? [`${name} is too long`] : [];
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
