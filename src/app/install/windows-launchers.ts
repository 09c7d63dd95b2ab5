import type { McpTools } from './context.ts';

/** What ends a line in a script that `cmd.exe` reads. */
const lineEnd = '\r\n';

/** Where the interpreter may lie by a variable of the environment: a script cannot name a folder with letters beyond ASCII. */
const placeVariables = ['LOCALAPPDATA', 'APPDATA', 'USERPROFILE', 'ProgramFiles'] as const;

/**
 * The launcher of hooks on Windows, `<state folder>\bin\hook.cmd`: starts the newest installed hook program, ends 0 and prints
 * nothing of its own. What it is given goes to the program. Where Node or the program is missing it leaves one note in `notes`.
 * `cmd.exe` reads scripts in the code page of the machine, so that this one is ASCII.
 */
export function windowsLauncherScript(
  version: string,
  nodePath: string,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  return script([
    `rem Holdfast ${version}: started by the hooks of agent hosts. Written by "holdfast init".`,
    'setlocal disabledelayedexpansion',
    'if not "%HOLDFAST_DISABLE%"=="" if not "%HOLDFAST_DISABLE%"=="0" if "%HOLDFAST_SESSION_START%"=="" exit /b 0',
    ...homeLines,
    `set "HOOK=%HOLDFAST_HOME%\\runtime\\${version}\\hook.cjs"`,
    'if exist "%HOOK%" goto found',
    'for /f "delims=" %%D in (\'dir /b /ad /od "%HOLDFAST_HOME%\\runtime" 2^>nul\') do if exist "%HOLDFAST_HOME%\\runtime\\%%D\\hook.cjs" set "HOOK=%HOLDFAST_HOME%\\runtime\\%%D\\hook.cjs"',
    'if exist "%HOOK%" goto found',
    'set "NOTE=bundle-missing"',
    'set "WHY=no hook bundle in %HOLDFAST_HOME%\\runtime"',
    'goto note',
    ':found',
    'if exist "%HOOK:hook.cjs=start.cjs%" set "HOOK=%HOOK:hook.cjs=start.cjs%"',
    `set "NODE=${nodeWord(nodePath, env)}"`,
    'if exist "%NODE%" goto run',
    'for %%I in (node.exe) do set "FOUND=%%~$PATH:I"',
    'if not "%FOUND%"=="" set "NODE=%FOUND%"& goto run',
    'set "NOTE=node-missing"',
    'set "WHY=no node: neither %NODE% nor one on PATH"',
    'goto note',
    ':run',
    'set "NODE_OPTIONS="',
    'set "NODE_EXTRA_CA_CERTS="',
    '"%NODE%" "%HOOK%" %* 2>nul',
    'if "%ERRORLEVEL%"=="0" exit /b 0',
    'set "NOTE=hook-failed"',
    'set "WHY=%NODE% %HOOK% ended with %ERRORLEVEL%"',
    ':note',
    // What is in a path is not read as a command here.
    'setlocal enabledelayedexpansion',
    'if exist "!HOLDFAST_HOME!\\notes\\!NOTE!" exit /b 0',
    'if not exist "!HOLDFAST_HOME!\\notes" mkdir "!HOLDFAST_HOME!\\notes" >nul 2>&1',
    'echo !WHY! >"!HOLDFAST_HOME!\\notes\\!NOTE!"',
    'exit /b 0',
  ]);
}

/**
 * What is registered on Windows, `<state folder>\bin\on-event.cmd <when> <variable> <host> [event]`: starts nothing for a single tool call
 * unless some session is watched, and the one that the variable names where it is set. See `callWords`.
 */
export function windowsCallScript(version: string): string {
  return script([
    `rem Holdfast ${version}: which hooks need the launcher. Written by "holdfast init".`,
    'if "%~1"=="always" goto run',
    'if "%~1"=="start" set "HOLDFAST_SESSION_START=1"& goto run',
    'if not exist "%~dp0..\\watch" exit /b 0',
    'if "%~2"=="-" goto run',
    'setlocal disabledelayedexpansion',
    'call set "ID=%%%~2%%"',
    'if "%ID%"=="" goto run',
    // An unset variable leaves its name between the signs.
    'if "%ID%"=="%%%~2%%" goto run',
    'if not exist "%~dp0..\\watch\\%ID%" exit /b 0',
    'if "%~1"=="after" if exist "%~dp0..\\watch-before\\%ID%" exit /b 0',
    ':run',
    '"%~dp0hook.cmd" %3 %4',
  ]);
}

/** What hosts start as our MCP server on Windows: the same as the shell script beside it, with the host's id as its argument. */
export function windowsServerScript(
  version: string,
  nodePath: string,
  cli: string,
  tools: McpTools,
  env: Readonly<Record<string, string | undefined>> = {},
): string {
  const known = byVariable(cli.replaceAll('/', '\\'), env);
  return script([
    `rem Holdfast ${version}: the MCP server, started by agent hosts. Written by "holdfast init".`,
    'setlocal disabledelayedexpansion',
    'if not "%HOLDFAST_DISABLE%"=="" if not "%HOLDFAST_DISABLE%"=="0" exit /b 0',
    'if not "%HOLDFAST_NESTED%"=="" if not "%HOLDFAST_NESTED%"=="0" exit /b 0',
    ...homeLines,
    // Where a script cannot name it, the program in the state folder serves.
    ...(known === undefined ? [] : [`set "SERVER=${known}"`, 'if exist "%SERVER%" goto found']),
    `set "SERVER=%HOLDFAST_HOME%\\runtime\\${version}\\mcp.cjs"`,
    'if exist "%SERVER%" goto found',
    'for /f "delims=" %%D in (\'dir /b /ad /od "%HOLDFAST_HOME%\\runtime" 2^>nul\') do if exist "%HOLDFAST_HOME%\\runtime\\%%D\\mcp.cjs" set "SERVER=%HOLDFAST_HOME%\\runtime\\%%D\\mcp.cjs"',
    'if not exist "%SERVER%" exit /b 0',
    ':found',
    `set "NODE=${nodeWord(nodePath, env)}"`,
    'if exist "%NODE%" goto run',
    'for %%I in (node.exe) do set "NODE=%%~$PATH:I"',
    'if "%NODE%"=="" exit /b 0',
    ':run',
    'set "NODE_OPTIONS="',
    'set "NODE_EXTRA_CA_CERTS="',
    `"%NODE%" "%SERVER%" mcp --host %1${tools === 'full' ? ' --tools full' : ''}`,
  ]);
}

/** The state folder, from where the script itself lies. The program resolves it. */
const homeLines = ['set "HOLDFAST_HOME=%~dp0.."'];

function script(lines: readonly string[]): string {
  return ['@echo off', ...lines, ''].join(lineEnd);
}

function nodeWord(path: string, env: Readonly<Record<string, string | undefined>>): string {
  return byVariable(path, env) ?? 'node.exe';
}

/** A path as a script can name it, by a variable where its letters need that; undefined where it cannot. */
function byVariable(
  path: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
  const plain = (text: string): string => text.replaceAll('%', '%%');
  if (isAscii(path)) return plain(path);
  for (const name of placeVariables) {
    const folder = env[name];
    if (!folder || !path.toLowerCase().startsWith(`${folder.toLowerCase()}\\`)) continue;
    const rest = path.slice(folder.length);
    if (isAscii(rest)) return `%${name}%${plain(rest)}`;
  }
  return undefined;
}
