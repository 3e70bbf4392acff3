import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../context.ts';
import { inTransaction } from '../db/database.ts';

export const IMAGE_KINDS = ['cover', 'avatar'] as const;
export type ImageKind = (typeof IMAGE_KINDS)[number];

/** Returns the path of a stored image, on our own origin. */
export function imageUrl(key: string): string;
export function imageUrl(key: string | null): string | null;
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`;
}

/**
 * Stores an image and its owner, so that images that aren’t shown anymore can be found and deleted. The row is written
 * first: until its transaction ends, the sweep takes neither the row nor the file.
 */
export async function storeImage(
  ctx: Ctx,
  image: { key: string; kind: ImageKind; ownerId: string; bytes: Uint8Array },
): Promise<void> {
  const { key, kind, ownerId, bytes } = image;
  await inTransaction(ctx, async (inner) => {
    await inner.db
      .insertInto('images')
      .values({ key, kind, owner_id: ownerId, bytes: bytes.length })
      // Storing the same image again resets its age. Otherwise the sweep could delete it before it is shown.
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ created_at: eb.fn('db_clock') })))
      .execute();
    await ctx.images.put(key, bytes);
  });
}

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** Queries of what shows the image `i`. */
    readonly imageUses: Readonly<Record<string, RawBuilder<unknown>>>;
  }
}

/** Newer images may not be shown yet. */
const UNUSED_FOR = '1 day';
const AT_ONCE = 500;

/**
 * Deletes images that aren’t shown anymore: replaced covers and profile pictures, and covers of titles that were still
 * being typed. Goes through the keys in pages, so that each step is short, however many images there are.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await sweepImagesAfter(ctx, after);
}

/**
 * Deletes images that aren’t shown, among the next ones after this key. Returns the last key that was checked, or null
 * at the end. A file is deleted before the deletion of its row is committed:
 * storing the same image again waits for that, and then writes the file again (`storeImage`). Skips images that are
 * being stored.
 */
function sweepImagesAfter(ctx: Ctx, after: string): Promise<string | null> {
  const unused = sql.join(
    Object.values(ctx.imageUses).map((use) => sql`and not exists (${use})`),
    sql` `,
  );
  return inTransaction(ctx, async (inner) => {
    const { rows } = await sql<{ last: string | null; gone: string[] }>`
      with page as materialized (select key from images where key > ${after} order by key limit ${AT_ONCE}),
      unused as materialized (
        select i.key from images i join page on page.key = i.key
        where i.created_at < db_clock() - ${UNUSED_FOR}::interval ${unused}
        for update of i skip locked),
      gone as (delete from images where key in (select key from unused) returning key)
      select (select max(key) from page) as last, array(select key from gone) as gone`.execute(inner.db);
    const { last, gone } = rows[0]!;
    await Promise.all(gone.map((key) => ctx.images.delete(key)));
    return last;
  });
}
