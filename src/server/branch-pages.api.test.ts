import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { branchApi } from '#features/branch/contract.ts';
import { grown } from '#features/branch/model/tree.test-kit.ts';
import { growTree } from '#features/branch/server/branch.test-kit.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildBranchStory, buildMember, type Member } from '#testing/factories.ts';
import { restricted } from '#testing/moderation.ts';
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

describe('the map on the story page', () => {
  const CHOICE = '在第七站下车，沿着河边一直走到没有路灯的地方，然后敲那扇门，等里面的人回答，再说出你自己的名字';
  const mapIn = (html: string) => /<svg [^>]*role="group".*?<\/svg>/s.exec(html)?.[0] ?? '';
  const titlesOf = (map: string) => [...map.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title!);

  it('links to each chapter under the name of its choice, and is skipped with one key', async () => {
    const html = await pageOf(to.story({ storyId }));
    const map = mapIn(html);
    expect(map).toContain('aria-label="Map of the story with 5 of 5 chapters.');
    expect(hrefsOf(map)).toEqual([ids.first, ids.left, ids.bridge, ids.tower, ids.right].map((id) => chapterPath(id)));
    expect(titlesOf(map).filter((title) => title !== 'The beginning')).toHaveLength(4);
    expect(map).toContain('&lt;/choice&gt;');
    expect(map).not.toContain('<text');
    const skip = /<a class="[^"]*" href="#outline">Skip the map<\/a>/.exec(html)!;
    expect(skip.index).toBeLessThan(html.indexOf(map));
    expect(html).toContain('<h2 id="outline">Outline</h2>');
  });

  it.each([40, 2000])(
    'has at most 40 named chapters and 12 KB with %s chapters, and counts the others',
    async (size) => {
      for (const lean of [0, 0.5, 0.97]) {
        const large = await buildBranchStory(app, author, {});
        const tree = grown(size, lean);
        const places = new Map(tree.map(({ id }, i) => [id, i]));
        await growTree(
          app,
          author.id,
          large.ids.first!,
          tree.slice(1).map(({ parentId }) => places.get(parentId!)!),
        );
        await sql`update chapters set choice = ${CHOICE} where story_id = ${large.storyId} and parent_id is not null`.execute(
          app.database.db,
        );
        const map = mapIn(await pageOf(to.story({ storyId: large.storyId })));
        const titles = titlesOf(map);
        expect(titles.length).toBeGreaterThan(10);
        expect(titles.length).toBeLessThanOrEqual(40);
        expect(hrefsOf(map)).toHaveLength(titles.length);
        expect(Buffer.byteLength(map), `${size} chapters, ${lean}`).toBeLessThanOrEqual(12 * 1024);
        const counted = [...map.matchAll(/<text [^>]*>\+([\d,]+)<\/text>/g)].map(([, n]) =>
          Number(n!.replace(',', '')),
        );
        expect(titles.length + counted.reduce((sum, n) => sum + n, 0)).toBe(size);
        expect(titles.filter((title) => / chapters? after it$/.test(title))).toHaveLength(counted.length);
      }
    },
  );

  it('is not there before the third chapter, and has no open ends once the story has ended', async () => {
    const { storyId: small, ids: made } = await buildBranchStory(app, author, { only: {} });
    expect(mapIn(await pageOf(to.story({ storyId: small })))).toBe('');
    await growTree(app, author.id, made.first!, [0, 0]);
    await app.call(storyApi.update, { storyId: small, progress: 'ended' }, author);
    const html = await pageOf(to.story({ storyId: small }));
    expect(hrefsOf(mapIn(html))).toHaveLength(4);
    expect(html).not.toContain('open branch');
  });
});

it('a chapter that its author took down is called so wherever it is named, and one that a moderator hid is not', async () => {
  const tree = await buildBranchStory(app, author, { down: { after: {} }, banned: {}, other: {} });
  const [down, banned] = [tree.ids.down!, tree.ids.banned!];
  await app.call(chapterApi.takeDown, { chapterId: down }, author);
  await restricted(app, await buildMember(app, { role: 'moderator' }), 'hide_chapter', banned);
  const at = (chapterId: string) => to.chapter({ storyId: tree.storyId, chapterId });
  const paths = [to.story({ storyId: tree.storyId }), to.storyMap({ storyId: tree.storyId }), at(tree.ids.first!)];
  for (const path of paths) {
    const html = await pageOf(path);
    const named = (id: string) =>
      [...html.matchAll(new RegExp(`<a [^>]*href="${at(id)}"[^>]*>(.*?)</a>`, 'gs'))].map(([, name]) => name);
    expect(named(down).length, path).toBeGreaterThan(0);
    for (const name of named(down)) expect(name, path).toContain('Taken down by its author');
    for (const name of named(banned)) expect(name, path).toContain('Hidden chapter');
  }
  for (const path of [at(tree.ids.after!), to.path({ storyId: tree.storyId, chapterId: tree.ids.after! })]) {
    const text = textOf(await pageOf(path));
    expect(text, path).toContain('Taken down by its author');
    expect(text, path).not.toContain('Hidden chapter');
  }
  // Its author finds the way to publish it again on the whole path, too.
  const whole = await pageOf(to.path({ storyId: tree.storyId, chapterId: tree.ids.after! }));
  expect(whole).toContain('data-slot="own-taken-down"');
});

it('the story page lists only unread chapters or open branches at addresses of their own', async () => {
  const address = (show: string | null) => to.story({ storyId }, { show });
  const all = await pageOf(address(null));
  const tabs = all.slice(all.indexOf('<h2 id="outline"'), all.indexOf('</nav>', all.indexOf('<h2 id="outline"')));
  expect(hrefsOf(tabs)).toEqual([null, 'unread', 'open'].map((show) => `${address(show)}#outline`));
  expect(textOf(`<main${tabs}</main>`)).toContain('Open branches2');
  const outlineOf = (html: string) => html.slice(html.indexOf('<h2 id="outline"')).split('<aside')[0]!;
  const unread = outlineOf(await pageOf(address('unread')));
  for (const id of Object.values(ids)) expect(unread).toContain(`<li data-chapter="${id}">`);
  const open = outlineOf(await pageOf(address('open')));
  expect(hrefsOf(open).filter((href) => href?.startsWith('/story/') && !href.includes('#'))).toEqual(
    [ids.tower, ids.right].map(chapterPath),
  );
  expect(hrefsOf(open)).toContain(to.editChapter({ storyId, parentChapterId: ids.tower }));
  expect((await get(`${to.story({ storyId })}?show=everything`)).body).toContain(`<h2 id="outline">`);
});
