import { countShownRead } from './counting.ts';
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

document.addEventListener('click', (event) => {
  const control = (event.target as Element).closest<HTMLElement>('[data-act]');
  if (!control) return;
  const { act, value = '' } = control.dataset;
  if (act === 'theme') setDark(!isDark());
  else if (act === 'consent') {
    setConsent(value);
    countShownRead();
  } else if (act === 'dismiss') dismiss(value);
  else if (act === 'language') {
    event.preventDefault();
    chooseLanguage(value);
  }
});

document.addEventListener('change', (event) => {
  const control = event.target as HTMLInputElement;
  const setting = /^reader-(bg|size|line)$/.exec(control.name ?? '')?.[1];
  if (setting) setReaderSetting(setting as ReaderSetting, control.value);
});

document.addEventListener('DOMContentLoaded', () => {
  checkReaderControls();
  showTimes(document);
  keepShownPlace();
  countShownRead();
  prepareHydration();
});
