import { hostname } from 'node:os';

/** The name of this machine, in letters, digits and `-`. */
export function hostName(): string {
  return (
    hostname()
      .split('.')[0]!
      .replace(/[^A-Za-z0-9-]+/g, '-')
      .slice(0, 60) || 'machine'
  );
}
