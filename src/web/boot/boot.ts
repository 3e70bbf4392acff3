import { toast } from '../ui/toast.ts';
import { prepareAids } from './aids.ts';
import { askAhead } from './ask-ahead.ts';
import { correctCountdowns } from './clock.ts';
import { watchOwner, watchReturns } from './come-back.ts';
import { countVisit, stopCounting } from './counting.ts';
import { prepareHead, watchSession } from './head.ts';
import { prepareHydration, rememberPresses } from './hydrate.ts';
import { afterPaint } from './idle.ts';
import { showLanguagesRead } from './languages-read.ts';
import { LOGIN_ASKED, openLogin } from './login.ts';
import { focusKept } from './next-focus.ts';
import { prepareOffline } from './offline.ts';
import { prepareParts } from './parts.ts';
import {
  applyPreferences,
  askConsent,
  changeReaderSetting,
  checkReaderControls,
  dismiss,
  isDark,
  keepLanguage,
  setConsent,
  setDark,
} from './preferences.ts';
import { keepShownPlace, markVisitorsRead } from './reading.ts';
import { REPLACED } from './replaced.ts';
import { goToSpot, isNewVisit } from './scroll-position.ts';
import { onSearchPress, watchSearchBoxes } from './search-box.ts';
import { showSearchLanguages } from './search-languages.ts';
import { hideFromOwner } from './signed-in.ts';
import { showTimes, watchTimes } from './times.ts';

// The inline script of every page. It is constant, so that the policy of all pages can contain its hash.
// Controls that it handles have `data-act`. They work with or without React.
applyPreferences();
askAhead();
showLanguagesRead();
addEventListener(REPLACED, showLanguagesRead);

// Capturing, because React stops events on parts of the page that it hasn’t hydrated yet.
const onWayDown = { capture: true };

const onClick = (event: MouseEvent) => {
  const target = event.target as Element;
  target.closest('a, [data-leaves]')?.closest<HTMLElement>('[popover]')?.hidePopover();
  const control = target.closest<HTMLElement>('[data-act]');
  if (!control) return;
  const { act, value = '', says } = control.dataset;
  if (act === 'theme') setDark(!isDark());
  else if (act === 'consent') {
    setConsent(value);
    if (value === 'true') countVisit();
    else stopCounting();
  } else if (act === 'cookies') askConsent(value === 'ask');
  else if (act === 'dismiss') dismiss(value);
  else if (act === 'login') openLogin({ reason: value || undefined, wish: control.dataset.wish });
  else if (act === 'language') {
    event.preventDefault();
    keepLanguage(value);
  } else onSearchPress(act!, control);
  if (says) toast(says);
};
document.addEventListener('click', onClick, onWayDown);
rememberPresses();
watchReturns();
watchOwner();
watchSession(() => {
  hideFromOwner();
  prepareParts();
});
addEventListener(LOGIN_ASKED, (event) => openLogin((event as CustomEvent).detail));

const onChange = (event: Event) => changeReaderSetting(event.target as HTMLInputElement);
document.addEventListener('change', onChange, onWayDown);

watchSearchBoxes();

document.addEventListener('DOMContentLoaded', () => {
  prepareHead();
  hideFromOwner();
  prepareParts();
  prepareAids();
  checkReaderControls();
  showSearchLanguages();
  showTimes(document);
  watchTimes();
  if (isNewVisit()) goToSpot();
  markVisitorsRead();
  prepareHydration();
  afterPaint(() => {
    void correctCountdowns();
    focusKept();
    keepShownPlace();
    countVisit();
    prepareOffline();
  });
});
