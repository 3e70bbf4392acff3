import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { FillsProvider } from '#web/page/page-slot.tsx';
import { ReaderSettings } from './reader-settings.tsx';

it('offers the backgrounds, sizes and line spacings of the spec, and two more sizes', () => {
  const html = renderToStaticMarkup(
    <TranslatorProvider value={translatorOf('en')}>
      <FillsProvider value={{ fills: new Map(), data: new Map() }}>
        <ReaderSettings />
      </FillsProvider>
    </TranslatorProvider>,
  );
  const offered = (name: string) =>
    [...html.matchAll(/<input [^>]*>/g)].flatMap(([input]) =>
      input.includes(`name="reader-${name}"`) ? /value="([^"]*)"/.exec(input)![1] : [],
    );
  expect(offered('background')).toEqual(['default', 'paper', 'care']);
  expect(offered('fontSize')).toEqual(['x-small', 'small', 'medium', 'large', 'x-large']);
  expect(offered('lineSpacing')).toEqual(['compact', 'normal', 'loose']);
});
