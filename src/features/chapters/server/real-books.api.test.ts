import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildStory, decide, type Member } from '#testing/factories.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { chapterApi } from '../contract.ts';

const BOOKS = join(import.meta.dirname, '../../../testing/texts');
/** Chapters of each book. The full run uses all of them. */
const SAMPLE = FULL ? 50 : 3;

interface Book {
  title: string;
  language: 'en' | 'de' | 'fr' | 'zh';
  chapters: { title: string; paragraphs: string[] }[];
}

const app = setUpTestApp();
let author: Member;
let moderator: Member;

beforeAll(async () => {
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

/** A moderator approves what the pre-review is unsure about (old books are full of unusual words). */
async function untilPublished(subjectId: string, isPublic: () => Promise<boolean>): Promise<void> {
  await app.work();
  if (!(await isPublic())) await decide(app, moderator, subjectId, 'approve');
}

describe('a book in the public domain', () => {
  it.each(readdirSync(BOOKS).filter((name) => name.endsWith('.json')))(
    '%s is read back exactly as it was written',
    async (file) => {
      const book: Book = JSON.parse(readFileSync(join(BOOKS, file), 'utf8'));
      const { title, language } = book;
      const { id: storyId } = await buildStory(app, author, { title, language });
      await app.call(storyApi.update, { storyId, minUnits: 50, maxUnits: 20_000 }, author);
      for (const [i, chapter] of book.chapters.slice(0, SAMPLE).entries()) {
        const content = chapter.paragraphs.join('\n\n');
        const given = { storyId, title: chapter.title, summary: 'As it stands in the book.', content };
        const { id: chapterId } = await app.call(chapterApi.create, given, author);
        const isPublic = async () => (await app.call(chapterApi.draft, { chapterId }, author)).status === 'approved';
        if (i === 0) await app.call(storyApi.submit, { storyId }, author);
        else await app.call(chapterApi.submit, { chapterId }, author);
        await untilPublished(i === 0 ? storyId : chapterId, isPublic);
        const read = await app.call(chapterApi.detail, { chapterId });
        expect(read.title).toBe(chapter.title);
        expect(read.text).toBe(content);
      }
    },
  );
});
