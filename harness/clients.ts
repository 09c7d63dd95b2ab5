import { isBefore } from '../src/core/install/client-version.ts';

/** One client program that the harness drives, with its version pinned. This file is the only place that names versions. */
export interface PinnedClient {
  /** The package that holds the program, for a platform and a processor as Node names them. */
  packageFor(platform: string, arch: string): string;
  version: string;
  /** The version of that package in the registry, where it differs by platform. */
  registryVersion?(platform: string, arch: string): string;
  /** The program inside the package. */
  binary: string | ((platform: string, arch: string) => string);
  /** Version of Node that runs the program, which then is a script; brought as a package of its own. */
  node?: string;
}

const codexTargets: Record<string, string> = {
  'linux x64': 'x86_64-unknown-linux-musl',
  'linux arm64': 'aarch64-unknown-linux-musl',
  'darwin x64': 'x86_64-apple-darwin',
  'darwin arm64': 'aarch64-apple-darwin',
};

export const clients = {
  'claude-code': {
    packageFor: (platform, arch) => `@anthropic-ai/claude-code-${platform}-${arch}`,
    version: '2.1.332',
    binary: 'claude',
  },
  codex: {
    packageFor: () => '@openai/codex',
    version: '0.171.0',
    registryVersion: (platform, arch) => `0.171.0-${platform}-${arch}`,
    binary: (platform, arch) => `vendor/${codexTargets[`${platform} ${arch}`]}/bin/codex`,
  },
  opencode: {
    packageFor: (platform, arch) => `opencode-${platform}-${arch}`,
    version: '1.18.34',
    binary: 'bin/opencode',
  },
  pi: {
    packageFor: () => '@earendil-works/pi-coding-agent',
    version: '1.6.0',
    binary: 'dist/bundle/cli.js',
    node: '24.21.0',
  },
  qwen: {
    packageFor: () => '@qwen-code/qwen-code',
    version: '0.24.4',
    binary: 'cli-entry.js',
    node: '24.21.0',
  },
  gemini: {
    packageFor: () => '@google/gemini-cli',
    version: '0.61.0',
    binary: 'bundle/gemini.js',
  },
  copilot: {
    packageFor: (platform, arch) => `@github/copilot-${platform}-${arch}`,
    version: '1.0.102',
    binary: 'copilot',
  },
} satisfies Record<string, PinnedClient>;

/** How versions before another one are packed, where that is another way. */
const packed: Partial<Record<keyof typeof clients, [before: string, as: Partial<PinnedClient>][]>> =
  {
    'claude-code': [
      ['2.1.113', { packageFor: () => '@anthropic-ai/claude-code', binary: 'cli.js' }],
    ],
    codex: [
      [
        '0.130.0',
        {
          binary: (platform, arch) => `vendor/${codexTargets[`${platform} ${arch}`]}/codex/codex`,
        },
      ],
    ],
    pi: [
      ['0.74.0', { packageFor: () => '@mariozechner/pi-coding-agent', binary: 'dist/cli.js' }],
      ['0.99.0', { binary: 'dist/cli.js' }],
    ],
    qwen: [['0.21.0', { binary: 'cli.js' }]],
    gemini: [['0.30.0', { binary: 'dist/index.js' }]],
  };

/** A client in another version. */
export function inVersion(name: ClientName, version: string): PinnedClient {
  const pinned: PinnedClient = clients[name];
  const other = packed[name]?.find(([before]) => isBefore(version, before))?.[1];
  const registryVersion =
    pinned.registryVersion &&
    ((platform: string, arch: string) => `${version}-${platform}-${arch}`);
  return { ...pinned, ...other, version, registryVersion };
}

/** Other programs that tests run for real, pinned like the clients. */
export const tools = {
  backlog: {
    packageFor: (platform, arch) =>
      `backlog.md-${platform === 'win32' ? 'windows' : platform}-${arch}`,
    version: '1.52.0',
    binary: 'backlog',
  },
  inspector: {
    packageFor: () => '@modelcontextprotocol/inspector',
    version: '2.12.0',
    binary: 'clients/launcher/build/index.js',
    node: '24.21.0',
  },
} satisfies Record<string, PinnedClient>;

export type ClientName = keyof typeof clients;
