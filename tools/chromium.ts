import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const UNPACKED = join(import.meta.dirname, '../node_modules/.cache/chromium');
/**
 * Font configuration with the packaged browser’s font and the machine’s. The package’s own configuration lists folders
 * that only exist on its intended host.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${UNPACKED}/fonts/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${UNPACKED}/fonts/cache</cachedir>
</fontconfig>
`;
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Switches for a browser that tests control: no sandbox when run as root, and no background requests. */
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

export interface Browser {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

/**
 * Returns the browser for the journeys: `CHROMIUM_PATH`, or the one from the npm packages, which is the same everywhere
 * and has no user interface (a third less CPU time than a complete Chromium). That one only runs on Linux on x64;
 * elsewhere, the machine’s own is used.
 */
export async function findChromium(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env;
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env: ownEnv() };
  return process.platform === 'linux' && process.arch === 'x64' ? packagedChromium() : wholeChromium();
}

/**
 * Returns a complete Chromium: the system’s, or the one that Playwright installed, or the one from the npm packages.
 */
export async function wholeChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? systemChromium() ?? installedChromium();
  return executablePath ? { executablePath, env: ownEnv() } : packagedChromium();
}

function ownEnv(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}

function systemChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => SYSTEM_NAMES.map((name) => join(folder, name))).find((file) => existsSync(file));
}

function installedChromium(): string | undefined {
  const installed = chromium.executablePath();
  return installed && existsSync(installed) ? installed : undefined;
}

/**
 * Returns the browser from the npm packages, with the libraries and fonts that a minimal machine lacks. It is unpacked
 * once, into the project: in the folder for temporary files, another user’s copy could block it.
 */
async function packagedChromium(): Promise<Browser> {
  if (!existsSync(UNPACKED)) {
    const { default: packaged, inflate } = await import('@sparticuz/chromium');
    const { TMPDIR } = process.env;
    const folder = `${UNPACKED}-${process.pid}`;
    mkdirSync(folder, { recursive: true });
    process.env.TMPDIR = folder;
    try {
      await packaged.executablePath();
      await inflate(join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '../bin/al2023.tar.br'));
    } finally {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    writeFileSync(join(folder, 'fonts/fonts.conf'), FONTS);
    // Renamed at the end, so that an interrupted start leaves nothing that looks like a complete browser.
    renameSync(folder, UNPACKED);
  }
  return {
    executablePath: join(UNPACKED, 'chromium'),
    env: { ...ownEnv(), LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'), FONTCONFIG_PATH: join(UNPACKED, 'fonts') },
  };
}
