import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/** Paths inside the working folder are shown relative to it: shorter, and the agent's own way of writing them. */
export function shownPath(input: BriefInput, path: string): string {
  const { cwd, moved } = input.place;
  const now =
    moved && path.startsWith(`${moved.from}/`) ? moved.to + path.slice(moved.from.length) : path;
  const clean = untrusted(now, 300);
  return cwd && clean.startsWith(`${cwd}/`) ? clean.slice(cwd.length + 1) : clean;
}
