import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import { createDemoApi, type DemoApi } from '../../scripts/demo/api.ts';
import { type Additions, signIn } from './library.ts';

/** Stories of the demo, by what they are needed for. */
const STORIES = {
  solo: 'Kettle, Warm, Origin Unknown',
  relay: 'Whoever Last Fed the Dog',
  branch: 'Bus 17 Does Not Stop Here',
  competition: 'What the Ferryman Overcharged',
  writtenIn: 'Kein Anschluss in Unterwasser',
  withHidden: 'Vendu meublé',
  ownSolo: 'Salt Tax',
};
type StoryName = keyof typeof STORIES;

interface Found {
  id: string;
  chapterIds: string[];
}

async function findStories({ call }: DemoApi): Promise<Record<StoryName, Found>> {
  const found = Object.entries(STORIES).map(async ([name, title]) => {
    const id = (await call(discoveryApi.search, { q: title })).items.find((story) => story.title === title)?.id;
    if (id === undefined) throw new Error(`${title} is not there`);
    const { items } = await call(chapterApi.list, { storyId: id, limit: 50 });
    return [name, { id, chapterIds: items.map((chapter) => chapter.id) }] as const;
  });
  return Object.fromEntries(await Promise.all(found)) as Record<StoryName, Found>;
}

/** Addresses to compare, without language: `pages` also in a browser, by everyone. */
export interface Addresses {
  readonly pages: readonly string[];
  /** Variants that differ on the server only. */
  readonly variants: readonly string[];
}

/** An address of each route and of each state of one that looks otherwise. `origin` is that of the build now. */
export async function findAddresses(origin: string, additions: Additions): Promise<Addresses> {
  const api = createDemoApi(origin);
  const { call } = api;
  const { solo, relay, branch, competition, writtenIn, withHidden, ownSolo } = await findStories(api);
  const { accessToken } = await signIn(origin, 'lin-jian@demo.invalid');
  const waiting = await call(translationApi.queue, { kind: 'chapter', language: 'zh' }, accessToken);
  const [open, ended] = (await call(contestApi.rounds, { storyId: competition.id })).items;
  const [written] = (await call(contestApi.rounds, { storyId: writtenIn.id })).items;
  const ballot = await call(contestApi.ballot, { roundId: open!.id });
  const result = await call(contestApi.result, { roundId: ended!.id });
  const { chapters: tree } = await call(branchApi.tree, { storyId: branch.id });
  const parents = new Set(tree.map(({ parentId }) => parentId));
  const leaf = tree.filter(({ id }) => !parents.has(id)).sort((a, b) => b.number - a.number)[0]!;
  const fork = tree.find(({ id }) => tree.filter(({ parentId }) => parentId === id).length > 1)!;
  const chapter = ({ id }: Found, chapterId: string | undefined) => `/story/${id}/chapter/${chapterId}`;
  const [first, second] = solo.chapterIds;
  const pages = [
    '/',
    `/story/${solo.id}`,
    `/story/${relay.id}`,
    `/story/${branch.id}`,
    `/story/${competition.id}`,
    `/story/${writtenIn.id}`,
    chapter(solo, first),
    `${chapter(solo, first)}?lang=de&beside=1`,
    chapter(relay, relay.chapterIds.at(-1)),
    chapter(branch, fork.id),
    chapter(branch, leaf.id),
    chapter(competition, competition.chapterIds[1]),
    chapter(withHidden, withHidden.chapterIds[2]),
    `/story/${branch.id}/path/${leaf.id}`,
    `/story/${branch.id}/map`,
    `/story/${ownSolo.id}/statistics`,
    `/voting/${open!.id}`,
    `/voting/${ended!.id}`,
    `/voting/${written!.id}`,
    '/user/r-castellan',
    '/user/nobody-has-this',
    '/search_result?q=dog',
    '/about',
    '/agreement/user',
    '/profile',
    '/messages',
    '/moderation',
    '/edit_story?new=1',
    `/edit_story?storyId=${ownSolo.id}`,
    `/edit_chapter?storyId=${relay.id}`,
    `/edit_chapter?storyId=${branch.id}&parentChapterId=${leaf.id}`,
    `/edit_chapter?storyId=${ownSolo.id}&chapterId=${ownSolo.chapterIds[0]}`,
    `/edit_submission/story/${competition.id}/round/${open!.id}`,
    `/translate_story/${relay.id}?lang=es`,
    `/translate_chapter/${solo.id}/${second}?lang=zh`,
    '/review_story_translation?into=es',
    `/review_chapter_translation?id=${waiting.items[0]!.id}`,
    '/reset_password?token=abc',
    '/auth/google/callback',
    '/offline',
    '/nowhere/at/all',
  ];
  const variants = [
    `/story/${solo.id}?order=newest`,
    `/story/${solo.id}?lang=zh`,
    `/story/${relay.id}?order=newest`,
    `/story/${branch.id}?lang=de`,
    `${chapter(solo, second)}?lang=ja`,
    `${chapter(solo, second)}?beside=1`,
    `/story/${branch.id}/path/${fork.id}?lang=de`,
    `/voting/${open!.id}?entry=${ballot[1]!.id}`,
    `/voting/${ended!.id}?entry=${result[0]!.id}`,
    `/voting/${ended!.id}?entry=${ballot[0]!.id}`,
    `/voting/${additions.scheduledRoundId}`,
    '/user/r-castellan?tab=written',
    '/user/lucia-vega',
    '/user/host-of-rounds',
    `/user/${additions.formerSlug}?tab=written&x=y`,
    `/user/${additions.suspendedSlug}`,
    '/search_result',
    '/search_result?q=qqqqqqq&mode=relay',
    '/search_result?sort=latest_created&category=adventure',
    '/agreement/privacy',
    '/reset_password',
    '/profile?tab=joined',
    '/messages?tab=pending',
    '/edit_chapter',
    '/review_chapter_translation',
    '/review_story_translation?id=1',
    '/agreement/other',
    '/story/999999999',
    '/story/x',
    `/story/${solo.id}/map`,
    `/story/${solo.id}/path/${first}`,
    chapter(solo, '999999999'),
    chapter(solo, branch.chapterIds[0]),
    '/voting/999999999',
    '/about/',
    '/About',
    '/%E0%A4%A',
    `/story/${solo.id}/feed.xml`,
    '/sitemap.xml',
    '/sitemap-stories-0.xml',
    '/sitemap-chapters-0.xml',
    '/favicon.svg',
    '/robots.txt',
    '/manifest.webmanifest',
  ];
  return { pages, variants };
}

/** The kind of a page: its address without ids, names and the values of its query. */
export function shapeOf(address: string): string {
  const { pathname, searchParams } = new URL(address, 'http://site.invalid');
  const path = pathname.replace(/\d+/g, 'N').replace(/^\/user\/.*/, '/user/NAME');
  return `${path}?${[...searchParams.keys()].filter((name) => name !== 't').sort()}`;
}

/** Addresses of pages that these pages link to, one of each kind that is not known yet. Without their language. */
export function findMoreAddresses(pages: readonly string[], known: readonly string[]): string[] {
  const shapes = new Set(known.map(shapeOf));
  const links = pages.flatMap((html) => [...html.matchAll(/ href="(\/[^"#]*)/g)].map(([, href]) => href!));
  return links.flatMap((link) => {
    const url = new URL(link.replaceAll('&amp;', '&'), 'http://site.invalid');
    url.searchParams.delete('t');
    const address = url.pathname + url.search;
    const shape = shapeOf(address);
    if (shapes.has(shape) || /^\/(assets|images|api)\/|\.(svg|png|js|css)$/.test(url.pathname)) return [];
    shapes.add(shape);
    return [address];
  });
}
