import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { type ChapterDocument, plainText, textBlocks } from '#features/chapters/model/document.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, buildStory, decide, type Member, prose } from '#testing/factories.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { approveTranslation, buildReviewer, publishTranslation, translationRow } from '#testing/translations.ts';
import { translationApi } from '../contract.ts';

const BOOKS = join(import.meta.dirname, '../../../testing/texts');
interface Chapter {
  title: string;
  paragraphs: string[];
}
const bookIn = (language: 'en' | 'de' | 'fr'): Chapter[] =>
  JSON.parse(readFileSync(join(BOOKS, `alice.${language}.json`), 'utf8')).chapters;

/** Chapters of the book, by index: all in the full run, otherwise the first one and the one that differs most. */
const CHAPTERS = FULL ? Array.from({ length: 12 }, (_, i) => i) : [0, 9];
const SUMMARY = 'As it stands in the book.';

const app = setUpTestApp();
let author: Member;
let translator: Member;
let reviewer: Member;
let moderator: Member;

beforeAll(async () => {
  author = await buildMember(app);
  translator = await buildMember(app);
  reviewer = await buildReviewer(app, 'de', 'fr', 'en', 'zh');
  moderator = await buildMember(app, { role: 'moderator' });
});

/** Publishes a chapter. A moderator approves what the automatic check has flagged. */
async function publish(subjectId: string, chapterId: string): Promise<void> {
  await app.work();
  const { status } = await app.call(chapterApi.draft, { chapterId }, author);
  if (status !== 'approved') await decide(app, moderator, subjectId, 'approve');
}

/** Publishes the chapters of a book. Returns their ids. */
async function publishBook(language: 'en' | 'de', chapters: Chapter[]): Promise<{ storyId: string; ids: string[] }> {
  const { id: storyId } = await buildStory(app, author, { language });
  await app.call(storyApi.update, { storyId, minUnits: 50, maxUnits: 20_000 }, author);
  const ids: string[] = [];
  for (const { title, paragraphs } of chapters) {
    const given = { storyId, title, summary: SUMMARY, content: paragraphs.join('\n\n') };
    const { id: chapterId } = await app.call(chapterApi.create, given, author);
    const isFirst = ids.length === 0;
    if (isFirst) await app.call(storyApi.submit, { storyId }, author);
    else await app.call(chapterApi.submit, { chapterId }, author);
    await publish(isFirst ? storyId : chapterId, chapterId);
    ids.push(chapterId);
  }
  return { storyId, ids };
}

/**
 * Imports a translation from a book as plain paragraphs. Omitted parts are left out, and it is reviewed and published.
 */
async function importChapter(task: { storyId: string; chapterId: string; language: Language }, chapter: Chapter) {
  const { source } = await app.call(translationApi.editor, task, translator);
  const { id: translationId, version } = await app.call(translationApi.create, task, translator);
  const imported = await app.call(
    translationApi.update,
    { translationId, version, title: chapter.title, summary: SUMMARY, content: chapter.paragraphs.join('\n\n') },
    translator,
  );
  const named = new Set(imported.paragraphs.flatMap(({ sources }) => sources));
  const keys = source.parts.map(({ key }) => key);
  const leftOut = keys.filter((key) => !key.startsWith('@') && !named.has(key));
  const whole = await app.call(
    translationApi.update,
    { translationId, version: imported.version, sourceRevision: imported.sourceRevision, leftOut, done: keys },
    translator,
  );
  expect(whole.done).toEqual(keys);
  await app.call(translationApi.submit, { translationId }, translator);
  await approveTranslation(app, reviewer, translationId);
  return { paragraphs: imported.paragraphs, leftOut };
}

const inLanguage = (chapterId: string, language: Language) => app.call(translationApi.chapter, { chapterId, language });
const besideIn = (chapterId: string, language: Language) => app.call(translationApi.beside, { chapterId, language });
const idsOf = (texts: (ChapterDocument | null)[]) =>
  texts.flatMap((text) => (text ? textBlocks(text) : [])).map(({ attrs }) => attrs?.id);

describe('a book and its translations', () => {
  const original = bookIn('en');
  let storyId: string;
  let ids: string[];
  beforeAll(async () => {
    ({ storyId, ids } = await publishBook(
      'en',
      CHAPTERS.map((i) => original[i]!),
    ));
  });

  // Sentences of chapter 10 before and after the page that both translators left out.
  it.each([
    [
      'de',
      [
        ['Then, you know,', 'Dann, mußt du wissen'],
        ['I could tell you my adventures', 'Ich könnte euch meine Erlebnisse'],
        ['What trial is it?', 'Was für ein Verhör?'],
      ],
    ],
    [
      'fr',
      [
        ['Then, you know,', 'Et puis, vous comprenez'],
        ['I could tell you my adventures', 'Je pourrais vous conter mes aventures'],
        ['What trial is it?', "Qu'est-ce que c'est que ce procès?"],
      ],
    ],
  ] as const)('can be read in %s, paragraph by paragraph', async (language, said) => {
    const book = bookIn(language);
    for (const [k, i] of CHAPTERS.entries()) {
      const chapterId = ids[k]!;
      const chapter = book[i]!;
      const before = original[i]!.paragraphs;
      const { paragraphs, leftOut } = await importChapter({ storyId, chapterId, language }, chapter);

      expect(paragraphs).toHaveLength(chapter.paragraphs.length);
      const singly = paragraphs.filter(({ sources }) => sources.length === 1).length;
      expect(singly / paragraphs.length).toBeGreaterThan(before.length === chapter.paragraphs.length ? 0.9 : 0.85);
      if (before.length <= chapter.paragraphs.length) expect(leftOut).toEqual([]);

      const { language: shown, translation } = await inLanguage(chapterId, language);
      expect(shown).toBe(language);
      expect(translation).toMatchObject({ title: chapter.title, isStale: false });
      expect(plainText(translation!.content)).toBe(chapter.paragraphs.join('\n\n'));

      const rows = await besideIn(chapterId, language);
      const { content } = await app.call(chapterApi.detail, { chapterId });
      expect(idsOf(rows.map((row) => row.original))).toEqual(idsOf([content]));
      expect(idsOf(rows.map((row) => row.translation)).sort()).toEqual(idsOf([translation!.content]).sort());
      expect(rows.filter((row) => row.translation === null)).toHaveLength(leftOut.length);
      if (i !== 9) continue;
      expect(leftOut.length).toBeGreaterThan(10);
      for (const [words, rendered] of said) {
        const row = rows.find((given) => given.original && plainText(given.original).includes(words));
        expect(plainText(row!.translation!)).toContain(rendered);
      }
    }
  });

  it('can be read in the original where there is no translation', async () => {
    for (const chapterId of ids) {
      const { language, translation, versions } = await inLanguage(chapterId, 'zh');
      expect([language, translation]).toEqual(['en', null]);
      expect(versions.map((version) => version.language)).toEqual(['en', 'de', 'fr']);
    }
  });
});

it('shows a German book to Chinese readers in German, and in English once it is translated', async () => {
  const { storyId, ids } = await publishBook('de', bookIn('de').slice(0, 1));
  const chapterId = ids[0]!;
  expect(await inLanguage(chapterId, 'zh')).toMatchObject({ language: 'de', translation: null });
  const [chapter] = bookIn('en');
  await importChapter({ storyId, chapterId, language: 'en' }, chapter!);
  // Nothing invalidates the cache in this test.
  app.app.cache.clear();
  const { language, translation } = await inLanguage(chapterId, 'zh');
  expect(language).toBe('en');
  expect(plainText(translation!.content)).toBe(chapter!.paragraphs.join('\n\n'));
});

it('marks one edited paragraph of a hundred in all translations, and no other', async () => {
  const { story } = await buildPublishedStory(app, author);
  await app.call(storyApi.update, { storyId: story.id, minUnits: 50, maxUnits: 20_000 }, author);
  const texts = prose(10_000, 5).split('\n\n').slice(0, 100);
  expect(texts).toHaveLength(100);
  const given = { storyId: story.id, title: 'A hundred', summary: SUMMARY, content: texts.join('\n\n') };
  const { id: chapterId } = await app.call(chapterApi.create, given, author);
  await app.call(chapterApi.submit, { chapterId }, author);
  await publish(chapterId, chapterId);
  const languages = ['de', 'fr', 'zh'] as const;
  const translations = [];
  for (const language of languages)
    translations.push(await publishTranslation(app, { storyId: story.id, chapterId, language, translator, reviewer }));

  texts[49] = `${texts[49]} Nobody saw it.`;
  const { version } = await app.call(chapterApi.draft, { chapterId }, author);
  await app.call(chapterApi.update, { chapterId, version, content: texts.join('\n\n') }, author);
  await app.call(chapterApi.submit, { chapterId }, author);
  await publish(chapterId, chapterId);

  const { content } = await app.call(chapterApi.detail, { chapterId });
  expect(plainText(content!)).toContain('Nobody saw it.');
  const key = textBlocks(content!)[49]!.attrs!.id;
  for (const [i, language] of languages.entries()) {
    expect((await translationRow(app, translations[i]!)).stale).toEqual([key]);
    const stale = (await besideIn(chapterId, language)).filter(({ isStale }) => isStale);
    expect(stale.map(({ original }) => plainText(original!))).toEqual([texts[49]]);
    expect((await inLanguage(chapterId, language)).translation!.isStale).toBe(true);
  }
});
