import type { Deps } from '#platform/context.ts';
import { mayDelete } from '#platform/files/site-files.ts';

/**
 * Marks the store of files as the place of this site, and warns if it is that of another one. Reading works all the
 * same, so the site starts.
 */
export async function reportPlace(deps: Pick<Deps, 'files' | 'log'>): Promise<void> {
  await mayDelete(deps).catch((err: unknown) =>
    deps.log.warn({ err, place: deps.files.place }, 'It can’t be told to which site the store of files belongs'),
  );
}
