import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { blockText, textBlocks } from '#features/chapters/model/document.ts';
import { discoveryApi } from '#features/discovery/contract.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { storyTag } from '#features/stories/server/index.ts';
import {
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { translationApi } from '../contract.ts';
import { insertPublished, supersede } from './reading.test-kit.ts';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let other: Member;
let storyId: string;
let chapterId: string;

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  other = await buildMember(app);
});

/** Creates a story with one chapter in this language. */
async function newStory(language: Language = 'en'): Promise<void> {
  const { story, chapterId: first } = await buildPublishedStory(app, author);
  storyId = story.id;
  chapterId = first;
  await sql`update stories set language = ${language} where id = ${storyId}`.execute(app.database.db);
  app.app.cache.clear();
}
beforeEach(() => newStory());

const translate = (language: Language, more: Partial<Parameters<typeof insertPublished>[2]> = {}, by = translator) =>
  insertPublished(app, by, { storyId, chapterId, language, ...more });
/** Translates the story itself. */
const translateStory = (language: Language, title = `${language} title`, by = translator) =>
  insertPublished(app, by, { storyId, language, title });
const chapterIn = (language: Language) => app.call(translationApi.chapter, { chapterId, language });
const storyIn = (language: Language) => app.call(translationApi.story, { storyId, language });

describe('a chapter', () => {
  it.each<[original: Language, translated: Language[], asked: Language, shown: Language]>([
    ['en', [], 'de', 'en'],
    ['en', ['de'], 'de', 'de'],
    ['en', ['de'], 'fr', 'en'],
    ['en', ['de'], 'en', 'en'],
    ['fr', [], 'de', 'fr'],
    ['fr', ['es'], 'de', 'fr'],
    ['fr', ['en', 'es'], 'de', 'en'],
    ['fr', ['en', 'de'], 'de', 'de'],
    ['fr', ['en', 'de'], 'fr', 'fr'],
    ['zh', ['de'], 'en', 'zh'],
  ])(
    'written in %s and translated into %j is shown to readers who request %s in %s',
    async (original, translated, asked, shown) => {
      await newStory(original);
      for (const language of translated) await translate(language);
      const { language, translation, versions } = await chapterIn(asked);
      expect(language).toBe(shown);
      expect(translation?.title ?? null).toBe(shown === original ? null : `${shown} title`);
      const texts = await app.call(translationApi.chapters, { storyId, chapterIds: chapterId, language: asked });
      expect(texts).toEqual(
        translation ? [{ id: chapterId, language, isStale: false, content: translation.content }] : [],
      );
      expect(versions.map((version) => version.language)).toEqual([
        original,
        ...translated.toSorted((a, b) => 'enzhdefrkoptjaes'.indexOf(a) - 'enzhdefrkoptjaes'.indexOf(b)),
      ]);
      expect(versions.filter(({ isOriginal }) => isOriginal)).toHaveLength(1);
    },
  );

  it('has its text, its translator, and the translator it is based on if that is someone else', async () => {
    const first = await translate('de', {}, other);
    await supersede(app, first);
    await translate('de', { basedOnId: first, choice: 'Weiter' });
    const { translation } = await chapterIn('de');
    expect(translation).toMatchObject({
      title: 'de title',
      summary: 'de summary',
      choice: 'Weiter',
      units: 7,
      isStale: false,
      translator: { id: translator.id, username: translator.username, slug: translator.slug, avatar: null },
      basedOn: { id: other.id, username: other.username, slug: other.slug },
    });
    expect(JSON.stringify(translation?.content)).toContain('de: The ');
    await newStory();
    const own = await translate('de');
    await supersede(app, own);
    await translate('de', { basedOnId: own });
    expect((await chapterIn('de')).translation).toMatchObject({ basedOn: null });
  });

  it('says if it is out of date', async () => {
    await translate('de', { stale: ['@title'] });
    await translate('fr');
    const { versions, translation } = await chapterIn('de');
    expect(versions.map(({ language, isStale }) => [language, isStale])).toEqual([
      ['en', false],
      ['de', true],
      ['fr', false],
    ]);
    expect(translation).toMatchObject({ isStale: true });
  });

  it('ignores translations into what is now the story’s language, and unpublished ones', async () => {
    await translate('de');
    await supersede(app, await translate('fr'));
    await sql`update stories set language = 'de' where id = ${storyId}`.execute(app.database.db);
    const { versions, language, translation } = await chapterIn('de');
    expect([versions.length, language, translation]).toEqual([1, 'de', null]);
    expect((await app.call(translationApi.titles, { storyId, language: 'de' })).chapters).toEqual([]);
    expect(outcome(await app.send(translationApi.beside, { chapterId, language: 'de' }))).toBe(
      '404 translation_not_found',
    );
  });
});

describe('a story', () => {
  it('lists the languages that it or a chapter is available in, and its translators', async () => {
    const second = await buildPublishedChapter(app, author, storyId);
    await translateStory('de', 'Salz und Zitronen', other);
    await translate('de', { stale: ['@title'] });
    await translate('de', { chapterId: second.id });
    await translate('fr');
    const { versions, language, translation, translators } = await storyIn('de');
    expect(language).toBe('de');
    expect(translation).toMatchObject({
      title: 'Salz und Zitronen',
      description: 'de summary',
      translator: { id: other.id },
      isStale: false,
    });
    expect(versions).toMatchObject([
      { language: 'en', isOriginal: true, hasStory: true, chapters: 2, staleChapters: 0, translator: null },
      { language: 'de', hasStory: true, chapters: 2, staleChapters: 1, translator: { id: other.id } },
      { language: 'fr', hasStory: false, chapters: 1, staleChapters: 0, translator: null },
    ]);
    expect(translators.map(({ id, language: into, chapters }) => [id, into, chapters])).toEqual([
      [translator.id, 'de', 2],
      [translator.id, 'fr', 1],
      [other.id, 'de', 0],
    ]);
    // Only chapters are in French, so the title and description are the original ones.
    expect(await storyIn('fr')).toMatchObject({ language: 'en', translation: null });
  });

  it('doesn’t count a hidden chapter', async () => {
    await translate('de');
    await sql`update chapters set status = 'hidden' where id = ${chapterId}`.execute(app.database.db);
    app.app.cache.clear();
    const { versions, translators } = await storyIn('de');
    expect([versions.length, translators]).toEqual([1, []]);
  });
});

describe('a text that readers can’t see', () => {
  const outcomes = async () =>
    Promise.all([
      app.send(translationApi.chapter, { chapterId, language: 'de' }),
      app.send(translationApi.beside, { chapterId, language: 'de' }),
      app.send(translationApi.story, { storyId, language: 'de' }),
      app.send(translationApi.titles, { storyId, language: 'de' }),
    ]).then((answers) => answers.map(outcome));

  it.each([
    ['a banned story', () => sql`update stories set status = 'banned' where id = ${storyId}`],
    ['a deleted story', () => sql`update stories set deleted_at = db_clock() where id = ${storyId}`],
  ])('is not found: %s', async (_what, change) => {
    await translate('de');
    await translateStory('de');
    expect(await outcomes()).toEqual(['200', '200', '200', '200']);
    await change().execute(app.database.db);
    app.app.cache.clear();
    expect(await outcomes()).toEqual([
      '404 chapter_not_found',
      '404 chapter_not_found',
      '404 story_not_found',
      '404 story_not_found',
    ]);
  });
  it('is not found: a hidden chapter, with its title', async () => {
    await translate('de');
    await translateStory('de');
    await sql`update chapters set status = 'hidden' where id = ${chapterId}`.execute(app.database.db);
    app.app.cache.clear();
    expect(await outcomes()).toEqual(['404 chapter_not_found', '404 chapter_not_found', '200', '200']);
    expect(await app.call(translationApi.titles, { storyId, language: 'de', chapterIds: chapterId })).toMatchObject({
      story: { language: 'de' },
      chapters: [],
    });
  });
  it('is not found: a draft', async () => {
    storyId = (await buildStory(app, author)).id;
    expect((await outcomes()).slice(2)).toEqual(['404 story_not_found', '404 story_not_found']);
  });
});

describe('titles', () => {
  it('come with the first words of one chapter, if they are requested', async () => {
    await translate('de', { title: 'Stiefel' });
    const titles = (openingOf?: string) =>
      app.call(translationApi.titles, { storyId, language: 'de', ...(openingOf ? { openingOf } : {}) });
    const { content } = (await app.call(translationApi.chapter, { chapterId, language: 'de' })).translation!;
    const [first] = textBlocks(content).map(blockText);
    const [named] = (await titles(chapterId)).chapters;
    expect(first!.startsWith(named!.opening!.replace('…', ''))).toBe(true);
    expect((await titles()).chapters[0]).not.toHaveProperty('opening');
  });
  it('are in the requested language, otherwise English, for all chapters or the given ones', async () => {
    const second = await buildPublishedChapter(app, author, storyId);
    const third = await buildPublishedChapter(app, author, storyId);
    await sql`update stories set language = 'fr' where id = ${storyId}`.execute(app.database.db);
    await translateStory('en', 'Salt');
    await translate('de', { title: 'Stiefel', choice: 'Weiter' });
    await translate('en', { chapterId: second.id, title: 'Boot' });
    await translate('es', { chapterId: third.id, title: 'Bota' });
    const all = await app.call(translationApi.titles, { storyId, language: 'de' });
    expect(all.story).toEqual({ title: 'Salt', description: 'en summary', language: 'en' });
    expect(all.chapters).toEqual([
      { id: chapterId, title: 'Stiefel', summary: 'de summary', choice: 'Weiter', language: 'de' },
      { id: second.id, title: 'Boot', summary: 'en summary', choice: null, language: 'en' },
    ]);
    const some = await app.call(translationApi.titles, {
      storyId,
      language: 'de',
      chapterIds: `${second.id},${third.id}`,
    });
    expect(some.story?.title).toBe('Salt');
    expect(some.chapters.map(({ id }) => id)).toEqual([second.id]);
    const none = await app.call(translationApi.titles, { storyId, language: 'de', chapterIds: '' });
    expect([none.story?.title, none.chapters]).toEqual(['Salt', []]);
    expect(await app.call(translationApi.titles, { storyId, language: 'fr' })).toEqual({ story: null, chapters: [] });
  });
});

describe('the texts of several chapters', () => {
  it('are returned together if readable, and say which are stale', async () => {
    const second = await buildPublishedChapter(app, author, storyId);
    const hidden = await buildPublishedChapter(app, author, storyId);
    const stranger = await buildPublishedStory(app, author);
    await translate('de', { stale: ['@title'] });
    await translate('de', { chapterId: hidden.id });
    await translate('de', { storyId: stranger.story.id, chapterId: stranger.chapterId });
    await sql`update chapters set status = 'hidden' where id = ${hidden.id}`.execute(app.database.db);
    const chapterIds = [chapterId, second.id, hidden.id, stranger.chapterId].join(',');
    const texts = await app.call(translationApi.chapters, { storyId, chapterIds, language: 'de' });
    expect(texts).toMatchObject([{ id: chapterId, language: 'de', isStale: true }]);
    expect(JSON.stringify(texts[0]!.content)).toContain('"de: ');
    expect(await app.call(translationApi.chapters, { storyId, chapterIds: '', language: 'de' })).toEqual([]);
    await sql`update stories set deleted_at = db_clock() where id = ${storyId}`.execute(app.database.db);
    app.app.cache.clear();
    expect(outcome(await app.send(translationApi.chapters, { storyId, chapterIds, language: 'de' }))).toBe(
      '404 story_not_found',
    );
  });
});

describe('the translators of a story', () => {
  it('are named if they did most of it, and the others are counted', async () => {
    const languages: Language[] = ['zh', 'de', 'fr', 'ko', 'pt', 'ja', 'es'];
    const second = await buildPublishedChapter(app, author, storyId);
    const members: Member[] = [];
    for (let i = 0; i < 8; i += 1) members.push(await buildMember(app));
    for (const language of languages) {
      await translate(language, {}, members[0]!);
      await translate(language, { chapterId: second.id, stale: ['@title'] }, members[0]!);
    }
    for (const [i, language] of languages.entries()) await translateStory(language, 'T', members[1 + i]!);
    const { translators, moreTranslators, versions } = await storyIn('de');
    expect(translators.slice(0, 7).map(({ id, chapters }) => [id, chapters])).toEqual(
      languages.map(() => [members[0]!.id, 2]),
    );
    expect([translators.length, moreTranslators]).toEqual([10, 4]);
    // The translator of the title and description is named for it, even if not among the first.
    expect(versions.find(({ language }) => language === 'es')).toMatchObject({
      translator: { id: members[7]!.id },
      chapters: 2,
      staleChapters: 1,
      hasStory: true,
    });
    await sql`update chapters set status = 'hidden' where id = ${second.id}`.execute(app.database.db);
    app.app.cache.drop([storyTag(storyId)]);
    expect((await storyIn('de')).versions[1]).toMatchObject({ chapters: 1, staleChapters: 0 });
  });
});

describe('the side-by-side view', () => {
  it('has the paragraphs of both texts, and marks the changed ones', async () => {
    const { document } = await app.database.db
      .selectFrom('chapter_texts')
      .where('chapter_id', '=', chapterId)
      .select(sql<{ content: { attrs: { id: string } }[] }>`document`.as('document'))
      .executeTakeFirstOrThrow();
    const ids = document.content.map(({ attrs }) => attrs.id);
    await translate('de', { stale: [ids[1]!] });
    const rows = await app.call(translationApi.beside, { chapterId, language: 'de' });
    expect(rows).toHaveLength(ids.length);
    expect(rows.map(({ isStale }) => isStale)).toEqual(ids.map((_, i) => i === 1));
    expect(JSON.stringify(rows[1]?.translation)).toContain('"de: ');
    expect(outcome(await app.send(translationApi.beside, { chapterId, language: 'fr' }))).toBe(
      '404 translation_not_found',
    );
    expect(outcome(await app.send(translationApi.beside, { chapterId, language: 'en' }))).toBe(
      '404 translation_not_found',
    );
  });
});

describe('a cached response', () => {
  it('is invalidated when its story changes, as by an approval, and when its translator is renamed', async () => {
    const hits = () => app.app.cache.counts.hits;
    await chapterIn('de');
    const before = hits();
    await chapterIn('de');
    expect(hits()).toBe(before + 1);
    await translate('de');
    app.app.cache.drop([storyTag(storyId)]);
    expect((await chapterIn('de')).language).toBe('de');
    const { slug } = await app.call(accountApi.updateInfo, { username: `T${Date.now() % 1e9}` }, translator);
    await expect.poll(async () => (await chapterIn('de')).translation?.translator.slug).toBe(slug);
  });
});

describe('lists', () => {
  const cards = async (language: Language, q: string) => {
    const { status, body } = await app.send(discoveryApi.search, { q }, {}, { language });
    expect(status).toBe(200);
    return body.data as { id: string; title: string; titleLanguage: Language; description: string }[];
  };

  it('name stories and their last chapters in the language of the request', async () => {
    await newStory('fr');
    await translateStory('en', 'Salt');
    await translate('de', { title: 'Stiefel' });
    const homeIn = async (language: Language) => {
      const { body } = await app.send(discoveryApi.home, {}, {}, { language });
      const { newest } = body.data as { newest: Awaited<ReturnType<typeof cards>> };
      return newest.find(({ id }) => id === storyId);
    };
    expect(await homeIn('de')).toMatchObject({
      title: 'Salt',
      titleLanguage: 'en',
      description: 'en summary',
      language: 'fr',
      latest: { title: 'Stiefel', titleLanguage: 'de' },
    });
    expect(await homeIn('fr')).toMatchObject({ title: 'Salt and Lemons', titleLanguage: 'fr' });
    expect(await homeIn('es')).toMatchObject({
      title: 'Salt',
      latest: { title: 'The left boot', titleLanguage: 'fr' },
    });
  });

  it('find a story by a translated title, in any language of the request', async () => {
    await translateStory('de', 'Ohrensessel und Flaschenpost');
    await supersede(app, await translateStory('es', 'Botella en el mar'));
    await translate('de', { title: 'Taschenlampe' });
    await app.work();
    for (const language of ['de', 'zh'] as const) {
      const found = await cards(language, 'flaschenpost');
      expect(found.map(({ id, title }) => [id, title])).toEqual([
        [storyId, language === 'de' ? 'Ohrensessel und Flaschenpost' : 'Salt and Lemons'],
      ]);
    }
    expect((await cards('de', 'Taschenlampe')).map(({ id }) => id)).toEqual([storyId]);
    // A superseded title doesn’t match.
    expect(await cards('es', 'Botella')).toEqual([]);
    await app.call(storyApi.delete, { storyId }, author);
    expect(await cards('de', 'flaschenpost')).toEqual([]);
  });

  it('name the chapter of a reading position in the member’s language', async () => {
    await translateStory('de', 'Salz');
    await translate('de', { title: 'Stiefel' });
    await app.call(readerApi.savePosition, { chapterId }, other);
    const { body } = await app.send(readerApi.positions, {}, other, { language: 'de' });
    expect((body.data as unknown[])[0]).toMatchObject({
      story: { title: 'Salz', titleLanguage: 'de', language: 'en' },
      chapter: { title: 'Stiefel', titleLanguage: 'de' },
    });
  });
});
