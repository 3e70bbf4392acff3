import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../free-port.ts';
import { BrowserMissingError, type TestBrowser, WATCH_PAGE, waitingFor } from './browser.ts';

/** The property that WebDriver uses for the id of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = { Escape: '\uE00C' };
const WINDOW = join(import.meta.dirname, 'webkit-window.py');
const CALL_MS = 20_000;
const START_MS = 15_000;
const PACKAGES = 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1';

const isInstalled = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/**
 * Opens WebKitGTK with plain WebDriver calls, because no driver that we use supports it, in a window without a toolbar
 * (`webkit-window.py`) on a virtual screen. It has no BiDi. Each call has a timeout: on some pages the driver’s
 * screenshot hangs until the next navigation. Throws `BrowserMissingError` if it isn’t installed.
 */
export async function openWebKit(): Promise<TestBrowser> {
  if (!isInstalled('WebKitWebDriver') || !isInstalled('Xvfb'))
    throw new BrowserMissingError(`WebKit: apt-get install ${PACKAGES}`);
  const folder = mkdtempSync(join(tmpdir(), 'skein-webkit-'));
  const log = join(folder, 'complaints.log');
  // Xvfb picks a free display and writes its number to the file descriptor.
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.on('exit', (code) => reject(new Error(`Xvfb exited with ${code}`)));
    screen.stdio[3]!.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      LANG: 'en_US.UTF-8',
      LANGUAGE: 'en_US.UTF-8',
      WEBKIT_LOG: log,
      WEBKIT_WATCH: WATCH_PAGE,
    },
  });
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body: unknown = {}): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}: ${value.message}`);
    return value;
  };
  for (const end = Date.now() + START_MS; ; ) {
    const isThere = await call('GET', '/status').then(
      () => true,
      () => false,
    );
    if (isThere) break;
    if (Date.now() > end) throw new Error('WebKitWebDriver did not start');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const { sessionId, capabilities } = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: WINDOW, args: ['390'] } } } },
  );
  const at = `/session/${sessionId}`;
  await call('POST', `${at}/timeouts`, { pageLoad: 15_000, script: 10_000 });
  const evaluate = <A extends unknown[], R>(run: (...args: A) => R, ...args: A) =>
    call<R>('POST', `${at}/execute/sync`, { script: `return (${run}).apply(null, arguments)`, args });
  let seen = 0;
  return {
    name: 'WebKit',
    version: capabilities.browserVersion,
    window: {
      open: async (url) => void (await call('POST', `${at}/url`, { url })),
      evaluate,
      waitFor: waitingFor(evaluate),
      async click(css) {
        const found = await call<Record<string, string>>('POST', `${at}/element`, {
          using: 'css selector',
          value: css,
        });
        await call('POST', `${at}/element/${found[ELEMENT]}/click`);
      },
      async press(key) {
        const [keyDown, keyUp] = (['keyDown', 'keyUp'] as const).map((type) => ({ type, value: KEYS[key] }));
        await call('POST', `${at}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions: [keyDown, keyUp] }] });
      },
      // There is only one tab.
      show: async () => {},
      resize: async (width, height) => void (await call('POST', `${at}/window/rect`, { x: 0, y: 0, width, height })),
      screenshot: async (path) =>
        writeFileSync(path, Buffer.from(await call<string>('GET', `${at}/screenshot`), 'base64')),
      complaints() {
        const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
        const fresh = lines.slice(seen);
        seen = lines.length;
        return fresh;
      },
    },
    async close() {
      await call('DELETE', at).catch(() => {});
      driver.kill();
      screen.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
