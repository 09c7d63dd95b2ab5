import type { Run } from '../shell/run.ts';
import { textsOf } from '../shell/run.ts';
import type { Hazard } from './hazard.ts';

/** What stands behind what on one line. */
type InOrder = readonly [first: RegExp, then: RegExp];

/** What programs destroy that look after machines, containers, stores and packages, by the words they are given. */
const commands: Record<string, readonly [RegExp | InOrder, string][]> = {
  docker: [
    [
      /^(?:compose|stack)\b(?=.* (?:down|rm)\b)(?=.* (?:-[a-uw-z]*v[a-z]*|--volumes)(?: |$))/,
      volumes(),
    ],
    [/^volume (?:rm|remove|prune)\b/, volumes()],
    [/^system prune\b.*--volumes\b/, volumes()],
  ],
  kubectl: [[/(?:^| )delete (?!pods? |po |job)/, 'delete what runs in the cluster']],
  helm: [[/^(?:uninstall|delete|del|un)\b/, 'delete what runs in the cluster']],
  terraform: [
    [/(?:^| )(?:destroy\b|state rm\b)/, 'destroy infrastructure'],
    [[/(?:^| )apply\b/g, / -destroy\b/], 'destroy infrastructure'],
  ],
  pulumi: [[/^(?:destroy|down|stack rm)\b/, 'destroy infrastructure']],
  cdk: [[/^destroy\b/, 'destroy infrastructure']],
  serverless: [[/^remove\b/, 'destroy infrastructure']],
  aws: [
    [/(?:^| )s3 rb\b/, files()],
    [[/(?:^| )s3 rm\b/g, /--recursive/], files()],
    [[/(?:^| )s3 sync\b/g, /--delete/], files()],
    [
      /(?:^| )[a-z0-9-]+ (?:delete|terminate)-(?:db|stack|table|bucket|function|cluster|instances|volume|snapshot|queue|topic)\S*/,
      'destroy infrastructure',
    ],
  ],
  gsutil: [
    [/(?:^| )rb\b/, files()],
    [[/(?:^| )rm\b/g, / -[a-qs-zA-QS-Z]*[rR]/], files()],
    [[/(?:^| )rsync\b/g, / -d\b/], files()],
  ],
  gcloud: [[/(?:^| )(?:delete|destroy)\b/, 'destroy infrastructure']],
  az: [[/(?:^| )(?:delete|purge)\b/, 'destroy infrastructure']],
  rclone: [[/^(?:purge|delete|sync|cleanup)\b/, files()]],
  mc: [[/^(?:rm\b.*--recursive|rb\b)/, files()]],
  gh: [[/^(?:repo|release|secret|variable|cache|gist|project) delete\b/, 'delete what others use']],
  glab: [[/^(?:repo|release) delete\b/, 'delete what others use']],
  npm: [[/^(?:unpublish|deprecate)\b/, 'take back what was published']],
  heroku: [[/^(?:apps:destroy|addons:destroy|pg:reset)\b/, 'destroy infrastructure']],
  fly: [[/(?:^| )(?:destroy|delete)\b/, 'destroy infrastructure']],
  vercel: [[/^(?:remove|rm)\b/, 'destroy infrastructure']],
  etcdctl: [[[/(?:^| )del\b/g, /--(?:prefix|from-key)/], 'drop or empty a database']],
  vault: [[/^kv (?:metadata delete|destroy)\b/, 'delete secrets']],
  crontab: [[/^-[a-z]*r/, 'delete all jobs of the user']],
  dd: [[/(?:^| )of=\/dev\/(?!null|stdout|stderr|tty|zero)/, device()]],
  wipefs: [[/(?:^| )-[a-z]*a/, device()]],
  shred: [[/^(?!--help|--version)\S/, 'overwrite files so that nothing brings them back']],
  zfs: [[/^(?:destroy|rollback)\b/, device()]],
  zpool: [[/^destroy\b/, device()]],
  lvremove: [[/^/, device()]],
  zip: [[/(?:^| )-[a-zA-Z]*m/, 'delete the files that it packs']],
};

function volumes(): string {
  return 'delete volumes with their data';
}
function files(): string {
  return 'delete files of a store';
}
function device(): string {
  return 'overwrite a device';
}

const others: Record<string, string> = {
  'docker-compose': 'docker',
  'podman-compose': 'docker',
  podman: 'docker',
  nerdctl: 'docker',
  oc: 'kubectl',
  tofu: 'terraform',
  terragrunt: 'terraform',
  sls: 'serverless',
  flyctl: 'fly',
  pnpm: 'npm',
  fdisk: 'dd',
};

/** True for a program that this file knows. */
export function isStoreProgram(program: string): boolean {
  return (
    Object.hasOwn(commands, program) ||
    Object.hasOwn(others, program) ||
    /^mkfs(?:\.|$)/.test(program)
  );
}

/** What a run would destroy that is neither a file of the project nor a database. */
export function storeHazard(run: Run): Hazard | undefined {
  const { program, args } = run;
  if (/^mkfs(?:\.|$)/.test(program)) return { kind: 'drop', what: device() };
  if (program === 'rsync') return remoteSync(run);
  const name = Object.hasOwn(others, program) ? others[program]! : program;
  if (!Object.hasOwn(commands, name)) return undefined;
  const own = textsOf({ ...run, args }).slice(0, 60);
  const line = (program.endsWith('-compose') ? ['compose', ...own] : own).join(' ');
  if (/(?:^| )(?:--help|--dry-run(?:=(?:client|server))?|--dryrun|-h)(?: |$)/.test(line))
    return undefined;
  const what = commands[name]!.find(([told]) =>
    told instanceof RegExp ? told.test(line) : stand(told, line),
  )?.[1];
  return what === undefined ? undefined : { kind: 'drop', what };
}

/** Each line is read once, behind the first place where `first` stands: of each place it would be too often. */
function stand([first, then]: InOrder, text: string): boolean {
  let read = 0;
  for (const { 0: found, index } of text.matchAll(first)) {
    if (index < read) continue;
    const rest = /^.*/.exec(text.slice(index + found.length))![0];
    if (then.test(rest)) return true;
    read = index + found.length + rest.length;
  }
  return false;
}

/** `rsync --delete` to another machine; on this one it is a matter of what git tracks. */
function remoteSync(run: Run): Hazard | undefined {
  const texts = textsOf(run);
  const deletes = texts.some((text) => /^--(?:del|delete(?:-.*)?)$/.test(text));
  const isTrial = texts.some((text) => text === '--dry-run' || /^-[A-Za-z]*n/.test(text));
  const to = texts.filter((text) => !text.startsWith('-')).at(-1) ?? '';
  return deletes && !isTrial && /^[^/]*:/.test(to) ? { kind: 'drop', what: files() } : undefined;
}
