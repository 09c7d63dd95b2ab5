/** What a continue token of a workflow begins with: it is no secret, and is told and stored as it is. */
export const stepTokenStart = 'hfw1.';

/** True for a whole continue token of a workflow: the beginning, and then only letters, digits, `_`, `-` and `.`. */
export function isStepToken(value: string): boolean {
  return value.startsWith(stepTokenStart) && /^[A-Za-z0-9_.-]{13,300}$/.test(value);
}
