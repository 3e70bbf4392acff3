import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import { CONTENT_POLICIES } from '../model/account-deletion.ts';

/** An erased member. A restored database can assign the same id again, so the join date identifies the account too. */
const Erased = z.object({ id, joinedAt: isoTime, texts: z.nullable(z.enum(CONTENT_POLICIES)) });
export type Erased = z.output<typeof Erased>;

/** Path of the list in a folder: one line of JSON per member, unordered, with duplicates. */
export function erasedListOf(folder: string): string {
  return join(folder, 'erased-accounts');
}

/** Returns the list, empty if there is none. Skips lines that a power failure has truncated. */
export async function readErased(folder: string): Promise<Erased[]> {
  const text = await readFile(erasedListOf(folder), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      const entry = z.safeParse(Erased, JSON.parse(line));
      return entry.success ? [entry.data] : [];
    } catch {
      return [];
    }
  });
}
