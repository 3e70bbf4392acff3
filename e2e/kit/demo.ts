import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Fills a new data folder with the demo library, as `npm run demo` does. */
export async function fillWithDemo(dataDir: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/run.mjs'), 'demo'], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', DATA_DIR: dataDir },
  });
}
