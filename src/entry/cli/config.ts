import { loadConfig } from '../../app/config/load-config.ts';
import { projectConfigPath } from '../../app/trust.ts';
import { settingNames } from '../../core/config/defaults.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
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
  const rows = settingNames.map((name) => [
    name,
    JSON.stringify(loaded.config[name]),
    loaded.sources[name].join(', '),
  ]);
  const columns = [{ title: 'setting' }, { title: 'value' }, { title: 'from' }];
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
    text: [table(columns, rows), '', ...files, ...(notes.length > 0 ? ['', ...notes] : [])].join(
      '\n',
    ),
    data: { ...loaded, files: places },
  };
}
