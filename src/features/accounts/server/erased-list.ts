import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { id, isoTime } from '#core/fields.ts';
import { CONTENT_POLICIES } from '../model/account-deletion.ts';

/** Somebody who was erased. Ids may come again in a restored database; the moment of joining tells them apart. */
const Erased = z.object({ id, joinedAt: isoTime, texts: z.nullable(z.enum(CONTENT_POLICIES)) });
export type Erased = z.output<typeof Erased>;

/** The list in a folder: a line of JSON for each, in no order, some twice. */
export function erasedListOf(folder: string): string {
  return join(folder, 'erased-accounts');
}

/** Empty where there is no list. A line that a power cut left half written is passed over. */
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
