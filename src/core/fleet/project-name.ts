/**
 * The name of a project by the address of the remote `origin` in a repository's settings: host and path, the same for each way
 * to write it. Undefined where there is none. Users and passwords in the address are no part of it.
 */
export function projectName(config: string): string | undefined {
  const section = config.split(/^\[/m).find((part) => part.startsWith('remote "origin"]'));
  const url = section && /^[ \t]*url[ \t]*=[ \t]*(\S+)[ \t]*$/m.exec(section)?.[1];
  return url ? nameOfRepository(url) : undefined;
}

/** The name of a repository by its address, without users and passwords; undefined where nothing is left of it. */
export function nameOfRepository(url: string): string | undefined {
  const plain = url.replace(/^[a-z+]+:\/\//, '').replace(/^[^@/]*@/, '');
  const name = plain
    .replace(/^([^/:]+)(?::\d+(?=\/))?[:/]/, '$1/')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/\.git$/, '');
  return name === '' ? undefined : name.slice(0, 300);
}
