import { languagesToSearch } from './search-languages.ts';
import { forgetSearches, keepSearch, keptSearches } from './searches.ts';
import { KEYS, writeItem } from './storage.ts';

/** Returns the search box (`layout/search-box.tsx`) around an element. */
const boxOf = (element: EventTarget | null) => (element as Element).closest<HTMLFormElement>('form[data-seek]');
const inputOf = (box: HTMLFormElement) => box.elements.namedItem('q') as HTMLInputElement;

/** Lists earlier searches in the box. The style sheet shows them while the box is empty and focused. */
function listSearches(box: HTMLFormElement): void {
  const list = box.querySelector<HTMLElement>('[data-chip]')!;
  const chips = keptSearches().map((words) => {
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.className = list.dataset.chip!;
    chip.dataset.act = 'seek';
    chip.textContent = words;
    return chip;
  });
  list.replaceChildren(...chips);
  delete box.dataset.closed;
}

/** Shows earlier searches in the search boxes of all pages, and stores new ones. */
export function watchSearchBoxes(): void {
  document.addEventListener('focusin', ({ target }) => {
    const box = boxOf(target);
    if (box && target === inputOf(box)) listSearches(box);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const box = key === 'Escape' && boxOf(target);
    if (!box) return;
    inputOf(box).focus();
    box.dataset.closed = '';
  });
  document.addEventListener('submit', onSubmit, true);
}

/** Stores the words, and leaves the rest to the browser. */
function onSubmit(event: SubmitEvent): void {
  const box = boxOf(event.target);
  if (!box) return;
  const input = inputOf(box);
  const words = input.value.trim();
  if (words === '') {
    event.preventDefault();
    return;
  }
  input.value = words;
  keepSearch(words);
  limitLanguages(box);
  input.blur();
  // The browser reads the form after this event. The page may be restored from the back/forward cache.
  if (!box.dataset.seek) setTimeout(() => box.reset());
}

/** Limits the search to the reader’s languages, if they want that. */
function limitLanguages(box: HTMLFormElement): void {
  box.querySelector('[name=language]')?.remove();
  const languages = languagesToSearch();
  if (languages.length === 0) return;
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'language';
  field.value = languages.join();
  box.append(field);
}

/**
 * Handles a press on a control of a search box: empty it, clear the history, or repeat a search. And on a chip of
 * languages, which is remembered for later searches.
 */
export function onSearchPress(act: string, control: HTMLElement): void {
  if (act === 'languages') writeItem(KEYS.searchesLanguages, control.dataset.value!);
  const box = boxOf(control);
  if (!box) return;
  const input = inputOf(box);
  if (act === 'forget') forgetSearches();
  else input.value = act === 'seek' ? control.textContent : '';
  if (act === 'seek') box.requestSubmit();
  else {
    input.focus();
    listSearches(box);
  }
}
