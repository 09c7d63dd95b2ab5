import type { Place } from '../../core/install/host-install.ts';
import { fieldsOf } from '../../core/rows/fields.ts';
import { jsonValue, parseJsonTree } from '../../core/settings-text/json-tree.ts';

/**
 * Seen live on 0.61.0: a project's hooks run where its folder is listed as trusted, where folder trust is off, and where the
 * variable says so; with `--skip-trust` they do not. What the client does with folder trust left unset was not seen.
 */
export function missingTrust(
  place: Place,
  readText: (path: string) => string | undefined,
): string | undefined {
  const folder = `${place.env.GEMINI_CLI_HOME || place.home}/.gemini`;
  if (place.env.GEMINI_CLI_TRUST_WORKSPACE === 'true') return undefined;
  const { security } = objectIn(readText(`${folder}/settings.json`));
  if (fieldsOf(fieldsOf(security).folderTrust).enabled === false) return undefined;
  const list = `${folder}/trustedFolders.json`;
  const trusted = Object.entries(objectIn(readText(list))).some(([path, level]) => {
    const root = level === 'TRUST_PARENT' ? path.replace(/\/[^/]*\/?$/, '') : path;
    const inside = place.project === root || place.project.startsWith(`${root}/`);
    return inside && /^TRUST_(?:FOLDER|PARENT)$/.test(String(level));
  });
  if (trusted) return undefined;
  return `Gemini CLI runs this project's hooks only when it trusts the folder, and ${list} does not name it. Start "gemini" here and trust the folder.`;
}

function objectIn(text: string | undefined): Record<string, unknown> {
  try {
    return fieldsOf(jsonValue(parseJsonTree(text ?? '{}', 'comments')));
  } catch {
    return {};
  }
}
