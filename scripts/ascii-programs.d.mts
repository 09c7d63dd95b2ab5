import type { Plugin } from 'esbuild';

export const asciiProgram: Plugin;
export function escapePatterns(text: string): string;
export function checkAscii(files: Iterable<readonly [string, string | Uint8Array]>): void;
