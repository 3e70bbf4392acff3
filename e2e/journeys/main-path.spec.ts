import { LANGUAGE_NAMES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/rounds.ts';
import { walkMainPath } from '../kit/main-path.ts';
import { DESKTOP, test } from '../kit/test.ts';

// The main path on a desktop. Other languages are tested on a phone. Only in English unless FULL=1.
const LANGUAGES: readonly Language[] = FULL ? ['en', 'de', 'ko', 'ja'] : ['en'];

for (const language of LANGUAGES)
  test(`sign up, publish a story and read it in ${LANGUAGE_NAMES[language]}`, ({ open, site }) =>
    walkMainPath({ open, site, language, viewport: DESKTOP }));
