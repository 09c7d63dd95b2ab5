import { packageProgram, programOnPath } from '../../core/shelf/bring-up.ts';
import { packagePlugin } from '../../core/shelf/package-plugin.ts';
import { commandPrompt, sessionCommands } from '../../core/shelf/session-commands.ts';
import type { ShelfFile } from '../../core/shelf/shelf-file.ts';
import { extensionBody } from './install.ts';

/** The files that pi loads from the npm package, as the package's manifest names them. Commands are called /holdfast-NAME. */
export function shelfFiles(version: string): ShelfFile[] {
  return [
    { path: 'shelf/pi/holdfast.js', content: packagePlugin(version, 'pi.mjs', extensionBody) },
    ...sessionCommands.map((command) => ({
      path: `shelf/pi/prompts/holdfast-${command.name}.md`,
      content: `---
description: ${command.description}
${command.hint === undefined ? '' : `argument-hint: "${command.hint}"\n`}---

${commandPrompt(programOnPath, command, '$ARGUMENTS', packageProgram(version))}
`,
    })),
  ];
}
