import { beforeAll, expect, it } from 'vitest';
import { SECOND } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildMember, buildPublishedStory, type Member, outcome, prose } from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import {
  buildReviewer,
  buildTranslation,
  publishTranslation,
  REJECTION,
  rejectTranslation,
  submitTranslation,
} from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let reviewer: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  reviewer = await buildReviewer(app, 'de', 'fr', 'es');
  const built = await buildPublishedStory(app, author);
  storyId = built.story.id;
  chapterId = built.chapterId;
});

const list = (by: Member, input: { cursor?: string; limit?: number } = {}) =>
  app.call(translationApi.listOwnPublished, input, by);

it('lists the caller’s published translations, those out of date first, page by page', async () => {
  const publish = async (language: 'de' | 'fr' | 'es', chapter?: string) => {
    app.clock.advance(SECOND);
    const task = { storyId, ...(chapter ? { chapterId: chapter } : {}), language };
    return publishTranslation(app, { ...task, translator, reviewer });
  };
  const chapterDe = await publish('de', chapterId);
  const chapterFr = await publish('fr', chapterId);
  const storyDe = await publish('de');
  const storyFr = await publish('fr');
  await buildTranslation(app, translator, { storyId, language: 'es' });
  const { version } = await app.call(chapterApi.draft, { chapterId }, author);
  await app.call(chapterApi.update, { chapterId, version, content: prose(150, 7) }, author);
  await app.call(chapterApi.submit, { chapterId }, author);
  await app.work();

  const { items } = await list(translator);
  expect(items.map(({ id }) => id)).toEqual([chapterFr, chapterDe, storyFr, storyDe]);
  expect(items.map(({ staleCount }) => staleCount > 0)).toEqual([true, true, false, false]);
  expect(items[0]).toMatchObject({ kind: 'chapter', status: 'approved', language: 'fr', chapterId, reason: null });

  const first = await list(translator, { limit: 3 });
  const second = await list(translator, { limit: 3, cursor: first.next! });
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(items.map(({ id }) => id));
  expect(second.next).toBeNull();

  expect((await list(reviewer)).items).toEqual([]);
  expect(outcome(await app.send(translationApi.listOwnPublished, {}))).toBe('401 login_required');
});

it('lists the caller’s pending translations by kind, and no published ones', async () => {
  const own = await buildMember(app);
  const pending = async (kind: 'story' | 'chapter', by = own) =>
    (await app.call(translationApi.listOwn, { kind }, by)).items.map(({ id, status }) => [id, status]);
  await publishTranslation(app, { storyId, chapterId, language: 'es', translator: own, reviewer });
  const story = await buildTranslation(app, own, { storyId, language: 'fr' });
  const chapter = await submitTranslation(app, own, { storyId, chapterId, language: 'de' });
  expect(await pending('story')).toEqual([[story.id, 'saved']]);
  expect(await pending('chapter')).toEqual([[chapter.id, 'submitted']]);
  expect(await pending('story', reviewer)).toEqual([]);
});

it('tells the next reviewer why a translation was rejected', async () => {
  const other = await buildMember(app);
  const task = { storyId, language: 'es' } as const;
  const { id: translationId } = await submitTranslation(app, other, task);
  const first = await app.call(translationApi.claim, { translationId }, reviewer);
  expect(first.earlierReason).toBeNull();
  await rejectTranslation(app, reviewer, translationId);
  await submitTranslation(app, other, task);
  const second = await app.call(translationApi.claim, { translationId }, reviewer);
  expect(second.earlierReason).toBe(REJECTION);
});
