import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { createTranslator } from '#core/messages.ts';
import { compileCatalog } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { HowFarChart } from './how-far-chart.tsx';

const texts = readFileSync(join(import.meta.dirname, '../../../../../locales/de/statistics.json'), 'utf8');
const translator = createTranslator('de');
translator.add('statistics', compileCatalog(JSON.parse(texts)));

/** Returns the y positions of the labels in the chart, by their text. */
function heights(opened: number[]): Record<string, number> {
  const chapters = opened.map((count, i) => ({
    id: String(i + 1),
    number: i + 1,
    title: 'T',
    units: 900,
    publishedAt: '2026-11-01T00:00:00Z',
    opened: count,
    ended: 0,
  }));
  const html = renderToStaticMarkup(
    <TranslatorProvider value={translator}>
      <HowFarChart chapters={chapters} />
    </TranslatorProvider>,
  );
  return Object.fromEntries(
    [...html.matchAll(/<text[^>]* y="([\d.-]+)"[^>]*>([^<]*)/g)].map(([, y, said]) => [said, Number(y)]),
  );
}

it.each([
  ['the second chapter', [617, 599, 406, 394, 382, 371, 360, 349, 338, 328], '193 hören nach 2 auf'],
  ['the first', [617, 420, 406, 394, 382, 371, 360, 349, 338, 328], '197 hören nach 1 auf'],
])('keeps labels apart where many stop after %s', (_, opened, label) => {
  const at = heights(opened);
  const [first, stop] = [at['617 beginnen']!, at[label]!];
  expect(stop - first).toBeGreaterThanOrEqual(14);
  // Within the chart.
  expect(first).toBeGreaterThanOrEqual(12);
});
