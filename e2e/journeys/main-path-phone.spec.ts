import { LANGUAGE_NAMES, type Language } from '#core/languages.ts';
import { FULL } from '#testing/rounds.ts';
import { walkMainPath } from '../kit/main-path.ts';
import { PHONE, test } from '../kit/test.ts';

// The main path on a phone. Other languages are tested on a desktop. Only in Chinese unless FULL=1.
const LANGUAGES: readonly Language[] = FULL ? ['zh', 'fr', 'pt', 'es'] : ['zh'];

for (const language of LANGUAGES)
  test(`sign up, publish a story and read it in ${LANGUAGE_NAMES[language]}`, ({ open, site }) =>
    walkMainPath({ open, site, language, viewport: PHONE }));
