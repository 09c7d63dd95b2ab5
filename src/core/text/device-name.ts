/**
 * True for a file's name that Windows keeps for a device, whatever ending it has and in whichever case: `aux.md` can be neither made nor
 * checked out there. Work is shared between systems, so that no file of ours has such a name anywhere.
 */
export function isDeviceName(name: string): boolean {
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}
