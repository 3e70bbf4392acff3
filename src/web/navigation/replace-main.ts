import { checkReaderControls } from '../boot/preferences.ts';
import { REPLACED } from '../page/slot.tsx';

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
  dispatchEvent(new Event(REPLACED));
}
