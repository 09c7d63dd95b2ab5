import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The Chromium of this machine, as a user has it; nothing is downloaded. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.HOLDFAST_CHROMIUM ?? places.find((path) => existsSync(path));
  if (executablePath === undefined) {
    throw new Error('Chromium is missing: install it with "apt-get install chromium".');
  }
  // In containers there is no room for its sandbox, and little shared memory.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
  return chromium.launch({ executablePath, args, timeout: 120_000 });
}
