import { LANGUAGE_NAMES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/race.ts';
import { walkMainPath } from '../kit/main-path.ts';
import { DESKTOP, test } from '../kit/test.ts';

// The main path on a desktop; the other languages walk it on a phone. English stands for them unless FULL=1.
const LANGUAGES: readonly Language[] = FULL ? ['en', 'de', 'ko', 'ja'] : ['en'];

for (const language of LANGUAGES)
  test(`from the door to the reader in ${LANGUAGE_NAMES[language]}`, ({ open, site }) =>
    walkMainPath({ open, site, language, viewport: DESKTOP }));
