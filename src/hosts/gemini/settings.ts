import type { ProjectSettings } from '../../core/install/project-settings.ts';

/** What a project can set for hooks: the variables of the first of two files beside its settings. */
export const projectSettings: ProjectSettings = {
  projectFiles: (folder) => [
    `${folder}/.gemini/settings.json`,
    `${folder}/.gemini/.env`,
    `${folder}/.env`,
  ],
  variables(text) {
    const found: Record<string, string> = Object.create(null);
    if (/^\s*(?:\{|\/[/*])/.test(text)) return {};
    for (const line of text.split(/\r?\n/)) {
      const parts = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/.exec(line);
      if (parts) found[parts[1]!] = bareValue(parts[2]!.trimStart());
    }
    return { ...found };
  },
};

function bareValue(text: string): string {
  const quoted = /^(['"`])(.*?)\1/.exec(text);
  return quoted ? quoted[2]! : text.split(/(?<=^|\s)#/, 1)[0]!.trim();
}
