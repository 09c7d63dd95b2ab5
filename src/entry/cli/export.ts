import { join, resolve } from 'node:path';
import { refusePagePath } from '../../app/audit/write-page.ts';
import { refuseLinkedFolder } from '../../app/linked-folder.ts';
import { exportedPage, exportedStart } from '../../app/page/exported.ts';
import { SessionLists } from '../../app/page/session-list.ts';
import { Fault } from '../../core/errors.ts';
import { readStart } from '../../platform/small-files.ts';
import { listDeps, readSession, sessionsNamed } from '../page/read-sessions.ts';
import type { AddCommand, Outcome } from './command.ts';
import type { CliContext } from './context.ts';
import { programFolder } from './start-worker.ts';

interface ExportOptions {
  html?: string | true;
  force?: boolean;
}

const longestAsset = 8 * 1024 * 1024;

export const addExport: AddCommand = (program, bind) => {
  const command = program
    .command('export')
    .description("Write a session's page as one file, secrets redacted, to attach to an issue")
    .argument('<session>', 'session id or its beginning, of any client')
    .option('--html [file]', 'the file (default: holdfast-ID.html in this folder)')
    .option('--force', 'overwrite the file even if it is not such a page')
    .option('--json', 'print the result as JSON');
  bind<ExportOptions>(command, exportSession);
};

async function exportSession(
  context: CliContext,
  { html, force }: ExportOptions,
  [named = '']: string[],
): Promise<Outcome> {
  if (named === '' || html === '') {
    throw new Fault(
      'usage',
      named === '' ? 'The session name is empty.' : 'The file has no name.',
      {
        hint: 'holdfast export SESSION --html FILE',
      },
    );
  }
  const found = sessionsNamed(new SessionLists(listDeps(context, 'export')), named);
  if ('fault' in found) {
    const { message, hint } = found.fault;
    throw new Fault('not-found', message, { hint });
  }
  const id = found.row.session ?? 'session';
  const name = typeof html === 'string' ? html : `holdfast-${id.replace(/[^\w.-]/g, '-')}.html`;
  const path = resolve(context.cwd, name);
  const { disk } = context.install;
  refusePagePath(disk, path, force === true, { start: exportedStart, what: 'an exported session' });
  refuseLinkedFolder(disk, path, [context.cwd, context.project]);
  const { page } = readSession(context, found);
  disk.writeUnlinked(path, exportedPage(page, asset('page.js'), asset('page.css')));
  return {
    text: `Wrote ${path}\nSecrets that Holdfast knows are taken out. Look through it before you give it to others.`,
    data: { session: found.row.session ?? null, path },
  };
}

function asset(name: string): string {
  const text = readStart(join(programFolder(), name), longestAsset);
  if (text !== undefined) return text;
  throw new Fault('unsupported', 'The page is missing from this installation.', {
    hint: 'Reinstall Holdfast.',
  });
}
