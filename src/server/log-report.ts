import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/database.ts';
import { type LogAnchor, verifyLog } from '#platform/db/verify-log.ts';
import type { Manifest } from './backup/manifest.ts';
import { listBackups } from './backup/places.ts';

/**
 * Verifies the log of statuses and returns sentences that say whether it holds. Compares it with the seals that were
 * noted in the backups of the site, and in those in `folders`.
 */
export async function reportLog(
  db: Db,
  config: Config,
  folders: readonly string[],
): Promise<{ holds: boolean; sentences: string[] }> {
  const kept = (await listBackups(config)).map(({ folder }) => folder);
  const anchors = (
    await Promise.all([...kept.map((folder) => anchorOf(folder).catch(() => null)), ...folders.map(anchorOf)])
  ).filter((anchor) => anchor !== null);
  const { breaks, rows, seals, dropped, erased, unsealed } = await verifyLog(db, anchors);
  const sentences = [
    breaks.length === 0 ? 'The log holds.' : 'The log was changed:',
    ...breaks,
    `${rows} rows are sealed by ${seals} seals, which were compared with ${anchors.length} backups; ${unsealed} wait for the next seal.`,
    ...(erased > 0 ? [`Erasures removed names or words from ${erased} reasons.`] : []),
    ...(dropped > 0 ? [`${dropped} sealed rows of earlier months are gone with their month.`] : []),
  ];
  return { holds: breaks.length === 0, sentences };
}

/** Returns what a backup noted about the log. Null for backups of earlier versions. */
async function anchorOf(folder: string): Promise<LogAnchor | null> {
  const manifest: Partial<Manifest> = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
  return manifest.log ?? null;
}
