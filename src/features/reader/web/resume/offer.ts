import { localPlaces } from '#web/boot/reading.ts';
import { readItem, writeItem } from '#web/boot/storage.ts';
import { bringPlaces } from '../bring-places.ts';

/** Time of the newest position that a member has declined to take over. */
const DECLINED = 'placesDeclined';

const newest = () => Math.max(0, ...localPlaces().map(({ at }) => at));

function isOffered(): boolean {
  return newest() > Number(readItem(DECLINED) ?? 0);
}

/**
 * Offers a member the reading positions that this browser kept for visitors. They may be another person’s, so moving them
 * takes a press. Returns a function that shows or hides the offer.
 */
export function bindOffer(part: HTMLElement): (isMember: boolean) => void {
  const offer = part.querySelector<HTMLElement>('[data-offer]')!;
  const failed = offer.querySelector<HTMLElement>('[data-failed]')!;
  const yes = offer.querySelector<HTMLElement>('[data-brings]')!;
  const done = () => {
    offer.hidden = true;
  };
  yes.addEventListener('click', async () => {
    if (yes.hasAttribute('aria-busy')) return;
    yes.setAttribute('aria-busy', 'true');
    failed.hidden = true;
    await bringPlaces().then(done, () => {
      failed.hidden = false;
    });
    yes.removeAttribute('aria-busy');
  });
  offer.querySelector('[data-leaves-places]')!.addEventListener('click', () => {
    writeItem(DECLINED, String(newest()));
    done();
  });
  return (isMember) => {
    offer.hidden = !isMember || !isOffered();
  };
}
