import type { Ctx } from '#platform/context.ts';
import type { ExportFile } from './export-files.ts';

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
