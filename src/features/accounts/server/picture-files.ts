import { invalidateCacheTags } from '#platform/cache/changes.ts';
import type { Ctx } from '#platform/context.ts';
import { inTransaction } from '#platform/db/database.ts';
import { dropImagesOf } from '#platform/images/images.repo.ts';
import { changeAccount, lockAccount } from './accounts.repo.ts';
import type { DeletingMember } from './erasure-steps.ts';
import type { ExportFile } from './export-files.ts';
import { userTag } from './user-tag.ts';

/** Returns the profile picture of a member as a file. */
export async function* profilePictureFile({ db, images }: Ctx, id: string): AsyncGenerator<ExportFile> {
  const { avatar_key: key } = await db
    .selectFrom('accounts')
    .select('avatar_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = key && (await images.get(key));
  if (bytes) yield { path: `pictures/profile-picture${extensionOf(key)}`, content: bytes };
}

/** Returns the file extension of an image, with its dot. */
export function extensionOf(key: string): string {
  return key.slice(key.lastIndexOf('.'));
}

/** Deletes the pictures of an erased member at once, except covers of stories that stay. */
export async function deletePictures(ctx: Ctx, { id }: DeletingMember): Promise<void> {
  await inTransaction(ctx, async (inner) => {
    await lockAccount(inner.db, id);
    await changeAccount(inner.db, id, { avatar_key: null });
    await invalidateCacheTags(inner, userTag(id));
  });
  await dropImagesOf(ctx, id);
}
