import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workflows that ship, by the names of their files. The build puts their texts in place of this reading. */
export function shippedWorkflows(): Record<string, string> {
  const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'workflows');
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return Object.fromEntries(
    names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  );
}
