import { withoutControls } from '../trust/untrusted.ts';

/** What came of bringing a worker's branch to the remote. */
export type Brought = { withheld: readonly { path: string; why: string }[] } & (
  | { kind: 'nothing' }
  | { kind: 'pushed'; commit: string; request?: { url: string } | { why: string } }
  | { kind: 'local'; commit: string; why: string }
);

const mostInMessage = 100;
const mostInLine = 10;

/** The message of a commit of what an agent left uncommitted. */
export function leftMessage(title: string, ticket: string, files: readonly string[]): string {
  const names = files.slice(0, mostInMessage).map((path) => `* ${withoutControls(path)}`);
  const more = files.length - names.length;
  return [
    title,
    '',
    `Ticket: ${ticket}`,
    '',
    'The agent left these changes uncommitted. They are committed as they were found:',
    '',
    ...names,
    ...(more > 0 ? [`* and ${more} more`] : []),
  ].join('\n');
}

/** Where a worker's result lies, in a line for its ticket; undefined where nothing was made. */
export function broughtText(
  made: Brought,
  { branch, folder, machine }: { branch: string; folder: string; machine: string },
): string | undefined {
  const rest = withheldText(made.withheld, `${folder} on ${machine}`);
  if (made.kind === 'nothing') return rest && `no commit; ${rest}`;
  const what = `branch ${branch} (${made.commit})`;
  const where =
    made.kind === 'pushed'
      ? `${what}, pushed to origin${requestText(made.request)}`
      : `${what} on ${machine} in ${folder}, not pushed: ${made.why}`;
  return rest === undefined ? where : `${where}; ${rest}`;
}

function requestText(request: { url: string } | { why: string } | undefined): string {
  if (request === undefined) return '';
  return 'url' in request
    ? `, pull request ${withoutControls(request.url)}`
    : `, no pull request: ${withoutControls(request.why)}`;
}

/** What a pull request for a ticket says. */
export function requestBody(ticket: string, { objective, result }: RequestFacts): string {
  const parts = [objective, result].filter((text) => text !== undefined && text !== '');
  return [`Ticket: ${ticket}`, ...parts].join('\n\n');
}

interface RequestFacts {
  objective?: string | undefined;
  result?: string | undefined;
}

const reasons: Record<string, string> = {
  secret: 'looks like it holds a secret',
  large: 'over 5 MB',
  unchecked: 'could not be checked for secrets',
};

function withheldText(
  withheld: readonly { path: string; why: string }[],
  where: string,
): string | undefined {
  if (withheld.length === 0) return undefined;
  const names = withheld
    .slice(0, mostInLine)
    .map(({ path, why }) => `${withoutControls(path)} (${reasons[why] ?? why})`);
  const more = withheld.length - names.length;
  return `not committed: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}, still in ${where}`;
}
