import { describe, expect, it } from 'vitest';
import { geminiInstall } from '../../../src/hosts/gemini/install.ts';

const project = '/home/dev/code/proj';

/** What is missing, by the client's two files and the environment. */
function missing(files: { settings?: object; trusted?: object; env?: Record<string, string> }) {
  const texts: Record<string, string | undefined> = {
    '/home/dev/.gemini/settings.json': files.settings && JSON.stringify(files.settings),
    '/home/dev/.gemini/trustedFolders.json': files.trusted && JSON.stringify(files.trusted),
  };
  const place = { env: files.env ?? {}, home: '/home/dev', project };
  return geminiInstall.folderTrust!(place, (path) => texts[path]);
}

describe('the trust that Gemini CLI wants for the hooks of a project', () => {
  const on = { security: { folderTrust: { enabled: true } } };

  it('is said to be missing where no file gives it, with the next step', () => {
    const untrusted = [
      {},
      { settings: on },
      {
        settings: on,
        trusted: { [project]: 'DO_NOT_TRUST', '/home/dev/code/pro': 'TRUST_FOLDER' },
      },
    ];
    for (const files of untrusted) {
      expect(missing(files)).toMatch(/trustedFolders\.json does not name it\. Start "gemini" here/);
    }
  });

  it('is there for a folder that is listed, or lies in one, without folder trust, and by the variable', () => {
    const trusted = [
      { settings: on, trusted: { [project]: 'TRUST_FOLDER' } },
      { settings: on, trusted: { '/home/dev': 'TRUST_FOLDER' } },
      { settings: on, trusted: { '/home/dev/code/other': 'TRUST_PARENT' } },
      { settings: { security: { folderTrust: { enabled: false } } } },
      { settings: on, env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } },
    ];
    for (const files of trusted) expect(missing(files)).toBeUndefined();
  });
});
