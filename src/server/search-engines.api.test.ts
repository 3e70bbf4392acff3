import { beforeAll, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { DAY } from '#core/time.ts';
import { buildMember, buildPublishedStory, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';

const app = setUpTestApp({ RATE_LIMITS: 'on', LIMIT_PAGES: '40', CONTACT_EMAIL: 'security@skein.test' });
let author: Member;
beforeAll(async () => {
  author = await buildMember(app);
});
const get = (url: string, remoteAddress = '127.0.0.1') => app.app.http.inject({ method: 'GET', url, remoteAddress });

it('the sitemap contains every chapter', async () => {
  const { story, chapterId } = await buildPublishedStory(app, author);
  const index = await get('/sitemap.xml');
  expect(index.body).toContain('<loc>http://localhost:3000/sitemap-chapters-0.xml</loc>');
  const { body, statusCode } = await get('/sitemap-chapters-0.xml');
  expect(statusCode).toBe(200);
  expect(body).toContain(`<loc>http://localhost:3000${to.chapter({ storyId: story.id, chapterId })}</loc>`);
  expect(body).toMatch(/<\/urlset>\n$/);
});

it.each(['9223372036854775808', '9999999999999999999', '01', '00', '-1', 'x', '1e3'])(
  'a sitemap after %s is not found',
  async (after) => {
    const { statusCode, body } = await get(`/sitemap-chapters-${after}.xml`);
    expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found']);
  },
);

it('the index of the sitemap counts chapters once an hour, not for each request', async () => {
  app.app.cache.clear();
  const before = app.app.cache.counts.misses;
  const answers = await Promise.all(Array.from({ length: 30 }, () => get('/sitemap.xml', '192.0.2.7')));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  for (let i = 0; i < 30; i += 1) expect((await get('/sitemap.xml', '192.0.2.7')).statusCode).toBe(200);
  expect(app.app.cache.counts.misses - before).toBe(1);
  expect(app.app.cache.get('sitemap')).not.toBeNull();
});

it('security.txt names the contact address of the settings, and is valid for less than a year', async () => {
  const { headers, body, statusCode } = await get('/.well-known/security.txt');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(body).toContain('Contact: mailto:security@skein.test\n');
  expect(body).toContain('Canonical: http://localhost:3000/.well-known/security.txt\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(body)?.[1] ?? '');
  expect(expires - Date.now()).toBeGreaterThan(30 * DAY);
  expect(expires - Date.now()).toBeLessThan(365 * DAY);
});

it('a caller who requests one list after another is limited', async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 41; i += 1) statuses.push((await get(`/sitemap-stories-${i + 1}.xml`, '192.0.2.8')).statusCode);
  expect(statuses).toEqual([...Array(40).fill(200), 429]);
});
