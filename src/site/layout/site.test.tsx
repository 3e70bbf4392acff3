import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { TranslatorProvider } from '#web/i18n/i18n.tsx';
import { SiteContext } from '#web/ui/use-site.ts';
import { SiteLayout } from './site.tsx';

const translator = translatorOf('en');
const site = {
  name: 'Skein',
  url: 'https://skein.test',
  contact: 'us@skein.test',
  google: false,
  openid: null,
  passkeys: false,
  analytics: null,
  year: 2026,
};
const html = renderToStaticMarkup(
  <SiteContext value={site}>
    <TranslatorProvider value={translator}>
      <SiteLayout>The page</SiteLayout>
    </TranslatorProvider>
  </SiteContext>,
);
/** Returns the part of the page between two texts. */
const between = (start: string, end: string) => html.slice(html.indexOf(start), html.indexOf(end));
const { t } = translator;

it('has a header, the notice for phones, the page, a footer and the cookie bar, in this order', () => {
  const parts = ['<header', t('common.phone_notice'), '<main', 'The page', '<footer', t('common.cookie_all')];
  const places = parts.map((part) => html.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});

it('has the name of the site in its header, which leads home, and a search box', () => {
  const header = between('<header', '<main');
  expect(header).toMatch(/<a [^>]*href="\/"[^>]*>(?:(?!<\/a>).)*<span>Skein<\/span><\/a>/);
  expect(header).toMatch(/<search[^>]*><form [^>]*action="\/search_result"/);
});

it('has copyright, about, agreements and feedback in its footer', () => {
  const footer = between('<footer', '</footer>');
  expect(footer).toContain('© 2026 Skein');
  for (const link of ['/about', '/agreement/user', '/agreement/privacy', '/accessibility', '/report', '/transparency'])
    expect(footer).toContain(`href="${link}"`);
  expect(footer).toContain(t('common.feedback'));
});
