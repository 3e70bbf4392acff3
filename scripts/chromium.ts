import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Switches for a browser that tests drive: as root it has no sandbox, and it looks up nothing outside. */
export const CHROMIUM_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** The browser of the tests: the system's Chromium, else the one that Playwright installed, else the one of the package. */
export async function findChromium(): Promise<string> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const name of SYSTEM_NAMES) if (existsSync(join(folder, name))) return join(folder, name);
  }
  const installed = chromium.executablePath();
  if (installed && existsSync(installed)) return installed;
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}
