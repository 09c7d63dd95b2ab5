import { clipMarked } from '../trust/clip.ts';
import { commandKey, objectsOf } from './command-key.ts';
import { type KnownCall, keep } from './family.ts';
import { resolvePath } from './paths.ts';

/** What a call was for, so that two calls of the same purpose can be told, and the form that it had. */
export interface Purpose {
  /** The same for every call of the purpose. */
  key: string;
  /** Of a command: what it is done to. To install one package is not to install another. */
  objects?: string;
  /** The call as one line. */
  form: string;
}

const longestForm = 260;

/** Undefined for calls that have no purpose of their own: looks, chores, lists. */
export function purposeOf(call: KnownCall): Purpose | undefined {
  switch (call.kind) {
    case 'shell': {
      const key = commandKey(call.command ?? '');
      if (key === undefined || key.sort === 'look' || key.sort === 'chore') return undefined;
      const command = call.command ?? '';
      return {
        key: `run ${key.families[0] ?? key.family}`,
        objects: objectsOf(command),
        form: oneLine(command),
      };
    }
    case 'edit':
    case 'write': {
      const [path] = call.paths;
      if (path === undefined) return undefined;
      const whole = resolvePath(path, call.cwd);
      return { key: `edit ${whole}`, form: `edit of ${whole}` };
    }
    case 'web':
      return {
        key: `web ${hostOf(call.detail)}`,
        form: oneLine(`${call.name} ${call.detail ?? ''}`),
      };
    case 'other':
    case 'subagent':
    case 'skill':
      return {
        key: `tool ${call.name}`,
        form: oneLine(`${call.name} ${call.given ?? call.detail ?? ''}`),
      };
    case 'plan':
      return { key: 'plan', form: 'the plan' };
    default:
      return undefined;
  }
}

function oneLine(text: string): string {
  return clipMarked(keep(text, 1_200).replace(/\s+/g, ' ').trim(), longestForm);
}

function hostOf(address: string | undefined): string {
  return /^https?:\/\/([^/\s?#]{1,120})/.exec(address ?? '')?.[1] ?? '';
}
