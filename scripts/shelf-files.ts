import { devContainerFiles } from '../src/core/shelf/dev-container.ts';
import type { ShelfFile } from '../src/core/shelf/shelf-file.ts';
import { shelfFiles as claudeCode } from '../src/hosts/claude-code/shelf.ts';
import { shelfFiles as codex } from '../src/hosts/codex/shelf.ts';
import { shelfFiles as copilot } from '../src/hosts/copilot/shelf.ts';
import { shelfFiles as gemini } from '../src/hosts/gemini/shelf.ts';
import { shelfFiles as opencode } from '../src/hosts/opencode/shelf.ts';
import { shelfFiles as pi } from '../src/hosts/pi/shelf.ts';
import { shelfFiles as qwen } from '../src/hosts/qwen/shelf.ts';

/** What makes the files by which each client takes the package, by the client's id, or by what is no client. */
export const shelves: Readonly<Record<string, (version: string) => ShelfFile[]>> = {
  'claude-code': claudeCode,
  codex,
  copilot,
  gemini,
  qwen,
  opencode,
  pi,
  devcontainer: devContainerFiles,
};
