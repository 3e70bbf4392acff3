import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import { DatabaseNotUsableError } from '#platform/db/migrate.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { listBackups, placeForBackup } from '../backup/places.ts';
import { bytesAsText, spaceOf } from '../doctor/disk.ts';

/** What is written besides the database: the programs of another PostgreSQL, and the start of a log. */
const BESIDES = 400e6;

/** Throws if the key is missing that opens the sessions of members: a new one would end them all. */
export function checkKey(config: Config): void {
  if (config.secretKey !== null || existsSync(join(config.dataDir, 'secret-key'))) return;
  throw new DatabaseNotUsableError(
    `The secret key is missing in ${config.dataDir}, so all sessions and links would end. Copy the file secret-key there, or set SECRET_KEY.`,
  );
}

/** Throws if the new database or the backup may not fit on the disk. */
export async function checkSpace(config: Config, database: string): Promise<void> {
  const size = await sizeOf(database);
  const [latest] = await listBackups(config);
  // Images of the latest backup are linked.
  const images = latest ? 0 : await sizeOfImages(config);
  const place = await placeForBackup(config);
  const isOneDisk = (await stat(place)).dev === (await stat(config.dataDir)).dev;
  const backup = size / 2 + images;
  await checkFree(config.dataDir, size + BESIDES + (isOneDisk ? backup : 0));
  if (!isOneDisk) await checkFree(place, backup);
}

/** Also of those in S3, which the backup copies to the disk. */
async function sizeOfImages(config: Config): Promise<number> {
  let bytes = 0;
  for await (const file of openFiles(config, PATIENT).list('images/')) bytes += file.bytes;
  return bytes;
}

async function checkFree(folder: string, needed: number): Promise<void> {
  const { free } = await spaceOf(folder);
  if (free >= needed) return;
  throw new DatabaseNotUsableError(
    `The upgrade needs up to ${bytesAsText(needed)} on the disk of ${folder}, which has ${bytesAsText(free)}. Free some, or move the folder to a larger disk. Nothing has changed.`,
  );
}

/** Returns the bytes in a folder. */
export async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  let bytes = 0;
  for (const file of files.filter((each) => each.isFile()))
    bytes += await stat(join(file.parentPath, file.name)).then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}
