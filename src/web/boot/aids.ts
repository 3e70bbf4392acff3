import { importScript } from './plain-script.ts';
import { keepScrollPositions, scrollPositions, shownChapter } from './scroll-position.ts';

/** Exports of the script with the aids for reading. */
interface AidsScript {
  bindAids: (bar: HTMLElement, first: Event, spots: typeof SPOTS) => void;
}

const SPOTS = { shownChapter, scrollPositions, keepScrollPositions };

const INTERACTIONS = ['scroll', 'keydown', 'pointerdown'] as const;

/**
 * Loads the script with the aids for reading at the first interaction with the page of a text, which is passed to it. If
 * that fails, the next one tries again.
 */
export function prepareAids(): void {
  const bar = document.querySelector<HTMLElement>('[data-aids]');
  if (!bar) return;
  const files = bar.dataset.aids!.split(' ');
  const start = async (first: Event) => {
    for (const type of INTERACTIONS) removeEventListener(type, start, true);
    const script = await importScript<AidsScript>(files);
    if (script) script.bindAids(bar, first, SPOTS);
    else listen();
  };
  const listen = () => {
    for (const type of INTERACTIONS) addEventListener(type, start, { capture: true, passive: true });
  };
  listen();
}
