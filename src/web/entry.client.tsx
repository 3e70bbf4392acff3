import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { baseLanguage, DEFAULT_LANGUAGE } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import type { WakingWindow } from './boot/hydrate.ts';
import { loadPart } from './i18n/catalogs.ts';
import { TranslatorProvider } from './i18n/i18n.tsx';

const translator = createTranslator(baseLanguage(document.documentElement.lang) ?? DEFAULT_LANGUAGE);
const { skeinParts = [] } = window as WakingWindow;
await Promise.all([
  loadPart(translator, 'common'),
  // What is missing is asked for again by who shows it, and said to be missing there.
  ...skeinParts.map((part) => loadPart(translator, part).catch(() => {})),
]);
startTransition(() => {
  hydrateRoot(
    document,
    <TranslatorProvider value={translator}>
      <HydratedRouter />
    </TranslatorProvider>,
  );
});
