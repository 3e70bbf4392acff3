import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#core/languages.ts';
import { DAY } from '#core/time.ts';
import { outcome } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { pageApi, TEXT_PAGES, type TextPage } from '../contract.ts';
import { sumViews } from './page-views.repo.ts';

const app = setUpTestApp({ SITE_NAME: 'Garn & <Co>', CONTACT_EMAIL: 'hello@garn.example' });
const read = async (page: string, language: (typeof LANGUAGES)[number]) => {
  const answer = await app.send(pageApi.read, { page }, {}, { language });
  expect(outcome(answer)).toBe('200');
  return answer.body.data as TextPage;
};

describe.each(TEXT_PAGES)('page %s', (page) => {
  it.each(LANGUAGES)('is complete in %s, with the site name and contact filled in', async (language) => {
    const text = await read(page, language);
    const all = JSON.stringify(text);
    expect(text.parts.length).toBeGreaterThan(2);
    expect(new Set(text.parts.map(({ id }) => id)).size).toBe(text.parts.length);
    for (const part of text.parts) {
      expect(part.id).toMatch(/^[a-z0-9-]+$/);
      expect(
        [part.title, ...part.paragraphs].every((line) => line.trim().length > 0),
        part.id,
      ).toBe(true);
      expect(part.paragraphs.length + (part.list?.length ?? 0)).toBeGreaterThan(0);
    }
    expect(all).not.toMatch(/\{\w*\}|TODO|undefined|\[object/);
    expect(all).toContain('Garn & <Co>');
    if (page !== 'about') expect(all).toContain('hello@garn.example');
  });

  it('has the same parts in every language, with different words', async () => {
    const texts = await Promise.all(LANGUAGES.map((language) => read(page, language)));
    for (const text of texts) expect(text.parts.map(({ id }) => id)).toEqual(texts[0]!.parts.map(({ id }) => id));
    expect(new Set(texts.map((text) => text.lead)).size).toBe(LANGUAGES.length);
    expect(new Set(texts.map((text) => text.updated)).size).toBe(1);
  });
});

it('the privacy policy describes counting and offers the export in every language', async () => {
  const texts = await Promise.all(LANGUAGES.map((language) => read('privacy', language)));
  for (const { parts } of texts) {
    const part = (id: string) => parts.find((one) => one.id === id)!;
    // Our own counting, third-party counting, members, and how to withdraw consent.
    expect(part('counting-visits').paragraphs).toHaveLength(4);
    expect(part('your-rights').list!.join()).toContain('ZIP');
  }
});

describe('with an external analytics script', () => {
  const counting = setUpTestApp({ ANALYTICS_SCRIPT_URL: 'https://stats.example/count.js' });
  it('no page promises that no one is tracked', async () => {
    for (const [page, promise] of [
      ['about', 'no tracking'],
      ['privacy', 'track'],
    ] as const) {
      expect(JSON.stringify(await read(page, 'en'))).toContain(promise);
      const { body } = await counting.send(pageApi.read, { page });
      expect(JSON.stringify(body.data), page).not.toContain('track');
    }
  });
});

it('other pages and paths are not found', async () => {
  for (const page of ['', 'terms', '../en/pages/about', '..%2f..%2fpackage', 'about.json', 'constructor', '\u0000'])
    expect(outcome(await app.send(pageApi.read, { page })), page).toBe('400 invalid_input');
});

it('responses are cached for each language, and the same for everyone', async () => {
  const { hits } = app.app.cache.counts;
  const bytes = async (language: 'en' | 'ja') =>
    JSON.stringify((await app.send(pageApi.read, { page: 'about' }, {}, { language })).body);
  const [english, japanese] = [await bytes('en'), await bytes('ja')];
  expect(await bytes('en')).toBe(english);
  expect(await bytes('ja')).toBe(japanese);
  expect(english).not.toBe(japanese);
  expect(app.app.cache.counts.hits - hits).toBe(4);
});

it('a view is counted by kind of page, language and day, and nothing else is stored', async () => {
  const view = (page: string, language: string) =>
    app.send(pageApi.countView, { page, language }, { address: '192.0.2.9' });
  await Promise.all(Array.from({ length: 20 }, () => view('story', 'de')));
  await view('story', 'fr');
  await view('home', 'de');
  expect((await view('/what/somebody/typed', 'de')).status).toBe(400);
  const views = () => sumViews(app.database.db, app.clock.now());
  expect(await views()).toEqual([
    { page: 'story', language: 'de', views: 20 },
    { page: 'home', language: 'de', views: 1 },
    { page: 'story', language: 'fr', views: 1 },
  ]);
  await app.clock.advance(DAY);
  expect(await views()).toEqual([]);
});
