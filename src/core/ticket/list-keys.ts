/** Other names under which files of others hold such a list. */
const otherNames: Record<string, readonly string[]> = {
  success: ['success_criteria', 'acceptance', 'acceptance_criteria'],
  files_to_load: ['files'],
  validation: ['validation_questions'],
};

/** The name under which a ticket has the list, so that it gets no second one: that of the keys it has, else the usual one. */
export function listKeyIn(keys: readonly { key: string }[], name: string): string {
  const has = (key: string) => keys.some((each) => each.key === key);
  return has(name) ? name : (otherNames[name]?.find(has) ?? name);
}

/** Keys of the front matter that hold a list. */
export const listKeys = ['scope', 'success', 'files_to_load', 'validation', 'depends_on', 'allow'];
