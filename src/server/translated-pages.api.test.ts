import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { insertPublished } from '#features/translation/server/reading.test-kit.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import {
  buildBranchStory,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  type Member,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { builtPages, servePages } from './pages.ts';

// Stories and chapters in several languages on the built pages, without scripts. `npm test` builds them. Otherwise run
// `npm run build` first.
const app = setUpTestApp();
const SITE = 'http://localhost:3000';
let author: Member;
let translator: Member;
let storyId: string;
let first: string;
let second: string;

beforeAll(async () => {
  await servePages(app.app, app.deps, builtPages);
  author = await buildMember(app);
  translator = await buildMember(app);
  const published = await buildPublishedStory(app, author, { title: 'Salt and Lemons' });
  storyId = published.story.id;
  first = published.chapterId;
  second = (await buildPublishedChapter(app, author, storyId, { title: 'The right boot' })).id;
  const de = { storyId, language: 'de' } as const;
  await insertPublished(app, translator, { ...de, title: 'Salz und Zitronen', summary: 'Ein Käfig ohne Vogel.' });
  await insertPublished(app, translator, { ...de, chapterId: first, title: 'Der linke Stiefel', stale: ['@title'] });
  await insertPublished(app, translator, { ...de, chapterId: second, title: 'Der rechte Stiefel' });
  await insertPublished(app, translator, { storyId, chapterId: first, language: 'fr', title: 'La botte gauche' });
});

const get = (url: string) => app.app.http.inject({ url });
const bodyOf = async (url: string) => (await get(url)).body;
const storyPath = () => to.story({ storyId });
const chapterPath = (id: string) => `${storyPath()}/chapter/${id}`;
const linksOf = (html: string) =>
  [...html.matchAll(/<link [^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!.toLowerCase(), value!]),
    ),
  );
const canonicalOf = (html: string) =>
  linksOf(html)
    .find(({ rel }) => rel === 'canonical')
    ?.href?.replace(SITE, '');
const alternatesOf = (html: string) => linksOf(html).flatMap(({ hreflang }) => hreflang ?? []);
const shownIn = (html: string) => /property="og:locale" content="([^"]*)"/.exec(html)?.[1];
const hrefsOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));

describe('a chapter', () => {
  it.each([
    ['', 'en', '', 'The left boot'],
    ['?t=en', 'en', '?t=en', 'The left boot'],
    ['?t=de', 'de', '?t=de', 'Der linke Stiefel'],
    ['?t=ja', 'en', '?t=en', 'The left boot'],
    ['?t=ja&lang=de', 'de', '?t=de', 'Der linke Stiefel'],
    ['?lang=fr', 'fr', '?t=fr', 'La botte gauche'],
    ['?t=de&lang=en', 'en', '?t=en', 'The left boot'],
    ['?t=de&lang=de-AT', 'de', '?t=de', 'Der linke Stiefel'],
  ])('at %s is in %s and the same page as %s', async (query, language, canonical, title) => {
    const body = await bodyOf(`${chapterPath(first)}${query}`);
    expect(shownIn(body)).toBe(language);
    expect(canonicalOf(body)).toBe(`${chapterPath(first)}${canonical}`);
    expect(alternatesOf(body)).toEqual(['en', 'de', 'fr', 'x-default']);
    expect(body).toContain(`<h1 lang="${language}">${title}</h1>`);
    expect(body).toMatch(new RegExp(`<article class="[^"]*" lang="${language}">`));
    expect(body).toContain(`<title>${title} · `);
  });

  it('contains only one text, its translator, and a note that the original has changed', async () => {
    const body = await bodyOf(`${chapterPath(first)}?t=de`);
    const { t } = translatorOf('de');
    expect(body).toContain('de: The ');
    const original = /[>"]The [\w-]+ [\w-]+ \w+ one/;
    expect(await bodyOf(`${chapterPath(first)}?t=en`)).toMatch(original);
    expect(body).not.toMatch(original);
    expect(body).toContain(`>${translator.username}</a>`);
    expect(body).toContain(t('translations.stale'));
    expect(body).not.toContain(t('translations.shown_in_english'));
    const fallback = await bodyOf(`${chapterPath(first)}?t=es`);
    expect(fallback).toContain(translatorOf('es').t('translations.shown_in_english'));
    expect(fallback).not.toContain('de: The ');
  });

  it('links to the editor of the shown translation, and to that of a missing language', async () => {
    const translateAt = to.translateChapter({ storyId, chapterId: first });
    const german = translatorOf('de').t;
    const stale = await bodyOf(`${chapterPath(first)}?t=de`);
    expect(stale).toContain(`<a href="${translateAt}?lang=de&amp;t=de">${german('translations.bring_up')}</a>`);
    const fresh = await bodyOf(`${chapterPath(second)}?t=de`);
    expect(fresh).toContain(`?lang=de&amp;t=de">${german('translations.improve')}</a>`);
    const missing = await bodyOf(`${chapterPath(first)}?t=es`);
    expect(missing).toContain(translatorOf('es').t('translations.translate_into', { language: 'español' }));
    // In the notice and in the list of languages.
    expect(hrefsOf(missing).filter((href) => href === `${translateAt}?lang=es&t=es`)).toHaveLength(2);
    expect(hrefsOf(await bodyOf(`${storyPath()}?t=de`))).toContain(
      to.translateStory({ storyId }, { lang: 'de', t: 'de' }),
    );
  });

  it('links on in the chosen language, and names its neighbors and its story in it', async () => {
    const body = await bodyOf(`${chapterPath(first)}?t=fr&lang=de`);
    expect(body).toContain('Der rechte Stiefel');
    expect(body).toContain('Salz und Zitronen');
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining([
        `${chapterPath(second)}?lang=de&t=fr`,
        `${storyPath()}?lang=de&t=fr`,
        `${chapterPath(first)}?lang=en&t=fr`,
        `${chapterPath(first)}?lang=de&beside=1&t=fr`,
        to.translateChapter({ storyId, chapterId: first }, { lang: 'ja', t: 'fr' }),
      ]),
    );
    // In the language of the page, no parameter is needed.
    expect(hrefsOf(await bodyOf(`${chapterPath(first)}?t=de`))).toContain(`${chapterPath(second)}?t=de`);
  });

  it('is shown next to its original on request', async () => {
    const body = await bodyOf(`${chapterPath(first)}?t=de&beside=1`);
    expect(body).toMatch(/<article class="[^"]*" lang="en">/);
    expect(body).toMatch(/<article class="[^"]*" lang="de">/);
    expect(body).toContain('de: The ');
    expect(canonicalOf(body)).toBe(`${chapterPath(first)}?t=de`);
    // If the original itself is shown, there is nothing to show next to it.
    expect(await bodyOf(`${chapterPath(first)}?t=en&beside=1`)).not.toMatch(/<article class="[^"]*" lang="de">/);
  });

  it('that is hidden has no translations', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    await insertPublished(app, translator, { storyId: story.id, chapterId, language: 'de', title: 'Geheim' });
    await sql`update chapters set status = 'hidden' where id = ${chapterId}`.execute(app.database.db);
    const { statusCode, body } = await get(to.chapter({ storyId: story.id, chapterId }, { t: 'de' }));
    expect(statusCode).toBe(200);
    expect(body).not.toContain('Geheim');
    expect(body).not.toContain('/translate_chapter/');
  });
});

describe('a story', () => {
  it('has its title, description and chapters in the requested language, and names the translators', async () => {
    const body = await bodyOf(`${storyPath()}?t=de`);
    expect(body).toContain('<h1 lang="de">Salz und Zitronen</h1>');
    expect(body).toContain('Ein Käfig ohne Vogel.');
    expect(body).toContain('Der rechte Stiefel');
    expect(body).not.toContain('The right boot');
    expect(body).toContain(translatorOf('de').t('translations.translators'));
    expect(canonicalOf(body)).toBe(`${storyPath()}?t=de`);
    // In French there are only chapters, so the page of the story is the English one.
    expect(alternatesOf(body)).toEqual(['en', 'de', 'x-default']);
    const french = await bodyOf(`${storyPath()}?t=fr`);
    expect(french).toContain('<h1 lang="en">Salt and Lemons</h1>');
    expect(french).toContain('La botte gauche');
    expect(canonicalOf(french)).toBe(`${storyPath()}?t=en`);
    expect(french).toContain(translatorOf('fr').t('translations.shown_in_english'));
  });

  it('has a feed in the requested language, which the page names', async () => {
    expect(await bodyOf(`${storyPath()}?t=de`)).toContain(`href="${storyPath()}/feed.xml?t=de"`);
    const german = await bodyOf(`${storyPath()}/feed.xml?t=de`);
    expect(german).toContain('<title>Salz und Zitronen</title>');
    expect(german).toContain('<title>2. Der rechte Stiefel</title>');
    expect(german).toContain(`${SITE}${chapterPath(second)}?t=de`);
    const original = await bodyOf(`${storyPath()}/feed.xml`);
    expect(original).toContain('<title>Salt and Lemons</title>');
    // The feed of the site has it in its language, too.
    expect(await bodyOf('/feed.xml?t=de')).toContain('<title>Salz und Zitronen</title>');
  });

  it('that branches has translated choices in the outline, on the map, at each fork and along a path', async () => {
    const { storyId: tree, ids } = await buildBranchStory(app, author);
    const rename = (id: string, title: string) =>
      insertPublished(app, translator, { storyId: tree, chapterId: id, language: 'de', title, choice: `${title}!` });
    await rename(ids.left!, 'Links');
    await rename(ids.bridge!, 'Brücke');
    for (const path of [
      to.story({ storyId: tree }),
      to.storyMap({ storyId: tree }),
      to.chapter({ storyId: tree, chapterId: ids.first! }),
    ]) {
      const body = await bodyOf(`${path}?t=de`);
      expect(body, path).toMatch(/Links!/);
      expect(body, path).toContain('right');
    }
    const path = await bodyOf(to.path({ storyId: tree, chapterId: ids.bridge! }, { t: 'ja', lang: 'de' }));
    expect(path).toContain('Brücke');
    expect(path).toContain('de: The ');
    expect(hrefsOf(path)).toContain(to.chapter({ storyId: tree, chapterId: ids.left! }, { lang: 'de', t: 'ja' }));
    // A missing translation is noted once for consecutive chapters.
    const names = { asked: 'ドイツ語', shown: '英語' };
    const notice = translatorOf('ja').t('translations.shown_instead', names);
    expect(path.split(notice)).toHaveLength(2);
    expect(path).not.toContain(translatorOf('ja').t('translations.stale'));
    await sql`update translations set stale = '{@title}' where chapter_id = ${ids.left}`.execute(app.database.db);
    app.app.cache.clear();
    expect(await bodyOf(to.path({ storyId: tree, chapterId: ids.bridge! }, { t: 'ja', lang: 'de' }))).toContain(
      translatorOf('ja').t('translations.stale'),
    );
  });
});

describe('search engines', () => {
  it('get a text in the languages that it exists in', async () => {
    const entryOf = async (file: string, path: string) =>
      (await bodyOf(file)).split('\n').find((line) => line.includes(`<loc>${SITE}${path}</loc>`)) ?? '';
    const languagesIn = (entry: string) => [...entry.matchAll(/hreflang="([^"]*)"/g)].map(([, tag]) => tag);
    expect(languagesIn(await entryOf('/sitemap-stories-0.xml', storyPath()))).toEqual(['en', 'de']);
    expect(languagesIn(await entryOf('/sitemap-chapters-0.xml', chapterPath(first)))).toEqual(['en', 'de', 'fr']);
  });
});

describe('the cache of a page', () => {
  it('depends on the language in which its texts are read, and on no other parameter', async () => {
    const path = chapterPath(second);
    await bodyOf(`${path}?t=en`);
    const { entries } = app.app.cache.size;
    for (const query of ['lang=xx', 'beside=2', 'lang=', 'lang=de&lang=fr']) await bodyOf(`${path}?t=en&${query}`);
    expect(app.app.cache.size.entries).toBe(entries);
    for (const query of ['lang=de', 'lang=de-CH', 'lang=DE']) await bodyOf(`${path}?t=en&${query}`);
    expect(app.app.cache.size.entries).toBe(entries + 1);
  });
});
