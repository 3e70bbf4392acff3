import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_TAGS, LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { openDatabase } from '#platform/db/database.ts';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import {
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { builtPages, servePages } from './pages.ts';

// The built pages, feeds, and what search engines read. `npm test` builds them. Otherwise run `npm run build` first.
const app = setUpTestApp({ RATE_LIMITS: 'on', LIMIT_PAGES: '3', LIMIT_SEARCH: '2', LIMIT_ADDRESS: '5000' });
const SITE = 'http://localhost:3000';
let author: Member;
let storyId: string;
let chapterId: string;
let slug: string;
let addresses = 0;
/** Sends a request from a new address, unless one is given. */
function get(url: string, { headers = {}, address }: { headers?: Record<string, string>; address?: string } = {}) {
  addresses += 1;
  const remoteAddress = address ?? `10.1.${addresses >> 8}.${addresses & 255}`;
  return app.app.http.inject({ url, headers, remoteAddress });
}

beforeAll(async () => {
  await servePages(app.app, app.deps, builtPages);
  author = await buildMember(app);
  const published = await buildPublishedStory(app, author, { title: 'Salt <&> Lemons' });
  await app.work();
  storyId = published.story.id;
  chapterId = published.chapterId;
  slug = `new-${author.slug}`.slice(0, 40);
  await app.call(accountApi.updateInfo, { slug }, author);
});

const publicPages = () => [
  '/',
  to.story({ storyId }),
  to.chapter({ storyId, chapterId }),
  to.user({ userSlug: slug }),
  to.about(),
  to.agreement({ type: 'user' }),
];
const quietPages = () => [
  to.search({ q: 'salt' }),
  to.profile(),
  to.messages(),
  `${to.editStory()}?new`,
  to.editChapter(),
  to.editSubmission({ storyId: '1', roundId: '1' }),
  to.moderation(),
  to.reviewChapterTranslation(),
  to.reviewStoryTranslation({ id: 1 }),
  to.resetPassword(),
  to.loginLink(),
  to.endLogin(),
  to.firstAdmin(),
  to.invitation(),
  to.statistics({ storyId: '1' }),
  to.offline(),
];
const missingPages = () => [
  '/nothing',
  to.story({ storyId: '999999' }),
  '/story/x',
  to.chapter({ storyId, chapterId: '999999' }),
  to.user({ userSlug: 'nobody-at-all' }),
  to.agreement({ type: 'other' }),
  '/%E0%A4%A',
];
const attributesOf = (tag: string) =>
  Object.fromEntries([...tag.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!.toLowerCase(), value!]));
const linksOf = (html: string) => [...html.matchAll(/<link [^>]*>/g)].map(([tag]) => attributesOf(tag));

/** True for a class name of a style module, as the build shortens it. */
const isShort = (name: string) => /^[a-zA-Z]{3}\d+$/.test(name);

describe('every page', () => {
  it('exists, and a missing one is a page too, which is never cached', async () => {
    for (const path of [...publicPages(), ...quietPages()]) expect((await get(path)).statusCode, path).toBe(200);
    for (const path of missingPages())
      for (const url of [path, `${path}?t=de`]) {
        const { statusCode, headers, body } = await get(url);
        expect(statusCode, url).toBe(404);
        expect(headers, url).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
        expect(body, url).toMatch(/<main [\s\S]*<h1>/);
      }
  });
  it('sends its URL nowhere if that contains the secret of an email, and is the same page otherwise', async () => {
    const plain = await get('/');
    for (const query of ['verify=12.0.secret', 'new_email=12.0.secret', 'languages=de&verify=x']) {
      const { headers, body } = await get(`/?${query}`);
      expect(headers['referrer-policy'], query).toBe('no-referrer');
      expect('speculation-rules' in headers, query).toBe(false);
      expect(body, query).not.toContain('12.0.secret');
    }
    const again = await get('/');
    expect(again.headers['referrer-policy']).toBe(plain.headers['referrer-policy']);
    expect(again.body).toBe(plain.body);
    expect((await get('/?verify=x')).body).toBe(plain.body);
  });
  it('has the one policy, which allows its one inline script', async () => {
    for (const path of [...publicPages(), ...quietPages(), ...missingPages()]) {
      const { headers, body } = await get(path);
      const expected = { ...app.app.http.securityHeaders.values };
      // A URL that may contain a secret is sent nowhere, not even to the rules for prefetching.
      const secrets = [to.resetPassword(), to.loginLink(), to.endLogin(), to.firstAdmin(), to.invitation()];
      const hasSecret = secrets.includes(path);
      if (hasSecret) expected['referrer-policy'] = 'no-referrer';
      expect(headers, path).toMatchObject(expected);
      expect('speculation-rules' in headers, path).toBe(!hasSecret);
      const scripts = [...body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)];
      const run = scripts.filter(([, attributes]) => !attributes!.includes('type="application/json"'));
      expect(
        run.map(([, attributes]) => attributes),
        path,
      ).toEqual(['']);
      const hash = createHash('sha256').update(run[0]![2]!).digest('base64');
      expect(headers['content-security-policy'], path).toContain(`script-src 'self' 'sha256-${hash}';`);
      // Chapters contain their styles.
      for (const [, style] of body.matchAll(/<style>([\s\S]*?)<\/style>/g)) {
        const styleHash = createHash('sha256').update(style!).digest('base64');
        expect(headers['content-security-policy'], path).toContain(`style-src 'self' 'sha256-${styleHash}';`);
      }
      expect(body, path).not.toMatch(/<style[^>]|\sstyle=|\son[a-z]+="/);
    }
  });
  it('of a chapter contains all the styles that it needs', async () => {
    const chapter = publicPages().find((path) => path.includes('/chapter/'))!;
    const { body } = await get(chapter);
    expect(linksOf(body).map(({ rel }) => rel)).not.toContain('stylesheet');
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)![1]!;
    const sheet = (await get(/\/assets\/site-[\w-]+\.css/.exec(body)![0])).body;
    expect(sheet.startsWith(style)).toBe(true);
    const rest = sheet.slice(style.length);
    // Short names are those of style modules. Each is in only one file.
    const names = [...body.matchAll(/ class="([^"]+)"/g)].flatMap(([, list]) => list!.split(' ').filter(isShort));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => new RegExp(`\\.${name}(?![\\w-])`).test(rest))).toEqual([]);
  });
  it('of a chapter needs no more than 20 KB of scripts for reading', async () => {
    const chapter = publicPages().find((path) => path.includes('/chapter/'))!;
    const { body } = await get(chapter);
    const [, inline = ''] = /<script>([\s\S]*?)<\/script>/.exec(body)!;
    const [, files = ''] = / data-aids="([^"]+)"/.exec(body)!;
    const loaded = await Promise.all(files.split(' ').map(async (path) => (await get(path)).body));
    const sizes = [inline, ...loaded].map((script) => gzipSync(script, { level: 9 }).length);
    expect(loaded.length).toBe(1);
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(20 * 1024);
  });
  it('is the same to the byte for logged-in members', async () => {
    const tokens = [author.accessToken, `Bearer ${author.accessToken}`, 'nonsense'];
    for (const path of [...publicPages(), ...quietPages(), ...missingPages()]) {
      const { body } = await get(path);
      for (const authorization of tokens)
        expect((await get(path, { headers: { authorization } })).body === body, path).toBe(true);
    }
  });
  it('that is public names its URL and those of its languages; no other is offered to search engines', async () => {
    for (const path of publicPages()) {
      for (const t of [null, 'de', 'zh'] as const) {
        const { body } = await get(t ? `${path}?t=${t}` : path);
        const links = linksOf(body);
        // A text that only exists in English is the English page, whatever the language around it.
        const isText = path.startsWith('/story/');
        const inLanguage = isText && t ? 'en' : t;
        expect(links.find(({ rel }) => rel === 'canonical')?.href, path).toBe(
          `${SITE}${path}${inLanguage ? `?t=${inLanguage}` : ''}`,
        );
        expect(
          Object.fromEntries(links.flatMap(({ hreflang, href }) => (hreflang ? [[hreflang, href]] : []))),
          path,
        ).toEqual({
          ...Object.fromEntries(
            (isText ? (['en'] as const) : LANGUAGES).map((code) => [LANGUAGE_TAGS[code], `${SITE}${path}?t=${code}`]),
          ),
          'x-default': `${SITE}${path}`,
        });
        expect(body).toContain(`<html lang="${LANGUAGE_TAGS[t ?? 'en']}"`);
        expect(body).not.toContain('name="robots"');
      }
    }
    for (const path of quietPages()) {
      const { body } = await get(path);
      expect(body, path).toContain('<meta name="robots" content="noindex"/>');
      expect(
        linksOf(body).some(({ rel }) => rel === 'canonical'),
        path,
      ).toBe(false);
    }
  });
});

describe('the cache of pages', () => {
  it('that is public has title, description, keywords and social card in its language', async () => {
    const { t } = translatorOf('de');
    for (const path of ['/', to.story({ storyId }), to.chapter({ storyId, chapterId })]) {
      const { body } = await get(`${path}?t=de`);
      const metas = [...body.matchAll(/<meta [^>]*>/g)].map(([tag]) => attributesOf(tag));
      const named = (name: string) => metas.find((meta) => meta.name === name || meta.property === name)?.content;
      expect(body, path).toMatch(/<title>[^<]+<\/title>/);
      expect(named('keywords'), path).toBe(t('meta.keywords'));
      for (const name of ['description', 'og:title', 'og:description', 'og:image', 'og:site_name'])
        expect(named(name), `${path} ${name}`).toBeTruthy();
    }
  });
  it('ignores what a page does not depend on', async () => {
    const path = to.story({ storyId });
    const { body } = await get(path);
    const { entries } = app.app.cache.size;
    for (const query of [
      'utm_source=x',
      'order=oldest',
      'from=%3Cscript%3E',
      'order=newest&order=newest',
      '__proto__=x',
    ])
      expect((await get(`${path}?${query}`)).body === body, query).toBe(true);
    expect(app.app.cache.size.entries).toBe(entries);
    for (const query of ['t=ko', 'order=newest', 'from=1']) await get(`${path}?${query}`);
    expect(app.app.cache.size.entries).toBe(entries + 3);
  });
  it('is shared for a minute at most, and only if the URL names the language', async () => {
    for (const path of publicPages()) {
      expect((await get(path)).headers['cache-control'], path).toBe('private, no-cache');
      expect((await get(path)).headers.vary, path).toContain('Accept-Language, Cookie');
      const { headers } = await get(`${path}?t=fr`);
      expect(headers['cache-control'], path).toMatch(/^public, max-age=0, s-maxage=(60|5\d), must-revalidate$/);
      expect(headers.vary, path).toBe('Accept-Encoding');
    }
  });
});

describe('URLs', () => {
  it('that search for more characters than possible say so, keep the words and list nothing', async () => {
    const q = `${'long '.repeat(20)}tail`;
    const { statusCode, body } = await get(to.search({ q, t: 'de' }));
    expect(statusCode).toBe(200);
    const { t } = translatorOf('de');
    expect(body).toContain(t('search.too_long_text', { count: q.length, max: 100 }));
    expect(body).toMatch(new RegExp(`<title>[^<]*${q}`));
    expect(body).toMatch(new RegExp(`<input[^>]* value="${q}"`));
    expect(body).not.toContain(to.story({ storyId }));
    const short = await get(to.search({ q: 'x'.repeat(100), t: 'de' }));
    expect(short.body).not.toContain(t('search.too_long'));
  });
  it.each(['zzz', '1_1', '99999999999999999999_3'])(
    'of results start again at the unknown cursor %s',
    async (cursor) => {
      for (const query of [{ q: 'Salt' }, { sort: 'latest_created' }, {}]) {
        const { statusCode, body } = await get(to.search({ ...query, cursor }));
        expect(statusCode).toBe(200);
        expect(body).toContain(to.story({ storyId }));
      }
    },
  );
  it('of results focus the search box only for those who came to type', async () => {
    expect((await get(to.search({ q: '' }))).body).toMatch(/<input[^>]* autofocus/);
    for (const query of [{}, { mode: 'solo' }, { q: 'salt' }])
      expect((await get(to.search(query))).body).not.toMatch(/<input[^>]* autofocus/);
  });
  it('of results can be limited to several languages, each with its own button to remove it', async () => {
    const { body } = await get(to.search({ q: 'Salt', language: 'en,de' }));
    expect(body).toContain(to.story({ storyId }));
    for (const language of ['en', 'de'])
      expect(body).toContain(to.search({ q: 'Salt', language }).replaceAll('&', '&amp;'));
    expect((await get(to.search({ q: 'Salt', language: 'de,fr' }))).body).not.toContain(to.story({ storyId }));
    expect((await get(to.search({ q: 'Salt' }))).body).toContain(
      to.search({ q: 'Salt', language: 'en' }).replaceAll('&', '&amp;'),
    );
  });
  it('with extra parameters search as well', async () => {
    const { statusCode, body } = await get(to.search({ utm_source: 'x', sort: 'foo', q: 'Salt' }));
    expect(statusCode).toBe(200);
    expect(body).toContain('<mark>Salt</mark> &lt;&amp;&gt; Lemons');
  });
  it.each([
    ['', ''],
    ['?t=de', '?t=de'],
    ['?t=pt-PT&utm_source=x', '?t=pt'],
    ['?from=7&t=de', '?from=7&t=de'],
  ])('that are outdated redirect to the new one%s', async (query, kept) => {
    const { statusCode, headers } = await get(to.user({ userSlug: author.slug }) + query);
    expect(statusCode).toBe(301);
    expect(headers.location).toBe(to.user({ userSlug: slug }) + kept);
  });
});

describe('without the database', () => {
  it('pages respond with 503 like the API, are not cached, and return with the database', async () => {
    const { db } = app.deps;
    const deps = app.deps as { db: typeof db };
    const nowhere = openDatabase({ host: '/nowhere', database: 'x' }, () => {});
    app.app.cache.clear();
    deps.db = nowhere.db;
    try {
      for (const url of [
        '/?t=en',
        to.story({ storyId }, { t: 'en' }),
        to.story({ storyId }),
        to.user({ userSlug: slug }),
        to.search(),
      ]) {
        const { statusCode, headers, body } = await get(url);
        expect(statusCode, url).toBe(503);
        expect(headers, url).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '5' });
        expect(headers['content-type']).toBe('text/html; charset=utf-8');
        expect(body, url).toContain(translatorOf('en').t('common.busy_title'));
      }
      const chapter = await get(to.chapter({ storyId, chapterId }));
      expect(chapter.statusCode).toBe(503);
      expect(chapter.body).toContain('<h1>Failed to load chapter content</h1>');
      expect(chapter.body).toContain(translatorOf('en').t('common.load_again'));
      const api = await app.send(storyApi.detail, { storyId });
      expect(api).toMatchObject({ status: 503, headers: { 'retry-after': '5', 'cache-control': 'no-store' } });
      expect((await get(`${to.story({ storyId })}/feed.xml`)).statusCode).toBe(503);
    } finally {
      deps.db = db;
      await nowhere.close();
    }
    expect((await get(to.story({ storyId }, { t: 'en' }))).statusCode).toBe(200);
  });
});

describe('pages that must be made', () => {
  it('are limited per address and minute, and refused with a page', async () => {
    for (const path of publicPages()) await get(path);
    const address = '10.2.0.1';
    for (let i = 0; i < 3; i += 1) expect((await get(to.profile({ t: 'de' }), { address })).statusCode).toBe(200);
    const refused = await get(to.messages({ t: 'de' }), { address });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.body).toContain(translatorOf('de').t('common.busy_title'));
    expect(refused.body).toContain('<html lang="de"');
    expect(refused.body).toMatch(/<a href="" data-act="reload"/);
    // React would look for the data of another page.
    expect(refused.body).not.toContain('id="page-data"');
    expect(refused.body).not.toContain('data-press=');
    expect(refused.headers['content-security-policy']).toBe(
      app.app.http.securityHeaders.values['content-security-policy'],
    );
    expect((await get(`/sitemap-stories-0.xml`, { address })).statusCode).toBe(429);
    for (const path of publicPages()) expect((await get(path, { address })).statusCode).toBe(200);
    expect((await get(to.profile())).statusCode).toBe(200);
    // An agreement that is in no cache has the sentence of the specification.
    app.app.cache.clear();
    const agreement = await get(to.agreement({ type: 'user' }, { t: 'en' }), { address });
    expect(agreement.statusCode).toBe(429);
    expect(agreement.body).toContain('<h1>Failed to load agreement content, please try again later</h1>');
  });
  it('are not made for missing files', async () => {
    const address = '10.2.0.3';
    for (let i = 0; i < 5; i += 1) {
      const { statusCode, headers, body } = await get(`/assets/chapter-${i}.js`, { address });
      expect([statusCode, headers['cache-control'], body.length < 500]).toEqual([404, 'no-store', true]);
    }
    expect((await get(to.profile(), { address })).statusCode).toBe(200);
  });
  it('have a lower limit for searches', async () => {
    const address = '10.2.0.2';
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await get(to.search({ q: 'salt' }), { address })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
  });
});

describe('what search engines read', () => {
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc!.replace(SITE, ''));
  const listed = async () => {
    const { headers, body } = await get('/sitemap.xml');
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    });
    const files = await Promise.all(locations(body).map((path) => get(path)));
    for (const file of files) expect(file.statusCode).toBe(200);
    return files.flatMap((file) => locations(file.body));
  };

  it('robots.txt names the sitemap and excludes the API', async () => {
    expect((await get('/robots.txt')).body).toBe(`User-agent: *\nDisallow: /api/\nSitemap: ${SITE}/sitemap.xml\n`);
  });
  it('the sitemap has every listed story and the readable chapters', async () => {
    const { story, chapterId: firstId } = await buildPublishedStory(app, author);
    const second = await buildPublishedChapter(app, author, story.id);
    const draft = await buildStory(app, author);
    const before = await listed();
    expect(before).toEqual(
      expect.arrayContaining([
        to.story({ storyId }),
        to.chapter({ storyId, chapterId }),
        to.story({ storyId: story.id }),
        to.chapter({ storyId: story.id, chapterId: firstId }),
        to.chapter({ storyId: story.id, chapterId: second.id }),
      ]),
    );
    expect(before).not.toContain(to.story({ storyId: draft.id }));
    expect(new Set(before).size).toBe(before.length);
    await app.database.db.updateTable('chapters').set({ status: 'hidden' }).where('id', '=', firstId).execute();
    expect(await listed()).toEqual(
      before.filter((path) => path !== to.chapter({ storyId: story.id, chapterId: firstId })),
    );
    await app.call(storyApi.delete, { storyId: story.id }, author);
    expect((await listed()).some((path) => path.startsWith(to.story({ storyId: story.id })))).toBe(false);
  });
  it('sitemap files span ranges of ids, and there are no others', async () => {
    const { body } = await get('/sitemap.xml');
    expect(locations(body)).toEqual(['/sitemap-stories-0.xml', '/sitemap-chapters-0.xml']);
    expect(locations((await get('/sitemap-chapters-5000.xml')).body)).toEqual([]);
    for (const path of ['/sitemap-stories-x.xml', '/sitemap-stories-1e3.xml', '/sitemap-users-0.xml'])
      expect((await get(path)).statusCode, path).toBe(404);
  });
  it('a story has a feed of its chapters', async () => {
    const { statusCode, headers, body } = await get(`${to.story({ storyId })}/feed.xml`);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(body).toContain('<title>Salt &lt;&amp;&gt; Lemons</title>');
    expect(body).toContain(SITE + to.chapter({ storyId, chapterId }));
    expect((await get(`${to.story({ storyId: '999999' })}/feed.xml`)).statusCode).toBe(404);
  });
  it('the site has a feed of its newest stories, and one for each language, which the home page names', async () => {
    const { body: all, headers } = await get('/feed.xml');
    expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(all).toContain('<title>Salt &lt;&amp;&gt; Lemons</title>');
    const { body: german } = await get('/feed.xml?t=de');
    expect(german).toContain('xml:lang="de"');
    // Written in English and not translated.
    expect(german).not.toContain('Lemons');
    const { body: home } = await get('/?t=de');
    for (const path of ['/feed.xml', '/feed.xml?t=de'])
      expect(home).toMatch(
        new RegExp(
          `<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="${path.replace('?', '\\?')}"/>`,
        ),
      );
    expect(home).toContain(`<meta property="og:image" content="${SITE}/social.png"/>`);
  });
});
