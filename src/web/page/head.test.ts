import { expect, it } from 'vitest';
import type { PageContext } from './context.ts';
import { headHtml, type PageHead } from './head.ts';

const german = {
  site: { name: 'Skein', url: 'https://skein.test', google: false, openid: null, passkeys: false, analytics: null },
  language: 'de',
  namesLanguage: true,
} as PageContext;
const page: PageHead = {
  title: 'Salz',
  description: 'Von „Salz“ & Zitronen.',
  keywords: 'Geschichten, gemeinsam',
  path: '/story/1',
  image: '/social/1.png',
  type: 'article',
};

it('has title, description, keywords and social card', () => {
  const html = headHtml(page, german);
  for (const part of [
    '<title>Salz · Skein</title>',
    '<meta name="description" content="Von „Salz“ &amp; Zitronen."/>',
    '<meta name="keywords" content="Geschichten, gemeinsam"/>',
    '<meta property="og:title" content="Salz"/>',
    '<meta property="og:description" content="Von „Salz“ &amp; Zitronen."/>',
    '<meta property="og:type" content="article"/>',
    '<meta property="og:url" content="https://skein.test/story/1"/>',
    '<meta property="og:locale" content="de"/>',
    '<meta property="og:image" content="https://skein.test/social/1.png"/>',
    '<meta name="twitter:card" content="summary_large_image"/>',
  ])
    expect(html).toContain(part);
});

it('is kept from search engines only if the page asks for it', () => {
  expect(headHtml(page, german)).not.toContain('noindex');
  const quiet = headHtml({ ...page, noindex: true }, german);
  expect(quiet).toContain('<meta name="robots" content="noindex"/>');
  expect(quiet).not.toContain('rel="canonical"');
});
