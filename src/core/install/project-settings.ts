/** What the settings of a host can do to hooks from within a project. */
export interface ProjectSettings {
  /** The settings files of a session that is started in a folder, which lie in the project; the strongest first. */
  projectFiles(folder: string): string[];
  /** Variables that a settings file sets for hooks; none in a file that the host would not read. */
  variables(text: string): Record<string, string>;
}

/** Variables of ours that switch hooks off. */
export const offSwitches: readonly string[] = ['HOLDFAST_DISABLE', 'HOLDFAST_NESTED'];

/** Variables of ours that a settings file can set: those that switch off, and the one that leads away. */
export const ownVariables: readonly string[] = [...offSwitches, 'HOLDFAST_HOME'];

/** True for a value that switches off what the variable is named after. */
export function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}
