/** What a tool does, by its own name on the hosts whose records are read. */
const roles: Readonly<Record<string, 'read' | 'write' | 'edit' | 'shell' | 'todo'>> = {
  Read: 'read',
  NotebookRead: 'read',
  Write: 'write',
  Edit: 'edit',
  MultiEdit: 'edit',
  NotebookEdit: 'edit',
  Bash: 'shell',
  TodoWrite: 'todo',
  // pi and opencode
  read: 'read',
  write: 'write',
  edit: 'edit',
  bash: 'shell',
  todowrite: 'todo',
  // Codex
  shell: 'shell',
  exec_command: 'shell',
  local_shell_call: 'shell',
};

export function toolRole(tool: string): 'read' | 'write' | 'edit' | 'shell' | 'todo' | undefined {
  return roles[tool];
}

const pathKeys = ['file_path', 'notebook_path', 'path', 'filePath'];

/** The path that a file tool's input names. */
export function pathOf(input: Record<string, unknown>): string | undefined {
  for (const key of pathKeys) {
    const value = input[key];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

/** The command of a shell tool's input; a list of words is joined, and `bash -lc TEXT` is TEXT. */
export function commandOf(input: Record<string, unknown>): string | undefined {
  const value = input.command ?? input.cmd;
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((word): word is string => typeof word === 'string');
  return /^(ba|z)?sh$/.test(words[0]?.split('/').at(-1) ?? '') && /^-l?c$/.test(words[1] ?? '')
    ? words.slice(2).join(' ')
    : words.join(' ');
}

/** A path as the benchmark names it: relative to the working folder where it lies inside, else whole. */
export function shortPath(cwd: string, path: string): string {
  const clean = path
    .replaceAll('\\', '/')
    .replace(/\/\.\//g, '/')
    .replace(/^\.\//, '');
  const base = cwd.replaceAll('\\', '/').replace(/\/$/, '');
  if (base && clean === base) return '.';
  return base && clean.startsWith(`${base}/`) ? clean.slice(base.length + 1) : clean;
}
