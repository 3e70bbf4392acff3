import type { Ctx } from '../context.ts';
import { inTransaction } from '../db/database.ts';

/** Address of a stored image, below our own origin. */
export function imageUrl(key: string): string;
export function imageUrl(key: string | null): string | null;
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`;
}

/**
 * Stores an image and notes who it is of, so that what nothing shows any more can be found and thrown away. The row comes
 * first: until its transaction ends the sweep takes neither it nor the file that is written behind it.
 */
export async function storeImage(
  ctx: Ctx,
  image: { key: string; kind: 'cover' | 'avatar'; ownerId: string; bytes: Uint8Array },
): Promise<void> {
  const { key, kind, ownerId, bytes } = image;
  await inTransaction(ctx, async (inner) => {
    await inner.db
      .insertInto('images')
      .values({ key, kind, owner_id: ownerId, bytes: bytes.length })
      // The same picture again is young again, or the sweep could take it before it is shown.
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ created_at: eb.fn('db_clock') })))
      .execute();
    await ctx.images.put(key, bytes);
  });
}
