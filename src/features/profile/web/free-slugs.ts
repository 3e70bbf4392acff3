import { problemOf } from '#core/text-rules.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { SLUG_MAX } from '#features/accounts/model/account-limits.ts';
import { slug } from '#features/accounts/model/identity.ts';
import { ApiError, call } from '#web/api/client.ts';

const OFFERED = 2;

/** Returns variants of a slug, in the order in which they are offered. */
export function slugsLike(wanted: string): string[] {
  const stem = wanted.slice(0, SLUG_MAX - '-stories'.length).replace(/-+$/, '');
  return [`${stem}-2`, `${stem}-writes`, `${stem}-3`, `${stem}-stories`].filter(
    (near) => problemOf(slug, near) === null,
  );
}

async function isTaken(wanted: string): Promise<boolean> {
  try {
    await call(accountApi.bySlug, { slug: wanted });
    return true;
  } catch (error) {
    // Only user_not_found means that the slug is free.
    return !(error instanceof ApiError && error.code === 'user_not_found');
  }
}

/** Returns up to two free slugs similar to a taken one. Empty if the slug isn’t taken, or if that can’t be checked. */
export async function freeSlugsLike(wanted: string): Promise<string[]> {
  if (!(await isTaken(wanted))) return [];
  const free: string[] = [];
  for (const near of slugsLike(wanted)) {
    if (free.length === OFFERED) break;
    if (!(await isTaken(near))) free.push(near);
  }
  return free;
}
