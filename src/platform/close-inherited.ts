import { closeSync, readdirSync, readlinkSync } from 'node:fs';

/**
 * Closes what a process that will live long got from the one that started it, beyond its standard streams: a pipe that
 * stays open here keeps whoever reads it waiting for ever. Known by being the same thing under the same number there.
 * Only where the system shows the open files of processes; elsewhere nothing happens.
 */
export function closeInherited(): void {
  for (const name of descriptors('self')) {
    const descriptor = Number(name);
    if (descriptor <= 2) continue;
    const target = targetOf('self', name);
    // Of other things each process can have its own under the same name.
    if (target === undefined || !/^(?:pipe:|socket:|\/dev\/(?:pts|tty))/.test(target)) continue;
    if (target === targetOf(String(process.ppid), name)) closeQuietly(descriptor);
  }
}

function descriptors(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`);
  } catch {
    return [];
  }
}

function targetOf(pid: string, name: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/fd/${name}`);
  } catch {
    return undefined;
  }
}

function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It is closed already.
  }
}
