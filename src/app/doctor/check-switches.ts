import { offSwitches } from '../../core/install/project-settings.ts';
import { projectSwitches } from '../config/project-switches.ts';
import { switchedOffBy, switchesInEffect } from '../config/switches-in-effect.ts';
import { switchList } from '../trust.ts';
import { type DoctorContext, type Finding, note, off } from './finding.ts';

const check = 'switch';

/** Whether something switches everything off, or leads hooks to another place than this command. */
export function checkSwitches(context: DoctorContext): Finding[] {
  return [...offFindings(context), ...placeFindings(context)];
}

function offFindings(context: DoctorContext): Finding[] {
  const by = switchedOffBy(context.install);
  if (by === undefined) return [];
  if (by.file === undefined) {
    return [off(check, `${by.name} is set here: no hook does anything.`, `Unset ${by.name}.`)];
  }
  const message = `${by.file} sets ${by.name}: no hook does anything here.`;
  if (!by.inProject) return [off(check, message, `Take ${by.name} out of "env" there.`)];
  return isTrusted(context, by.file)
    ? [note(check, `${message} You trust that.`)]
    : [
        off(
          check,
          message,
          `Take ${by.name} out of "env" there; or, if it is meant, run "holdfast trust".`,
        ),
      ];
}

function isTrusted({ install, paths }: DoctorContext, file: string): boolean {
  const { project } = install.place;
  return install.hosts.some((host) => {
    const switches = projectSwitches(install.disk, host.settings, project);
    const items = switchList(install.disk, paths.trust, project, switches);
    return switches.some((one, index) => one.file === file && items[index]!.state === 'trusted');
  });
}

function placeFindings({ install, paths }: DoctorContext): Finding[] {
  const { env, home } = install.place;
  const set = switchesInEffect(install).filter(({ name }) => !offSwitches.includes(name));
  const stateNamed = Boolean(env.HOLDFAST_HOME) || set.some(({ name }) => name === 'HOLDFAST_HOME');
  return set.flatMap(({ name, value, file }): Finding[] => {
    const here = name === 'HOLDFAST_HOME' ? paths.home : name === 'HOME' ? home : env[name];
    const idle = stateNamed && (name === 'LOCALAPPDATA' || name === 'XDG_STATE_HOME');
    if (value === here || idle) return [];
    // What is installed there works, only elsewhere than this command looks.
    if (name === 'HOLDFAST_HOME' && install.disk.stat(`${value}/bin/hook`) !== undefined) {
      const elsewhere = `${file} sets ${name}, so hooks keep their sessions in ${value}, and this command uses ${paths.home}. To see theirs: ${name}=${value} holdfast status`;
      return [note('places', elsewhere)];
    }
    const message = `${file} sets ${name}, so hooks look for Holdfast or its files in another place than this command, which uses ${paths.home}.`;
    return [
      off('places', message, `Take ${name} out of "env" there, or set it for your shell too.`),
    ];
  });
}
