import { statusLineScript } from '../install/status-line-script.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

const check = 'status line';
const again =
  'Run "holdfast init --statusline" again, or "holdfast init --no-statusline" to take it out.';

/** Whether the status line that a client's settings name can show our line: its script, and the folder that hooks keep for it. */
export function checkStatusLine({ install, paths }: DoctorContext): Finding[] {
  const { disk, place } = install;
  const script = install.paths.statusLine;
  const named = install.hosts.flatMap((host) => {
    const file = host.settingsFile('user', place);
    const text = disk.readText(file);
    return text !== undefined && standingIn(host, text, file) === 'ours' ? [host.title] : [];
  });
  const content = disk.readText(script);
  if (named.length === 0) {
    if (content === undefined) return [];
    const left = `${script} is there, and no client's settings name it.`;
    return [note(check, left, 'Run "holdfast init --statusline" to show it again.')];
  }
  const clients = named.join(' and ');
  if (content === undefined) {
    return [off(check, `${script}, which ${clients} runs for it, is missing.`, again)];
  }
  if (!/^# Holdfast \S+: the status line\./m.test(content)) {
    return [off(check, `${script} was not written by Holdfast.`, again)];
  }
  if (content !== statusLineScript(install.version)) {
    return [off(check, `${script} is of another version, or was changed.`, again)];
  }
  if (((disk.modeOf(script) ?? 0) & 0o100) === 0) {
    return [off(check, `${script} is not executable.`, again)];
  }
  const kept = `${paths.home}/status-line`;
  const isLink = disk.landing(kept) !== `${disk.landing(paths.home)}/status-line`;
  if (isLink || (disk.stat(kept)?.kind ?? 'folder') !== 'folder') {
    const what = `${kept}, where hooks keep what it shows, is no folder of its own.`;
    return [off(check, what, `Remove ${kept}; the next event of a session makes it again.`)];
  }
  return [ok(check, `${clients} shows Holdfast's line after your own.`)];
}

function standingIn(
  { statusLine }: DoctorContext['install']['hosts'][number],
  text: string,
  file: string,
): string | undefined {
  try {
    return statusLine?.standing(text, file);
  } catch {
    // The check of the settings says what is wrong with the file.
    return undefined;
  }
}
