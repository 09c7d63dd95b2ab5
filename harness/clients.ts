/** One client program that the harness drives, with its version pinned. This file is the only place that names versions. */
export interface PinnedClient {
  /** The package that holds the program, for a platform and a processor as Node names them. */
  packageFor(platform: string, arch: string): string;
  version: string;
  /** The program inside the package. */
  binary: string;
}

export const clients = {
  'claude-code': {
    packageFor: (platform, arch) => `@anthropic-ai/claude-code-${platform}-${arch}`,
    version: '2.1.332',
    binary: 'claude',
  },
} satisfies Record<string, PinnedClient>;

export type ClientName = keyof typeof clients;
