import { forgetSearches, keepSearch, keptSearches } from './searches.ts';

const inputOf = (box: HTMLFormElement) => box.elements.namedItem('q') as HTMLInputElement;

/** Shows the history of a box if it is open and its input is empty. */
function show(box: HTMLFormElement, isOpen: boolean): void {
  const history = box.querySelector<HTMLElement>('[data-history]')!;
  const list = history.lastElementChild as HTMLElement;
  const searches = isOpen && inputOf(box).value === '' ? keptSearches() : [];
  history.hidden = searches.length === 0;
  const chips = searches.map((words) => {
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.className = list.dataset.chip!;
    chip.dataset.act = 'seek';
    chip.textContent = words;
    return chip;
  });
  list.replaceChildren(...chips);
}

/** An empty box is open from when it gets the focus until Escape, a press or the focus elsewhere. */
function look({ type, target, key }: Event & { key?: string }): void {
  for (const box of document.querySelectorAll<HTMLFormElement>('form[data-seek]')) {
    if (key ? key === 'Escape' : !box.contains(target as Node)) show(box, false);
    else if (target === inputOf(box) && /focus|input/.test(type)) show(box, true);
  }
}

/** Keeps the words, and leaves the rest to the browser. */
function onSubmit(event: SubmitEvent): void {
  const box = event.target as HTMLFormElement;
  if (!('seek' in box.dataset)) return;
  const input = inputOf(box);
  const words = input.value.trim();
  if (words === '') {
    event.preventDefault();
    return;
  }
  input.value = words;
  keepSearch(words);
  show(box, false);
  // The browser reads the form after this event. The page may be restored from the back/forward cache.
  if (!box.dataset.seek) setTimeout(() => box.reset());
}

/** Shows earlier searches under the empty search boxes of all pages (`layout/search-box.tsx`), and stores new ones. */
export function watchSearchBoxes(): void {
  for (const type of ['focusin', 'input', 'keydown', 'pointerdown']) document.addEventListener(type, look, true);
  document.addEventListener('submit', onSubmit, true);
}

/** Handles a press on a control of a search box: empty it, clear the history, or repeat a search. */
export function onSearchPress(act: string, control: HTMLElement): void {
  const box = control.closest<HTMLFormElement>('form[data-seek]');
  if (!box) return;
  const input = inputOf(box);
  if (act === 'forget') forgetSearches();
  else input.value = act === 'seek' ? control.textContent : '';
  if (act === 'seek') {
    box.requestSubmit();
    return;
  }
  input.focus();
  show(box, true);
}
