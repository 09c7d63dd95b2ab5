import { loadConfig } from '../../app/config/load-config.ts';
import { projectConfigPath } from '../../app/trust.ts';
import { settingNames } from '../../core/config/defaults.ts';
import { columnsOf } from './columns.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { fold } from './fold-lines.ts';
import { table } from './table.ts';

export const addConfig: AddCommand = (program, bind) => {
  const command = program
    .command('config')
    .description('Show the settings in effect and where each comes from')
    .option('--json', 'print the result as JSON');
  bind(command, config);
};

function config(context: CliContext): Outcome {
  const paths = { userConfig: context.userConfig, project: context.project };
  const loaded = loadConfig(context.install.disk, paths, context.paths.trust);
  const rows = settingNames.map((name): [string, string, string] => [
    name,
    valueText(loaded.config[name]),
    loaded.sources[name].join(', '),
  ]);
  const notes = loaded.problems.map((problem) => problem.message);
  if (loaded.untrusted) {
    const why =
      loaded.untrusted.state === 'new' ? 'is not trusted' : 'changed since it was trusted';
    notes.push(`${loaded.untrusted.file} ${why} and has no effect. "holdfast trust" lets it.`);
  }
  const places = {
    user: context.userConfig,
    project: `${context.project}/${projectConfigPath}`,
  };
  const files = [`Yours: ${places.user}`, `The project's: ${places.project}`];
  return {
    text: [
      settingsText(rows, context.width),
      '',
      ...files,
      ...(notes.length > 0 ? ['', ...notes] : []),
    ].join('\n'),
    data: { ...loaded, files: places },
  };
}

/** With blanks at which a long line may be broken. */
function valueText(value: unknown): string {
  if (!Array.isArray(value)) return JSON.stringify(value);
  return `[${value.map((one) => JSON.stringify(one)).join(', ')}]`;
}

/** A table, or a list where the table has no room. */
function settingsText(rows: [string, string, string][], width: number): string {
  const columns = [{ title: 'setting' }, { title: 'value' }, { title: 'from' }];
  const whole = table(columns, rows);
  if (whole.split('\n').every((line) => columnsOf(line) <= width)) return whole;
  return rows
    .flatMap(([name, value, from]) => fold(`${name}: ${value} (${from})`, width, '  '))
    .join('\n');
}
