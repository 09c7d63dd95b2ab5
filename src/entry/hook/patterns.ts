import { loadConfig } from '../../app/config/load-config.ts';
import { projectRoot } from '../../app/task/project-root.ts';
import { projectConfigPath } from '../../app/trust.ts';
import { compilePatterns } from '../../core/trust/compile-patterns.ts';
import { files } from '../../platform/files.ts';
import {
  type Environment,
  homeFolder,
  stateFolder,
  statePaths,
  userConfigFile,
} from '../../platform/paths.ts';
import { sizeAndTime } from '../../platform/small-files.ts';

interface Kept {
  project: string | undefined;
  lookedMs: number;
  /** When it was last seen that no file changed. */
  checkedMs: number;
  /** Sizes and times of the files that the patterns were made of. */
  made: string;
  patterns: readonly RegExp[];
}

const kept = new Map<string, Kept>();
const mostKept = 500;
/** For so long a folder is taken to lie in the same project. */
const projectMs = 2_000;
/** For so long files are taken to be as they were. */
const filesMs = 50;

/** The secrets' patterns of the person and the project of a folder, made anew whenever a file of theirs changed: looked at 20 times a second at most. */
export function patternsOf(cwd: string | undefined, env: Environment): readonly RegExp[] {
  const key = `${cwd ?? ''}\0${env.CLAUDE_PROJECT_DIR ?? ''}`;
  const nowMs = Date.now();
  const known = kept.get(key) ?? unmade();
  if (Math.abs(nowMs - known.lookedMs) > projectMs) {
    const places = { projectDir: env.CLAUDE_PROJECT_DIR, home: homeFolder(env) };
    const project = projectRoot(files, cwd, places);
    if (project !== known.project) Object.assign(known, { made: '', checkedMs: 0 });
    known.project = project;
    known.lookedMs = nowMs;
    if (kept.size >= mostKept) kept.clear();
    kept.set(key, known);
  }
  if (Math.abs(nowMs - known.checkedMs) < filesMs) return known.patterns;
  known.checkedMs = nowMs;
  const userConfig = userConfigFile(env);
  const { trust } = statePaths(stateFolder(env));
  const { project } = known;
  const made = stampsOf([
    userConfig,
    ...(project === undefined ? [] : [`${project}/${projectConfigPath}`, trust]),
  ]);
  if (known.made !== made) {
    const { config } = loadConfig(files, { userConfig, project }, trust);
    known.patterns = compilePatterns(config.redact).patterns;
    known.made = made;
  }
  return known.patterns;
}

function unmade(): Kept {
  return { project: undefined, lookedMs: 0, checkedMs: 0, made: '', patterns: [] };
}

function stampsOf(paths: readonly string[]): string {
  return paths
    .map((path) => {
      const found = sizeAndTime(path);
      return found === undefined ? '-' : `${found.size}/${found.modifiedMs}`;
    })
    .join(' ');
}
