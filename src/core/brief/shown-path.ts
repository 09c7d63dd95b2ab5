import { untrusted } from '../trust/untrusted.ts';
import type { BriefInput } from './input.ts';

/** Paths inside the working folder are shown relative to it: shorter, and the agent's own way of writing them. */
export function shownPath(input: BriefInput, path: string): string {
  const { cwd } = input.place;
  const clean = untrusted(path, 300);
  return cwd && clean.startsWith(`${cwd}/`) ? clean.slice(cwd.length + 1) : clean;
}
