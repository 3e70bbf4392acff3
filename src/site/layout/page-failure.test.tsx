import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { FailureReport } from './failure-report.tsx';
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

it.each([
  ['/first_admin', `?token=12.0.${'a'.repeat(43)}`, '/first_admin?token=… · '],
  [`/unsubscribe/7.0.${'-'.repeat(43)}`, '', '/unsubscribe/… · '],
  ['/story/12', '?order=newest', '/story/12?order=newest · '],
])('a report names the page without the token of its link: %s', (pathname, search, place) => {
  vi.stubGlobal('location', { pathname, search });
  expect(render(<FailureReport />)).toContain(`<code>${place}`);
  vi.unstubAllGlobals();
});
