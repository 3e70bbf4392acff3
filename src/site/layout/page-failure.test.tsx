import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { Failure, NotFound } from './page-failure.tsx';

const render = (page: ReactNode) =>
  renderToStaticMarkup(<TranslatorProvider value={translatorOf('en')}>{page}</TranslatorProvider>);

it('says the spec’s sentence if a page fails, and leads on', () => {
  const html = render(<Failure busy={false} />);
  expect(html).toContain('<h1>Unexpected Application Error!</h1>');
  expect(html).toMatch(/<a href="" data-act="reload"/);
  expect(html).toMatch(/<a [^>]*href="\/"/);
});

it('says the sentence of its own if the page has one', () => {
  const html = render(<Failure busy title="Failed to load chapter content" />);
  expect(html).toContain('<h1>Failed to load chapter content</h1>');
});

it('says that a page does not exist, and leads home', () => {
  const html = render(<NotFound />);
  expect(html).toContain(`<h1>${translatorOf('en').t('common.not_found_title')}</h1>`);
  expect(html).toMatch(/<a [^>]*href="\/"/);
});
