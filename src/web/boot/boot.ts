import { prepareHydration } from './hydrate.ts';
import {
  applyPreferences,
  checkReaderControls,
  chooseLanguage,
  dismiss,
  isDark,
  type ReaderSetting,
  setConsent,
  setDark,
  setReaderSetting,
} from './preferences.ts';
import { keepShownPlace } from './reading.ts';
import { showTimes } from './times.ts';

// The one script that stands in every page. It is constant, so that its hash can stand in the one policy of all pages.
// Controls that it serves carry `data-act`; they work before React, without it, and after it alike.
applyPreferences();

/** On the way down and before everybody: while React wakes up it stops what it cannot answer yet. */
function listen<T extends 'click' | 'change'>(type: T, hear: (event: WindowEventMap[T]) => void): void {
  addEventListener(type, hear, true);
}

listen('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('[data-act]');
  if (!control) return;
  const { act, value = '' } = control.dataset;
  if (act === 'theme') setDark(!isDark());
  else if (act === 'consent') setConsent(value);
  else if (act === 'dismiss') dismiss(value);
  else if (act === 'language') {
    event.preventDefault();
    chooseLanguage(value);
  }
});

listen('change', (event) => {
  const control = event.target as HTMLInputElement;
  const setting = /^reader-(bg|size|line)$/.exec(control.name ?? '')?.[1];
  if (setting) setReaderSetting(setting as ReaderSetting, control.value);
});

document.addEventListener('DOMContentLoaded', () => {
  checkReaderControls();
  showTimes(document);
  keepShownPlace();
  prepareHydration();
});
