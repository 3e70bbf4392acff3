import { SECOND } from '#core/time.ts';
import { call } from '#web/api/client.ts';
import { localPlaces } from '#web/boot/reading.ts';
import { KEYS, writeItem } from '#web/boot/storage.ts';
import { readerApi } from '../contract.ts';
import { announceBrought } from './brought.ts';

/**
 * Moves the reading positions that this browser kept for visitors to the member who is logged in. Returns the number of
 * stories. They stay here until the server has them.
 */
export async function bringPlaces(): Promise<number> {
  const places = localPlaces().map(({ chapterId, at, read }) => ({
    chapterId,
    ago: Math.max(0, Date.now() - at) / SECOND,
    read,
  }));
  const { stories } = await call(readerApi.bringPlaces, { places });
  writeItem(KEYS.reading, null);
  announceBrought();
  return stories;
}
