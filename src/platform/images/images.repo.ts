import type { Db } from '../db/database.ts';

/** Address of a stored image, below our own origin. */
export function imageUrl(key: string): string;
export function imageUrl(key: string | null): string | null;
export function imageUrl(key: string | null): string | null {
  return key === null ? null : `/images/${key}`;
}

/** Notes who an image is of, so that what nothing shows any more can be found and thrown away. */
export async function recordImage(
  db: Db,
  image: { key: string; kind: 'cover' | 'avatar'; ownerId: string; bytes: number },
): Promise<void> {
  await db
    .insertInto('images')
    .values({ key: image.key, kind: image.kind, owner_id: image.ownerId, bytes: image.bytes })
    // The same picture again is young again, or the sweep could take it before it is shown.
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ created_at: eb.fn('db_clock') })))
    .execute();
}
