import { checkReaderControls } from '../boot/preferences.ts';
import { showTimes } from '../boot/times.ts';

/** Event after the content of a document was replaced. */
export const REPLACED = 'skein:replaced';

/** Replaces the content of this document with that of its newer version. Keeps `<details>` as they are. */
export function replaceMain(fresh: Document): void {
  const main = document.getElementById('main');
  const next = fresh.getElementById('main');
  if (!main || !next) {
    location.reload();
    return;
  }
  const folds = [...main.querySelectorAll('details')].map(({ open }) => open);
  main.replaceChildren(...next.childNodes);
  main.querySelectorAll('details').forEach((fold, i) => {
    fold.open = folds[i] ?? fold.open;
  });
  document.title = fresh.title;
  checkReaderControls();
  showTimes(main);
  dispatchEvent(new Event(REPLACED));
}
