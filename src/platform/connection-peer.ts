import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * The processes that hold the other end of a TCP connection over loopback. `port`: ours, `peerPort`: theirs. Linux alone tells
 * it; empty elsewhere, and for processes that are not ours to look at.
 */
export function processesBehind(port: number, peerPort: number): number[] {
  if (process.platform !== 'linux') return [];
  const inode = inodeOf(peerPort, port);
  return inode === undefined ? [] : holdersOf(`socket:[${inode}]`);
}

function inodeOf(local: number, remote: number): string | undefined {
  const hex = (port: number) => port.toString(16).toUpperCase().padStart(4, '0');
  const [ours, theirs] = [`0100007F:${hex(local)}`, `0100007F:${hex(remote)}`];
  let text: string;
  try {
    text = readFileSync('/proc/net/tcp', 'latin1');
  } catch {
    return undefined;
  }
  for (const line of text.split('\n')) {
    const fields = line.trim().split(/\s+/);
    if (fields[1] === ours && fields[2] === theirs && fields[9] !== '0') return fields[9];
  }
  return undefined;
}

function holdersOf(socket: string): number[] {
  return names('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) =>
      names(`/proc/${pid}/fd`).some((fd) => link(`/proc/${pid}/fd/${fd}`) === socket),
    )
    .map(Number);
}

function names(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function link(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
