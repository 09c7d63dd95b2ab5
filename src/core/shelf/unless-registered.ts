/**
 * A command of a plugin that does nothing where a settings file of the session has our hooks: a client runs those of settings and of
 * plugins alike, and each event is to be answered once. `host`: as the registered commands name it; `files`: the settings as words
 * of a shell. Where a command asks first whether a call is watched, it still does.
 */
export function unlessRegistered(whole: string, host: string, files: readonly string[]): string {
  const command = whole.replace(/;:$/, '');
  const registered = `grep -qs 'bin/hook.* ${host}' ${files.join(' ')}`;
  const look = ';[ -e "$h/watch';
  const at = command.startsWith('h=') ? command.indexOf(look) : -1;
  const and = at < 0 ? -1 : command.indexOf('&&', at + look.length);
  if (and >= 0 && !command.slice(at + look.length, and).includes(';'))
    return `${command.slice(0, and)}&&! ${registered}&&${command.slice(and + 2)};:`;
  return `${registered}||{ ${command};};:`;
}
