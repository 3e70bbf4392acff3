import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import description from '../../package.json' with { type: 'json' };
import { freePort } from '../../tools/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
/** Words of the `npm start` command: environment variables, `node`, and its arguments, including the memory limits. */
const SAID = description.scripts.start.split(' ');
const NODE = SAID.indexOf('node');
const START_ENV = Object.fromEntries(SAID.slice(0, NODE).map((setting) => setting.split('=', 2)));
const START = SAID.slice(NODE + 1);
/** The pages may have to be built first. */
const START_TIMEOUT_MS = 120_000;

export interface SiteProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** Returns everything that it has printed so far. */
  output: () => string;
  /** Sends SIGTERM and resolves with the exit code. */
  stop: () => Promise<number | null>;
}

/**
 * Starts the site as `npm start` does, on a free port unless one is given, and waits until it’s ready. `nodeArgs`
 * precede the usual options of Node.
 */
export async function startSiteProcess(
  env: Record<string, string> & { DATA_DIR: string; PORT?: string },
  nodeArgs: readonly string[] = [],
): Promise<SiteProcess> {
  const port = env.PORT ? Number(env.PORT) : await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [...nodeArgs, ...START], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...START_ENV,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      HUMAN_CHECK: 'on',
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let code: number | null | undefined;
  void exited.then((value) => {
    code = value;
  });
  const until = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    if (code !== undefined) throw new Error(`The site did not start (${code}):\n${output}`);
    const ready = await fetch(`${url}/api/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The site was not ready in time:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    dataDir: env.DATA_DIR,
    child,
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
