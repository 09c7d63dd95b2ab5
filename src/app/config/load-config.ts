import {
  type Config,
  defaultConfig,
  type SettingName,
  settingNames,
} from '../../core/config/defaults.ts';
import { type ConfigProblem, readConfig } from '../../core/config/read-config.ts';
import type { Files } from '../ports.ts';
import { projectConfigPath, trustedText } from '../trust.ts';

export interface ConfigPaths {
  /** The person's own file. */
  userConfig: string;
  /** The project's root; absent: only the person's own file counts. */
  project?: string;
}

export interface LoadedConfig {
  config: Config;
  /** Where each setting comes from: `default`, or the files that set it, the strongest last. */
  sources: Record<SettingName, string[]>;
  problems: ConfigProblem[];
  /** The project has a file that no person trusts as it is; it has no effect. */
  untrusted?: { file: string; state: 'new' | 'changed' };
}

/**
 * The settings in effect: defaults, under the person's own, under the project's where a person trusts it.
 * Redaction patterns add up; of everything else the stronger file's value counts. Reads three small files at most.
 */
export function loadConfig(files: Files, paths: ConfigPaths, trustFolder: string): LoadedConfig {
  const config: Config = { ...defaultConfig };
  const sources = Object.fromEntries(settingNames.map((name) => [name, ['default']])) as Record<
    SettingName,
    string[]
  >;
  const loaded: LoadedConfig = { config, sources, problems: [] };
  const take = (text: string, file: string): void => {
    const { values, problems } = readConfig(text, file);
    loaded.problems.push(...problems);
    const redact = [...config.redact, ...(values.redact ?? [])];
    for (const name of settingNames) {
      if (values[name] === undefined) continue;
      const addsUp = name === 'redact' && sources[name][0] !== 'default';
      sources[name] = addsUp ? [...sources[name], file] : [file];
    }
    Object.assign(config, values, { redact: [...new Set(redact)] });
  };
  const own = files.readText(paths.userConfig);
  if (own !== undefined) take(own, paths.userConfig);
  if (paths.project === undefined) return loaded;
  const file = `${paths.project}/${projectConfigPath}`;
  const shared = trustedText(files, trustFolder, paths.project, projectConfigPath);
  if (shared.state === 'trusted') take(shared.text, file);
  else if (shared.state !== 'absent') loaded.untrusted = { file, state: shared.state };
  return loaded;
}
