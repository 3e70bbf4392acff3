import { type RawBuilder, sql } from 'kysely';
import { DAY } from '#core/time.ts';
import type { Ctx } from '../context.ts';
import { inTransaction } from '../db/database.ts';
import { FILE_FOLDERS } from '../files/file-store.ts';
import { mayDelete } from '../files/site-files.ts';

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
      // Waits for the sweep, if it is just deleting a file of this key that has no row.
      .returning(lockOf(key).as('locked'))
      .execute();
    await ctx.images.put(key, bytes);
  });
}

/** A lock of a key until the transaction ends. A file without a row is only deleted while it is held. */
const lockOf = (key: string) => sql`pg_advisory_xact_lock(hashtextextended(${`image ${key}`}, 0))`;

declare module '#platform/features/feature.ts' {
  interface Registries {
    /** Queries of what shows the image `i`. */
    readonly imageUses: Readonly<Record<string, RawBuilder<unknown>>>;
  }
}

/** Newer images may not be shown yet. */
const UNUSED_FOR = '1 day';
const NEW_FOR = DAY;
/** Keys that are looked through by one statement. */
const LOOKED_THROUGH = 500;
/** Files that are deleted at the same time, in one transaction. */
const AT_ONCE = 10;

/**
 * Deletes images that aren’t shown anymore: replaced covers and profile pictures, and covers of titles that were still
 * being typed. Goes through the keys in pages, so that each step is short, however many images there are. Also deletes
 * what killed processes have left in the store. Deletes nothing from a store that belongs to another site.
 */
export async function sweepImages(ctx: Ctx): Promise<void> {
  if (!(await mayDelete(ctx))) return;
  for (let after: string | null = ''; after !== null; ) after = await sweepImagesAfter(ctx, after);
  await sweepFilesWithoutRow(ctx);
  await dropUnfinishedFiles(ctx);
}

const notUsed = (ctx: Ctx) =>
  sql.join(
    Object.values(ctx.imageUses).map((use) => sql`and not exists (${use})`),
    sql` `,
  );

/** Deletes the images of a member that aren’t shown, however new they are. */
export async function dropImagesOf(ctx: Ctx, ownerId: string): Promise<void> {
  for (let dropped = AT_ONCE; dropped === AT_ONCE; )
    dropped = await inTransaction(ctx, async (inner) => {
      const { rows } = await sql<{ key: string }>`
        with unused as materialized (
          select i.key from images i where i.owner_id = ${ownerId} ${notUsed(ctx)} limit ${AT_ONCE} for update)
        delete from images where key in (select key from unused) returning key`.execute(inner.db);
      await Promise.all(rows.map(({ key }) => ctx.images.delete(key)));
      return rows.length;
    });
}

/** First characters of the folders of images. Each hour has its own, so that all files are listed once a day. */
const STARTS = 'abcdefghijklmnopqrstuvwxyz0123456789-_';
const HOURS = 24;
const startsOf = (now: Date) => [...STARTS].filter((_, index) => index % HOURS === now.getUTCHours());

/**
 * Deletes files that a process has stored just before it was killed, so that no row names them, and those that were
 * deleted while they were copied from another store. If most files have no row, this is rather the store of another
 * site, or a new database by mistake, and all of them stay.
 */
async function sweepFilesWithoutRow(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const old: string[] = [];
  for (const start of startsOf(now))
    for await (const { key, storedAt } of ctx.images.list(start))
      if (now.getTime() - storedAt.getTime() > NEW_FOR) old.push(key);
  const strays: string[] = [];
  for (let from = 0; from < old.length; from += LOOKED_THROUGH) {
    const page = old.slice(from, from + LOOKED_THROUGH);
    const { rows } = await sql<{ key: string }>`
      select key from unnest(${page}::text[]) as key where not exists (select from images i where i.key = key.key)`.execute(
      ctx.db,
    );
    for (const { key } of rows) strays.push(key);
  }
  const known = old.length - strays.length;
  if (strays.length > known + 1)
    ctx.log.error({ files: strays.length, known }, 'Most stored images are not of this database, so none was deleted');
  else for (const key of strays) await deleteWithoutRow(ctx, key);
}

/** The row may have been written since. */
function deleteWithoutRow(ctx: Ctx, key: string): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    await sql`select ${lockOf(key)}`.execute(inner.db);
    const row = await inner.db.selectFrom('images').select('key').where('key', '=', key).executeTakeFirst();
    if (!row) await ctx.images.delete(key);
  });
}

/** Deletes files that killed processes have left unfinished. */
async function dropUnfinishedFiles({ clock, files, log }: Ctx): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - NEW_FOR);
  const others = FILE_FOLDERS.filter((folder) => folder !== 'images').map((folder) => `${folder}/`);
  let dropped = 0;
  for (const start of [...startsOf(now).map((each) => `images/${each}`), ...others])
    dropped += await files.dropUnfinished(start, before);
  if (dropped > 0) log.info({ files: dropped }, 'Deleted unfinished files that a killed process had left');
}

/**
 * Deletes images that aren’t shown, among the next ones after this key. Returns the last key that was checked, or null
 * at the end.
 */
async function sweepImagesAfter(ctx: Ctx, after: string): Promise<string | null> {
  const { rows } = await sql<{ last: string | null; unused: string[] }>`
    with page as materialized (select key from images where key > ${after} order by key limit ${LOOKED_THROUGH})
    select (select max(key) from page) as last, array(
      select i.key from images i join page on page.key = i.key where ${isUnused(ctx)} order by i.key) as unused`.execute(
    ctx.db,
  );
  const { last, unused } = rows[0]!;
  for (let from = 0; from < unused.length; from += AT_ONCE) await dropUnused(ctx, unused.slice(from, from + AT_ONCE));
  return last;
}

const isUnused = (ctx: Ctx) => sql`i.created_at < db_clock() - ${UNUSED_FOR}::interval ${notUsed(ctx)}`;

/**
 * Deletes those of these images that are still not shown. A file is deleted before the deletion of its row is committed:
 * storing the same image again waits for that, and then writes the file again (`storeImage`). Skips images that are
 * being stored.
 */
function dropUnused(ctx: Ctx, keys: readonly string[]): Promise<void> {
  return inTransaction(ctx, async (inner) => {
    const { rows } = await sql<{ key: string }>`delete from images where key in (
      select i.key from images i where i.key = any(${keys}) and ${isUnused(ctx)} for update of i skip locked)
      returning key`.execute(inner.db);
    await Promise.all(rows.map(({ key }) => ctx.images.delete(key)));
  });
}
