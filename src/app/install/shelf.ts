import type { HostInstall } from '../../core/install/host-install.ts';
import type { ShelfInstall } from '../../core/install/shelf-install.ts';
import type { InstallContext } from './context.ts';

/** What a host has installed of Holdfast by its own means. */
export interface ShelfHere {
  install: HostInstall;
  shelf: ShelfInstall;
  file: string;
  /** Empty where the host's files do not tell it. */
  version: string;
}

/** What hosts have installed of Holdfast by their own means on this machine, one for each host. */
export function shelvesHere({ disk, hosts, place }: InstallContext): ShelfHere[] {
  return hosts.flatMap((install) => {
    const { shelf } = install;
    if (shelf === undefined) return [];
    for (const file of shelf.files(place)) {
      const text = disk.readText(file);
      const version = text === undefined ? undefined : shelf.installed(text);
      if (version !== undefined) return [{ install, shelf, file, version }];
    }
    return [];
  });
}

/** Names such an install, such as "Holdfast 1.2.0 as an extension of Gemini CLI". */
export function shelfTitle({ install, shelf, version }: ShelfHere): string {
  const article = shelf.kind === 'extension' ? 'an' : 'a';
  return `Holdfast${version && ` ${version}`} as ${article} ${shelf.kind} of ${install.title}`;
}
