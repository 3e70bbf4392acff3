import { prepareHydration } from './hydrate.ts';
import { applyPreferences, checkReaderControls } from './preferences.ts';
import { isForAnother } from './signed-in.ts';
import { KEYS, readItem } from './storage.ts';
import { showTimes } from './times.ts';

const languageAtFirst = readItem(KEYS.language);
let isEmptied = false;

/**
 * A page that comes back from the back/forward cache is as it was left, also where it may not be kept by anybody: some browsers
 * keep it all the same. What was chosen meanwhile is applied; a page in another language or for somebody else is loaded anew,
 * and nothing of a member who has left stays until then.
 */
export function watchReturns(): void {
  addEventListener('pagehide', emptyForOthers);
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    if (isEmptied || isForAnother() || isOtherLanguageChosen()) {
      emptyForOthers();
      // Nobody else has to take up again what is loaded anew.
      event.stopImmediatePropagation();
      location.reload();
      return;
    }
    applyPreferences();
    checkReaderControls();
    showTimes(document);
    // What was read meanwhile can be gone on with.
    prepareHydration();
  });
}

/** A page without anything of a member's own stays: nobody has to hide it, and it keeps its place while it is loaded. */
function emptyForOthers(): void {
  if (!('member' in document.documentElement.dataset) || !isForAnother()) return;
  isEmptied = true;
  document.title = '';
  document.body.replaceChildren();
}

/** An address that names its language shows that one, whatever was chosen. */
function isOtherLanguageChosen(): boolean {
  return readItem(KEYS.language) !== languageAtFirst && !new URLSearchParams(location.search).has('t');
}
