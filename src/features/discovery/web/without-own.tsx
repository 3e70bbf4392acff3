import { useEffect } from 'react';
import { participationApi } from '#features/participation/contract.ts';
import { call } from '#web/api/client.ts';
import { WAITING_SHOWN } from '../model/sorts.ts';

/** Shows the first rows that aren't the member's own. */
function show(rows: readonly HTMLElement[], own: readonly string[]): void {
  const shown = rows.filter(({ dataset }) => !own.includes(dataset.story!)).slice(0, WAITING_SHOWN);
  for (const row of rows) row.hidden = !shown.includes(row);
  const section = rows[0]?.closest('section');
  if (section) section.hidden = shown.length === 0;
}

/**
 * Hides the stories in which the member already writes (`waiting.tsx`). If the request fails, the list stays unchanged.
 */
export function WithoutOwn() {
  useEffect(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[data-waiting] > li')];
    const storyIds = rows.map(({ dataset }) => dataset.story).join(',');
    let isGone = false;
    call(participationApi.joinedAmong, { storyIds }).then(
      (own) => !isGone && show(rows, own),
      () => {},
    );
    return () => {
      isGone = true;
      show(rows, []);
    };
  }, []);
  return null;
}
