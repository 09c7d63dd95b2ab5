/** What a service of the system's is to run. Paths are absolute. */
export interface ServiceWish {
  node: string;
  program: string;
  stateFolder: string;
  /** Folders to look for programs in, as PATH has them. */
  searchPath: string;
}

/** The first line of files of ours, by which they are known. */
export const serviceMark =
  'Made by "holdfast daemon install"; "holdfast daemon uninstall" takes it away.';

const words = ['daemon', 'serve', '--idle', '0'];

/** A unit of systemd for one user. */
export function systemdUnit({ node, program, stateFolder, searchPath }: ServiceWish): string {
  const command = [node, program, ...words].map((word) => unitWord(word)).join(' ');
  return `# ${serviceMark}
[Unit]
Description=Holdfast

[Service]
ExecStart=${command}
Environment=${unitWord(`HOLDFAST_HOME=${stateFolder}`, false)}
Environment=${unitWord(`PATH=${searchPath}`, false)}
Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
`;
}

/** A word of a unit: quoted, with what systemd would replace written so that it stays. */
function unitWord(text: string, inCommand = true): string {
  const kept = text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/%/g, '%%');
  return `"${inCommand ? kept.replace(/\$/g, '$$$$') : kept}"`;
}

/** A job of launchd for one user. */
export function launchdJob({ node, program, stateFolder, searchPath }: ServiceWish): string {
  const strings = [node, program, ...words].map((word) => `    <string>${xml(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${serviceMark} -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${launchdLabel}</string>
  <key>ProgramArguments</key>
  <array>
${strings.join('\n')}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
    <key>HOLDFAST_HOME</key>
    <string>${xml(stateFolder)}</string>
    <key>PATH</key>
    <string>${xml(searchPath)}</string>
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
</dict>
</plist>
`;
}

export const launchdLabel = 'holdfast';

function xml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
