import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import type { DemoApi } from './api.ts';
import type { createFiller, DemoMember } from './fill.ts';

interface Book {
  title: string;
  author: string;
  language: Language;
  rights: string;
  chapters: { title: string; paragraphs: string[] }[];
}

const LIBRARIAN: DemoMember = {
  username: 'Old_Shelves',
  slug: 'old-shelves',
  bio: 'Books that belong to everybody.',
  preferred_language: 'en',
};
const SUMMARY_LENGTH = 200;

/** Returns the start of a chapter as its summary, cut between code points. */
function summaryOf(paragraphs: string[]): string {
  const letters = [...(paragraphs[0] ?? '').replace(/\s+/g, ' ')];
  return letters.length <= SUMMARY_LENGTH ? letters.join('') : `${letters.slice(0, SUMMARY_LENGTH).join('')}…`;
}

/** Imports public-domain books through the public API, and compares every chapter with the original. */
export async function importTexts(
  folder: string,
  filler: ReturnType<typeof createFiller>,
  api: DemoApi,
): Promise<void> {
  const token = await filler.member(LIBRARIAN);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()) {
    const book: Book = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const begun = Date.now();
    const { storyId, chapterIds, isNew } = await filler.story(token, {
      language: book.language,
      title: book.title,
      description: `${book.author}. ${book.rights}.`,
      categories: book.language === 'zh' ? ['nonfiction'] : ['fantasy'],
      progress: 'ended',
      minUnits: 50,
      maxUnits: 20_000,
      chapters: book.chapters.map(({ title, paragraphs }) => ({
        title,
        summary: summaryOf(paragraphs),
        content: paragraphs.join('\n\n'),
      })),
    });
    if (!isNew) {
      console.log(`  ${book.title} (${book.language}) already exists`);
      continue;
    }
    let letters = 0;
    for (const [i, chapterId] of chapterIds.entries()) {
      const { text } = await api.call(chapterApi.detail, { chapterId });
      const given = book.chapters[i]!.paragraphs.join('\n\n');
      if (text !== given) throw new Error(`Chapter ${i + 1} of ${book.title} differs from the original`);
      letters += given.length;
    }
    console.log(
      `  ${book.title} (${book.language}): ${chapterIds.length} chapters, ${letters} characters read back equal, story ${storyId}, ${((Date.now() - begun) / 1000).toFixed(1)} s`,
    );
  }
}
