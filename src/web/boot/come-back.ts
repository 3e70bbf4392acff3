import { prepareHydration } from './hydrate.ts';
import { showLanguagesRead } from './languages-read.ts';
import { prepareParts } from './parts.ts';
import { applyPreferences, checkReaderControls } from './preferences.ts';
import { markVisitorsRead } from './reading.ts';
import { isForAnother } from './signed-in.ts';
import { KEYS, readItem } from './storage.ts';
import { showTimes } from './times.ts';

const languageAtFirst = readItem(KEYS.language);
let isEmptied = false;

/**
 * Updates pages that the browser restores from the back/forward cache. Some browsers cache even pages that forbid it.
 * Applies preferences that have changed since. Reloads the page if the language or the logged-in user has changed, and
 * removes a member’s data before the reload.
 */
export function watchReturns(): void {
  addEventListener('pagehide', emptyForOthers);
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    if (isEmptied || isForAnother() || isOtherLanguageChosen()) {
      emptyForOthers();
      // Other listeners don't need to resume a page that is about to reload.
      event.stopImmediatePropagation();
      location.reload();
      return;
    }
    applyPreferences();
    checkReaderControls();
    showTimes(document);
    markVisitorsRead();
    showLanguagesRead();
    // A story that was opened since can now be continued.
    prepareHydration();
    prepareParts();
  });
}

/**
 * Empties a member’s page if that member is no longer logged in. Leaves visitors’ pages alone: they show nothing
 * private, and keep their scroll position through the reload.
 */
function emptyForOthers(): void {
  if (!('member' in document.documentElement.dataset) || !isForAnother()) return;
  isEmptied = true;
  document.title = '';
  document.body.replaceChildren();
}

/** A language in the URL takes precedence over the chosen one. */
function isOtherLanguageChosen(): boolean {
  return readItem(KEYS.language) !== languageAtFirst && !new URLSearchParams(location.search).has('t');
}
