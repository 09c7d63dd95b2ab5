import type { ProjectSettings } from '../../core/install/project-settings.ts';
import { jsonValue, parseJsonTree } from '../../core/settings-text/json-tree.ts';

/**
 * What a project can set for hooks, seen live on 0.24.4: `env` of its settings file, and the variables of the first of
 * two files beside it. None of them beats what the person has set.
 */
export const projectSettings: ProjectSettings = {
  projectFiles: (folder) => [
    `${folder}/.qwen/settings.json`,
    `${folder}/.qwen/.env`,
    `${folder}/.env`,
  ],
  variables(text) {
    const bare = text.replace(/^\uFEFF/, '');
    return /^\s*(?:\{|\/[/*])/.test(bare) ? settingsVariables(bare) : fileVariables(bare);
  },
};

function settingsVariables(text: string): Record<string, string> {
  try {
    const { env } = jsonValue(parseJsonTree(text, 'comments')) as { env?: unknown };
    if (typeof env !== 'object' || env === null) return {};
    return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, String(value)]));
  } catch {
    return {};
  }
}

/** Lines `NAME=value`, with or without quotes, `export` and a comment behind them. */
function fileVariables(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null);
  for (const line of text.split(/\r?\n/)) {
    const parts = /^\s*(?:export\s+)?([\w.-]+)\s*=(.*)$/.exec(line);
    if (parts) found[parts[1]!] = bareValue(parts[2]!.trimStart());
  }
  return { ...found };
}

function bareValue(text: string): string {
  const quoted = /^(['"`])(.*?)\1/.exec(text);
  return quoted ? quoted[2]! : text.split(/(?<=^|\s)#/, 1)[0]!.trim();
}
