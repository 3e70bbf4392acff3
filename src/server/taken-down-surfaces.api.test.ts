import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { type Endpoint, isRead } from '#core/endpoint.ts';
import { LANGUAGES } from '#core/languages.ts';
import { FEED, to } from '#core/pages.ts';
import { accountDeletionApi } from '#features/accounts/contract-account-deletion.ts';
import { branchApi } from '#features/branch/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { USER_PARTS } from '#features/profile/model/profile-lists.ts';
import { readerApi } from '#features/reader/contract.ts';
import { thanksApi } from '#features/thanks/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import { ENDPOINTS } from '#testing/calls.ts';
import {
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildWay,
  type Member,
  PASSWORD,
  prose,
} from '#testing/factories.ts';
import { hearChanges } from '#testing/hear-changes.ts';
import { restricted } from '#testing/moderation.ts';
import { type Caller, setUpTestApp } from '#testing/test-app.ts';
import { letIn } from '#testing/together.ts';
import { buildReviewer, buildTranslation, publishTranslation } from '#testing/translations.ts';
import { builtPages, servePages } from './pages.ts';
import { SITEMAP_SPAN } from './sitemap.ts';

// Everything that the site says to others than the author and moderators, before and after a chapter is hidden. The cache
// is on, and everything is asked for before, so that it is in the cache. `npm test` builds the pages.
const app = setUpTestApp();
const heard = hearChanges(app);
const MARKS = ['Quillwort', 'Quagfen', 'Quernstone', 'Quincefly'] as const;
const [TITLE, SUMMARY, CHOICE, WORD] = MARKS;
const TEXT = `The ${WORD} sat on the sill.\n\n${prose(400, 61_001)}\n\nAnd the ${WORD} flew.`;
let moderator: Member;

beforeAll(async () => {
  await servePages(app.app, app.deps, builtPages);
  moderator = await buildMember(app, { role: 'moderator' });
});

/** A story with the chapter that will be hidden, and all who can see something of it. */
interface Scene {
  storyId: string;
  /** The one that is hidden, and one beside it. */
  chapterId: string;
  besideId: string;
  author: Member;
  callers: Record<string, Caller>;
  others: { id: string; slug: string }[];
  translationId: string;
  /** Words of the chapter and of its translation. */
  marks: readonly string[];
}

async function buildScene(mode: 'solo' | 'branch'): Promise<Scene> {
  const [author, reader, translator, coWriter] = await Promise.all([1, 2, 3, 4].map(() => buildMember(app)));
  const reviewer = await buildReviewer(app, 'de', 'fr');
  const { story, chapterId: first } = await buildPublishedStory(app, author!, { mode });
  const marked = { title: `${TITLE} nights`, summary: `Of the ${SUMMARY}.`, content: TEXT };
  if (mode === 'branch') await letIn(app, author!, story.id, coWriter!);
  const after = mode === 'branch' ? { parentChapterId: first, choice: `Take the ${CHOICE}` } : {};
  const { id: chapterId } = await buildPublishedChapter(app, author!, story.id, { ...marked, ...after });
  if (mode === 'branch') await buildWay(app, coWriter!, story.id, chapterId, 'Onwards');
  else await buildPublishedChapter(app, author!, story.id);
  const task = { storyId: story.id, chapterId };
  const german = { ...task, language: 'de', translator: translator!, reviewer } as const;
  const translationId = await publishTranslation(app, german);
  await buildTranslation(app, translator!, { ...task, language: 'fr' });
  await app.call(thanksApi.give, { chapterId }, reader!);
  await app.call(readerApi.savePosition, { chapterId }, reader!);
  await app.work();
  const { translation } = await app.call(translationApi.chapter, { chapterId, language: 'de' });
  const { title, summary } = translation!;
  const people = { reader: reader!, translator: translator!, reviewer, coWriter: coWriter! };
  return {
    storyId: story.id,
    chapterId,
    besideId: first,
    author: author!,
    callers: { visitor: {}, ...people },
    others: Object.values(people),
    translationId,
    marks: [...MARKS, title, summary],
  };
}

/** Addresses of pages, feeds and lists. */
function addressesOf({ storyId, chapterId, besideId, author, others }: Scene): string[] {
  const pages = [
    to.home(),
    to.story({ storyId }),
    ...[chapterId, besideId].flatMap((id) => [
      to.chapter({ storyId, chapterId: id }),
      to.path({ storyId, chapterId: id }),
    ]),
    to.storyMap({ storyId }),
    ...[author, ...others].map(({ slug }) => to.user({ userSlug: slug })),
  ];
  const feeds = [FEED, `${to.story({ storyId })}${FEED}`];
  const file = (kind: string, id: string) =>
    `/sitemap-${kind}-${Math.floor((Number(id) - 1) / SITEMAP_SPAN) * SITEMAP_SPAN}.xml`;
  return [
    ...pages.flatMap((page) => [page, ...['en', 'de', 'ja'].map((language) => `${page}?t=${language}`)]),
    ...feeds.flatMap((feed) => [feed, ...LANGUAGES.map((language) => `${feed}?t=${language}`)]),
    ...['unread', 'open'].map((show) => to.story({ storyId }, { show })),
    `${to.story({ storyId })}?order=newest`,
    `${to.chapter({ storyId, chapterId })}?t=de&beside=1`,
    ...MARKS.map((q) => to.search({ q })),
    '/sitemap.xml',
    file('chapters', chapterId),
    file('stories', storyId),
  ];
}

/** Inputs of a call from what a scene has. Null if it needs something else. */
function inputsOf({ input }: Endpoint, scene: Scene): Record<string, unknown>[] | null {
  const { storyId, chapterId, besideId, author, others, translationId, marks } = scene;
  const known: Record<string, readonly unknown[]> = {
    storyId: [storyId],
    chapterId: [chapterId, besideId],
    parentChapterId: [undefined],
    chapterIds: [`${chapterId},${besideId}`],
    openingOf: [chapterId],
    userId: [author, ...others].map(({ id }) => id),
    slug: [author, ...others].map(({ slug }) => slug),
    translationId: [translationId],
    language: ['de', 'en', 'fr'],
    q: [TITLE, WORD, marks[4]],
    kind: ['chapter'],
    limit: [50],
    order: ['newest'],
    tab: ['all'],
    part: USER_PARTS,
    span: ['month'],
    storyIds: [storyId],
    url: [chapterId, besideId].map((id) => `http://localhost:3000/chapter/${id}`),
  };
  const { shape } = (input as unknown as { _zod: { def: { shape?: Record<string, { _zod: { optin?: string } }> } } })
    ._zod.def;
  let inputs: Record<string, unknown>[] = [{}];
  for (const [name, field] of Object.entries(shape ?? {})) {
    const values = known[name];
    if (!values && field._zod.optin !== 'optional') return null;
    inputs = inputs.flatMap((one) =>
      values && (field._zod.optin !== 'optional' || name !== 'storyId')
        ? values.map((value) => (value === undefined ? one : { ...one, [name]: value }))
        : [one],
    );
  }
  return inputs;
}

/** Messages that they have already got: which chapter was taken down, or that a translation of it was approved. */
const tellsTitle = ({ path }: Endpoint, who: string) =>
  (path === messageApi.list.path || path === messageApi.unread.path) && (who === 'coWriter' || who === 'translator');

interface Surface {
  name: string;
  body: string;
  status: number;
}

/** Calls about other things: links, drafts, rounds and decisions of moderators. */
const UNTRIED: readonly string[] = [
  'chapter/revision',
  'human_check/challenge',
  'moderation/case',
  'moderation/member_factors',
  'moderation/restriction',
  'moderation/review',
  'news/unsubscribing',
  'page/read',
  'round/ballot',
  'round/detail',
  'round/entry',
  'round/result',
  'round/viewer_state',
  'story/see_invitation',
  'submission/detail',
  'submission/editor',
  'user/check_reset_link',
  'user/first_administrator_link',
  'user/new_login',
  'user/proof_challenge',
  'user/reasons',
  'user/search_user',
  'user/sign_up_state',
];

async function page(url: string): Promise<Surface> {
  const { body, statusCode } = await app.app.http.inject({ url, headers: { 'accept-encoding': 'identity' } });
  return { name: url, body, status: statusCode };
}

async function surfacesOf(scene: Scene): Promise<Surface[]> {
  const surfaces: Surface[] = [];
  for (const url of addressesOf(scene)) surfaces.push(await page(url));
  for (const endpoint of ENDPOINTS.filter(isRead)) {
    for (const input of inputsOf(endpoint, scene) ?? [])
      for (const [who, caller] of Object.entries(scene.callers)) {
        if (tellsTitle(endpoint, who)) continue;
        const { status, body } = await app.send(endpoint, input, caller);
        surfaces.push({ name: `${endpoint.path} ${JSON.stringify(input)} ${who}`, body: JSON.stringify(body), status });
      }
  }
  return surfaces;
}

const leaksIn = (surfaces: readonly Surface[], marks: readonly string[]) =>
  surfaces.flatMap(({ name, body }) =>
    // The page of a search shows the words that were searched for.
    marks.filter((mark) => body.includes(mark) && !name.endsWith(`?q=${mark}`)).map((mark) => `${name}: ${mark}`),
  );

const EXPECTED = {
  solo: [chapterApi.detail, chapterApi.list, discoveryApi.search, translationApi.chapter, translationApi.titles],
  branch: [chapterApi.detail, branchApi.tree, branchApi.continuations, branchApi.path, translationApi.chapters],
} as const;

it.each([
  ['solo', 'author'],
  ['branch', 'author'],
  ['branch', 'moderator'],
] as const)(
  'no page, feed, list or call says anything of a chapter of a %s story that its %s has hidden',
  async (mode, by) => {
    const scene = await buildScene(mode);
    await heard();
    const before = await surfacesOf(scene);
    const shown = leaksIn(before, scene.marks);
    // The test would see it.
    const { storyId, chapterId } = scene;
    for (const place of [to.chapter({ storyId, chapterId }), to.story({ storyId }), `${to.story({ storyId })}${FEED}`])
      for (const language of ['en', 'de'] as const)
        expect(shown.some((leak) => leak.startsWith(`${place}?t=${language}: `))).toBe(true);
    for (const { path } of EXPECTED[mode])
      expect(
        shown.some((leak) => leak.startsWith(`${path} `)),
        path,
      ).toBe(true);

    if (by === 'author') await app.call(chapterApi.takeDown, { chapterId }, scene.author);
    else await restricted(app, moderator, 'hide_chapter', chapterId);
    await heard();
    const after = await surfacesOf(scene);
    expect(leaksIn(after, scene.marks)).toEqual([]);
    expect(after.filter(({ status }) => status === 429 || status >= 500)).toEqual([]);
    // The index of the search is updated later.
    await app.work();
    for (const q of MARKS)
      expect(
        leaksIn(
          [await page(to.search({ q }))],
          scene.marks.filter((mark) => mark !== q),
        ),
      ).toEqual([]);
  },
  120_000,
);

it('tries every call that only reads, except those about something else', async () => {
  const scene = await buildScene('solo');
  const untried = ENDPOINTS.filter((endpoint) => isRead(endpoint) && inputsOf(endpoint, scene) === null);
  expect(untried.map(({ path }) => path).toSorted()).toEqual(UNTRIED);
});

it('the data of those who read and thanked it has none of its words', async () => {
  const scene = await buildScene('branch');
  await app.call(chapterApi.takeDown, { chapterId: scene.chapterId }, scene.author);
  for (const who of ['reader', 'reviewer']) {
    const caller = scene.callers[who]!;
    await app.call(accountDeletionApi.export, { proof: { password: PASSWORD } }, caller);
    await app.work();
    const { url } = await app.call(accountDeletionApi.exportAddress, {}, caller);
    const { rawPayload } = await app.app.http.inject({ url });
    const everything = Object.values(unzipSync(rawPayload)).map((file) => strFromU8(file));
    expect(everything.length).toBeGreaterThan(5);
    expect(
      scene.marks.filter((mark) => everything.some((text) => text.includes(mark))),
      who,
    ).toEqual([]);
  }
}, 60_000);
