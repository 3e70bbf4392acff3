import { readPageData } from '../page/page-data.ts';
import { prepareHydration } from './hydrate.ts';
import { showLanguagesRead } from './languages-read.ts';
import { prepareParts } from './parts.ts';
import { applyPreferences, checkReaderControls } from './preferences.ts';
import { markVisitorsRead } from './reading.ts';
import { isForAnother, SESSION_CHANGED, signedInId } from './signed-in.ts';
import { KEYS, readItem } from './storage.ts';
import { showTimes } from './times.ts';

const root = document.documentElement;
const languageAtFirst = readItem(KEYS.language);
let isEmptied = false;

/**
 * Updates pages that the browser restores from the back/forward cache. Some browsers cache even pages that forbid it.
 * Applies preferences that have changed since. Reloads the page if the language or the logged-in user has changed, and
 * removes a member’s data before the reload. Until then the page is hidden.
 */
export function watchReturns(): void {
  addEventListener('pagehide', () => {
    emptyForOthers();
    // Browsers may paint a restored page before they call any script.
    if ('member' in root.dataset) root.style.visibility = 'hidden';
  });
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    if (isEmptied || isForAnother() || isOtherLanguageChosen()) {
      emptyForOthers();
      reloadFor(event);
      return;
    }
    root.style.visibility = '';
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
 * Empties and reloads a member’s room when that member logs out in another tab, or when another member logs in. A room
 * stays open if the session ends in another way, because its member may be in the middle of a sentence. Documents show
 * visitors nothing of a member.
 */
export function watchOwner(): void {
  // The first member who was logged in on this page, and the mark of the last logout before that.
  let owner = signedInId();
  let exited = readItem(KEYS.exited);
  const look = (event: Event) => {
    const now = signedInId();
    const mark = readItem(KEYS.exited);
    if (owner === null) {
      owner = now;
      exited = mark;
    } else if ((now === null ? mark !== exited : now !== owner) && readPageData()?.script === 'room') {
      empty();
      reloadFor(event);
    }
  };
  addEventListener('storage', look);
  addEventListener(SESSION_CHANGED, (event) => {
    // The tab in which a member logs out opens another page.
    if (signedInId() !== null) look(event);
  });
}

/** Other listeners don't need to update a page that is about to reload. */
function reloadFor(event: Event): void {
  event.stopImmediatePropagation();
  location.reload();
}

function empty(): void {
  isEmptied = true;
  document.title = '';
  document.body.replaceChildren();
}

/**
 * Empties a member’s page if that member is no longer logged in. Leaves visitors’ pages alone: they show nothing
 * private, and keep their scroll position through the reload.
 */
function emptyForOthers(): void {
  if ('member' in root.dataset && isForAnother()) empty();
}

/** A language in the URL takes precedence over the chosen one. */
function isOtherLanguageChosen(): boolean {
  return readItem(KEYS.language) !== languageAtFirst && !new URLSearchParams(location.search).has('t');
}
