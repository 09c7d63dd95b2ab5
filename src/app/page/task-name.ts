/** What a session works on, by one of two names. */
export interface TaskName {
  /** A ticket of a project. */
  ticket?: string;
  /** The name of another file that says what is to be done. */
  plan?: string;
}

/** The name of a task by the path of its file. */
export function taskName(path: string | undefined): TaskName {
  const found = path === undefined ? null : /^(.*[\\/])?([^\\/]+)$/.exec(path);
  if (found?.[2] === undefined) return {};
  const isTicket = /[\\/]\.holdfast[\\/]tickets[\\/]$/.test(found[1] ?? '');
  return isTicket ? { ticket: found[2].replace(/\.md$/, '') } : { plan: found[2] };
}
