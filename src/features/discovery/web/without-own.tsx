import { useEffect } from 'react';
import { participationApi } from '#features/participation/contract.ts';
import { call } from '#web/api/client.ts';
import { WAITING_SHOWN } from '../model/sorts.ts';

/** Shows the first rows that aren't the member's own. The others are extras. */
function show(rows: readonly HTMLElement[], own: readonly string[]): void {
  const others = rows.filter(({ dataset }) => !own.includes(dataset.story!));
  for (const row of rows) {
    row.hidden = !others.includes(row);
    row.toggleAttribute('data-extra', others.indexOf(row) >= WAITING_SHOWN);
  }
  const section = rows[0]?.closest('section');
  if (!section) return;
  section.hidden = others.length === 0;
  section.querySelector('details')!.hidden = others.length <= WAITING_SHOWN;
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
