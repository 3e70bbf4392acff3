import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { baseLanguage, DEFAULT_LANGUAGE } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import { loadPart } from './i18n/catalogs.ts';
import { TranslatorProvider } from './i18n/i18n.tsx';

const translator = createTranslator(baseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE);
await loadPart(translator, 'common');
startTransition(() => {
  hydrateRoot(
    document,
    <TranslatorProvider value={translator}>
      <HydratedRouter />
    </TranslatorProvider>,
  );
});
