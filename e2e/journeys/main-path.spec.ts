import { LANGUAGE_NAMES, type Language } from '#core/languages.ts';
import { walkMainPath } from '../kit/main-path.ts';
import { DESKTOP, test } from '../kit/test.ts';

// The main path on a desktop; the other languages walk it on a phone.
const LANGUAGES: readonly Language[] = ['en', 'de', 'ko', 'ja'];

for (const language of LANGUAGES)
  test(`from the door to the reader in ${LANGUAGE_NAMES[language]}`, ({ open, site }) =>
    walkMainPath({ open, site, language, viewport: DESKTOP }));
