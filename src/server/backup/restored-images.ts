import { type Kysely, sql } from 'kysely';
import type { DB } from '#platform/db/schema.ts';
import { isDamage } from '#platform/files/s3-client.ts';
import type { ImageStore } from '#platform/images/image-store.ts';
import { imageKey } from '#platform/images/reencode.ts';
import { wiring } from '../features.ts';

/** Images that pages show and that the backup doesn’t have as they were. */
export interface LostImages {
  readonly missing: readonly string[];
  /** Their content isn’t the one that their key names. */
  readonly damaged: readonly string[];
}

/** Returns the images that were lost: those of covers and profile pictures. Social images are drawn from covers. */
export async function findLostImages(db: Kysely<DB>, store: ImageStore): Promise<LostImages> {
  const shown = sql.join(
    Object.values(wiring.imageUses).map((use) => sql`exists (${use})`),
    sql` or `,
  );
  const { rows } = await sql<{ key: string }>`
    select i.key from images i where i.key not like '%.png' and (${shown}) order by i.key`.execute(db);
  const missing: string[] = [];
  const damaged: string[] = [];
  for (const { key } of rows) {
    const bytes = await store.get(key).catch((error: unknown) => {
      if (isDamage(error)) return 'damaged' as const;
      throw error;
    });
    const [, prefix = '', extension = ''] = /^(\w)-.*\.(\w+)$/.exec(key) ?? [];
    if (bytes === null) missing.push(key);
    else if (bytes === 'damaged' || imageKey(prefix, bytes, extension) !== key) damaged.push(key);
  }
  return { missing, damaged };
}
