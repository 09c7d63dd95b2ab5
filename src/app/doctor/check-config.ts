import { loadConfig } from '../config/load-config.ts';
import { projectConfigPath, trustedText } from '../trust.ts';
import { type DoctorContext, type Finding, note, off, ok } from './finding.ts';

/** What in the configuration files is not used. */
export function checkConfig({ install, userConfig, paths }: DoctorContext): Finding[] {
  const { project } = install.place;
  const loaded = loadConfig(install.disk, { userConfig, project }, paths.trust);
  const findings = loaded.problems.map((problem) =>
    off('settings', problem.message, `Fix it in ${problem.file}.`),
  );
  const shared = `${project}/${projectConfigPath}`;
  const state = trustedText(install.disk, paths.trust, project, projectConfigPath).state;
  if (state === 'absent' && install.disk.stat(shared)?.kind === 'file') {
    const message = `${shared} leads out of the project, or cannot be read, and has no effect.`;
    findings.push(off('trust', message, 'Replace the link with the file itself.'));
  }
  if (loaded.untrusted) {
    const message = `${loaded.untrusted.file} is not trusted as it is now and has no effect.`;
    findings.push(note('trust', message, 'Read it, then run "holdfast trust".'));
  }
  return findings.length > 0 ? findings : [ok('settings', 'Every setting is understood.')];
}
