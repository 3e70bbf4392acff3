import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { createTranslator } from '#core/messages.ts';
import { ModesProvider } from '#features/stories/web/modes.ts';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { WEB_MODES } from '#site/modes/modes.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { LengthGauge } from './length-strip.tsx';

const LOCALES = join(import.meta.dirname, '../../../../../locales');
const bounds = { minUnits: 300, maxUnits: 3000 };

/** The text next to the gauge, for a reader of one language who writes in another. */
function remarkIn(site: Language, language: Language, units: number): string {
  const translator = createTranslator(site);
  for (const part of ['common', 'chapters'])
    translator.add(part, compileCatalog(JSON.parse(readFileSync(join(LOCALES, site, `${part}.json`), 'utf8'))));
  const html = renderToStaticMarkup(
    <TranslatorProvider value={translator}>
      <ModesProvider value={WEB_MODES}>
        <LengthGauge units={units} bounds={bounds} language={language} mode="solo" />
      </ModesProvider>
    </TranslatorProvider>,
  );
  return html.match(/<span[^>]*>([^<]*)<\/span>$/)?.[1] ?? '';
}

it.each([
  ['en', 'en', 212, '88 more words before you can submit'],
  ['en', 'zh', 299, '1 more character before you can submit'],
  ['zh', 'zh', 212, '还差88字就能提交'],
  ['zh', 'en', 212, '还差88词就能提交'],
  ['de', 'de', 2999, 'noch 1 Wort frei'],
  ['de', 'ja', 2999, 'noch 1 Zeichen frei'],
  ['pt', 'pt', 3000, 'Restam 0 palavras'],
  ['ko', 'ko', 2926, '74단어 남음'],
  ['fr', 'fr', 3043, '43 mots de trop'],
  ['es', 'es', 3001, 'Sobra 1 palabra'],
  ['ja', 'ja', 3043, '43字超過'],
] as const)('in %s, of a text in %s with %i units: %s', (site, language, units, remark) => {
  expect(remarkIn(site, language, units)).toBe(remark);
});
