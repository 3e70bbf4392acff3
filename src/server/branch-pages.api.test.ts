import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { branchApi } from '#features/branch/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildBranchStory, buildMember, type Member } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { builtPages, servePages } from './pages.ts';

// A branching story on the built pages, without scripts. `npm test` builds them. Otherwise run `npm run build` first.
const app = setUpTestApp();
const HOSTILE = '"><script>alert(1)</script></choice> <b>&amp;';
let author: Member;
let storyId: string;
let ids: Record<'first' | 'left' | 'bridge' | 'tower' | 'right', string>;

beforeAll(async () => {
  app.app.cache.setListening(false);
  await servePages(app.app, app.deps, builtPages);
  author = await buildMember(app);
  const built = await buildBranchStory(app, author, { left: { bridge: { tower: {} } }, right: {} });
  storyId = built.storyId;
  ids = built.ids as typeof ids;
  await sql`update chapters set choice = ${HOSTILE} where id = ${ids.left}`.execute(app.database.db);
});

const get = (url: string) => app.app.http.inject({ url });
const pageOf = async (path: string) => (await get(path)).body;
const chapterPath = (id: string) => to.chapter({ storyId, chapterId: id });
/** The text of the page, without tags. */
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main'), html.indexOf('</main>'))
    .replace(/<[^>]*>/g, '')
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
const hrefsOf = (html: string) =>
  [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href?.replaceAll('&amp;', '&'));

describe('a chapter', () => {
  it('ends with its choices, which are links in the order of writing', async () => {
    const html = await pageOf(chapterPath(ids.first));
    const fork = html.slice(html.indexOf('id="fork"'), html.indexOf('</nav>', html.indexOf('id="fork"')));
    expect(hrefsOf(fork)).toEqual([
      chapterPath(ids.left),
      chapterPath(ids.right),
      to.editChapter({ storyId, parentChapterId: ids.first }),
    ]);
    expect(textOf(html)).toContain('2 of 8 continuations taken');
    expect(html).not.toMatch(/rel="next"/);
  });

  it('says which choice led to it, whatever the choice contains', async () => {
    const html = await pageOf(chapterPath(ids.left));
    expect(html).not.toContain('<script>alert');
    expect(textOf(html)).toContain(`Chapter 2 of your path, chosen with “${HOSTILE}”`);
  });

  it('links to the previous chapter, to the choices of the last fork, and to another choice there', async () => {
    const html = await pageOf(chapterPath(ids.tower));
    const hrefs = hrefsOf(html);
    for (const href of [
      chapterPath(ids.bridge),
      `${chapterPath(ids.first)}#fork`,
      to.path({ storyId, chapterId: ids.tower }),
      to.storyMap({ storyId }),
    ])
      expect(hrefs).toContain(href);
    expect(textOf(html)).toContain('No one has continued from here yet');
    expect(textOf(await pageOf(chapterPath(ids.right)))).toContain('Another choice at that fork, 1 of 2');
  });

  it('shows who is writing, and until when, to readers without scripts', async () => {
    const path = chapterPath(ids.right);
    const words = `${author.username} is writing a continuation`;
    expect(textOf(await pageOf(path))).not.toContain(words);
    const { until } = await app.call(branchApi.reserve, { chapterId: ids.right }, author);
    const held = await pageOf(path);
    expect(textOf(held)).toContain(words);
    expect(held).toContain(`dateTime="${until}"`);
    await app.call(branchApi.release, { chapterId: ids.right }, author);
    expect(textOf(await pageOf(path))).not.toContain(words);
  });

  it('asks no one to write if the story has ended, and asks visitors to apply if it is not open', async () => {
    const other = await buildBranchStory(app, author, { left: {} });
    const path = to.chapter({ storyId: other.storyId, chapterId: other.ids.left! });
    const set = (change: Omit<InputOf<typeof storyApi.update>, 'storyId'>) =>
      app.call(storyApi.update, { storyId: other.storyId, ...change }, author);
    await set({ joinPolicy: 'applications' });
    const html = await pageOf(path);
    expect(hrefsOf(html).filter((href) => href!.startsWith(to.editChapter()))).toEqual([]);
    expect(textOf(html)).toContain('Apply to join the story first');
    await set({ joinPolicy: 'invite_only' });
    expect(textOf(await pageOf(path))).not.toContain('Write from here');
    await set({ joinPolicy: 'open', progress: 'ended' });
    expect(textOf(await pageOf(path))).toContain('This branch ends here.');
  });
});

describe('the whole path', () => {
  it('contains the texts in order, and has the URL of the last chapter as its canonical URL', async () => {
    const { statusCode, body } = await get(to.path({ storyId, chapterId: ids.tower }));
    expect(statusCode).toBe(200);
    expect([...body.matchAll(/<h2 id="chapter-(\d)"/g)].map(([, number]) => number)).toEqual(['1', '2', '3', '4']);
    expect(body).toMatch(new RegExp(`rel="canonical" href="[^"]*${chapterPath(ids.tower)}"`));
    expect(hrefsOf(body)).toContain(`${chapterPath(ids.tower)}#fork`);
  });

  it('is not found for an unknown chapter, or one of another story', async () => {
    const other = await buildBranchStory(app, author, {});
    for (const path of [
      to.path({ storyId, chapterId: '999999' }),
      to.path({ storyId: other.storyId, chapterId: ids.tower }),
    ])
      expect((await get(path)).statusCode, path).toBe(404);
  });
});

it('the story page lists the tree and its open branches', async () => {
  const html = await pageOf(to.story({ storyId }));
  const hrefs = hrefsOf(html);
  for (const id of Object.values(ids)) expect(hrefs).toContain(chapterPath(id));
  expect(textOf(html)).toContain('5 chapters, 2 open branches');
  for (const id of [ids.tower, ids.right]) expect(hrefs).toContain(to.editChapter({ storyId, parentChapterId: id }));
  expect(html).not.toContain('<script>alert');
});
