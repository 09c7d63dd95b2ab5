import { Fault, type FaultCode } from '../core/errors.ts';

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it is larger than a file may be here',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or its links go round in a circle',
  EMLINK: 'it has a second name elsewhere',
  ENAMETOOLONG: 'the name is too long',
};

/** What Windows answers for a file that another program has open, and for one that is not the user's. */
const heldOnWindows = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** What the system refused, as a fault in plain words; undefined for an error that is not the system's. */
export function refusalOf(error: unknown): Fault | undefined {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined || syscall === undefined) return undefined;
  const what = path ?? (syscall === 'write' ? 'The output' : 'A file');
  return new Fault('unwritable', `${what} cannot be used: ${reason}.`, {
    hint: 'Fix that, then run this again.',
    cause: error,
  });
}

/** What the system said about a path, as a fault in plain words. */
export function systemFault(
  code: FaultCode,
  doing: string,
  path: string,
  error: unknown,
  platform: string = process.platform,
): Fault {
  const name = (error as NodeJS.ErrnoException).code ?? '';
  const held = platform === 'win32' && heldOnWindows.has(name);
  const said = reasons[name] ?? (error instanceof Error ? error.message : String(error));
  const reason = held ? 'another program has it open, or permission is denied' : said;
  const close =
    'Close the program that has it open, or let yourself change it, then run this again.';
  return new Fault(code, `${path} cannot be ${doing}: ${reason}.`, {
    hint: held ? close : 'Fix that, then run this again.',
    cause: error,
  });
}
