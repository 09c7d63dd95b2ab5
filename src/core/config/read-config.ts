import * as v from 'valibot';
import { Fault } from '../errors.ts';
import { readJsonFile } from '../settings-text/json-file.ts';
import { templateFault } from '../tracker/template.ts';
import { compilePatterns } from '../trust/compile-patterns.ts';
import { type Config, defaultConfig, type SettingName, settingNames } from './defaults.ts';
import { settings } from './schema.ts';
import { valueSchemas } from './value-schemas.ts';

/** Something in a configuration file that is not used, as one sentence that names the file and the key. */
export interface ConfigProblem {
  file: string;
  key?: string;
  message: string;
}

/** What one configuration file sets, and what in it cannot be used. Never throws. */
export function readConfig(
  text: string,
  file: string,
): { values: Partial<Config>; problems: ConfigProblem[] } {
  const problems: ConfigProblem[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(parse(text, file, problems))) {
    if (key === '$schema') continue;
    if (!settingNames.includes(key as SettingName)) {
      problems.push({ file, key, message: `${file}: "${key}" is not a setting and is ignored.` });
      continue;
    }
    const parsed = v.safeParse(valueSchemas[key as SettingName], value);
    if (parsed.success) values[key] = parsed.output;
    else problems.push(wrongValue(file, key as SettingName, parsed.issues[0]));
  }
  if (Array.isArray(values.redact))
    values.redact = usable(values.redact as string[], file, problems);
  for (const key of trackerCommands) {
    const fault = typeof values[key] === 'string' ? templateFault(values[key]) : undefined;
    if (fault === undefined) continue;
    problems.push({ file, key, message: `${file}: in "${key}" ${fault}; it is not used.` });
    delete values[key];
  }
  return { values: values as Partial<Config>, problems };
}

/** Settings that are command templates. */
const trackerCommands = [
  'trackerLogCommand',
  'trackerStatusCommand',
  'trackerTruthCommand',
  'trackerShowCommand',
] as const satisfies SettingName[];

function parse(text: string, file: string, problems: ConfigProblem[]): Record<string, unknown> {
  try {
    if (readJsonFile(text, file).root === undefined) return {};
    return JSON.parse(text.replace(/^\uFEFF/, '')) as Record<string, unknown>;
  } catch (error) {
    const what = error instanceof Fault ? error.message : `${file} is not JSON.`;
    problems.push({ file, message: `${what} Its settings are ignored.` });
    return {};
  }
}

function wrongValue(file: string, key: SettingName, issue: v.BaseIssue<unknown>): ConfigProblem {
  const path = issue.path?.map((item) => `[${String(item.key)}]`).join('') ?? '';
  const fallback = JSON.stringify(defaultConfig[key]);
  return {
    file,
    key,
    message: `${file}: "${key}${path}" is ${issue.received}, but must be ${bounds(key)}; ${fallback} is used.`,
  };
}

/** What a setting may be, in words. */
function bounds(key: SettingName): string {
  const { json } = settings[key];
  if (Array.isArray(json.enum)) return json.enum.map((value) => `"${value}"`).join(' or ');
  if (json.type === 'integer') return `a whole number from ${json.minimum} to ${json.maximum}`;
  if (Array.isArray(json.anyOf)) return 'a whole number from 0 to 100, or false';
  return json.type === 'string' ? 'a text' : 'a list of texts that are not empty';
}

/** The patterns that are regular expressions; the others are named. */
function usable(patterns: string[], file: string, problems: ConfigProblem[]): string[] {
  return patterns.filter((pattern, index) => {
    const [found] = compilePatterns([pattern]).problems;
    if (found === undefined) return true;
    const message = `${file}: "redact[${index}]" ${found.problem}; it is not used.`;
    problems.push({ file, key: 'redact', message });
    return false;
  });
}
