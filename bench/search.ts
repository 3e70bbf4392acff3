import { type Kysely, sql } from 'kysely';
import type { Language } from '#core/languages.ts';
import type { DB } from '#platform/db/schema.ts';
import { type Book, putStory, readBook } from '#testing/books.ts';
import { seededRandom } from '#testing/race.ts';
import { type Figure, figure, median } from './bars.ts';
import { demoBooks, indexed } from './library.ts';
import type { Subject } from './subjects.ts';

const SEARCHED = ['en', 'de', 'fr', 'zh', 'ja', 'ko'] as const satisfies Language[];
const BOOKS = ['alice.en', 'alice.de', 'alice.fr', 'mengzi.zh'];
const CHAPTERS_PER_STORY = 100;
const WORDS_PER_CHAPTER = 500;
/** Number of words of a language: those of its books, as common as there, and invented ones. */
const VOCABULARY = 30_000;
const QUERIES = 40;
/** Readers of the real books, more than any other book has. */
const FAMOUS = 10_000;

/** The title that must be among the first five results. */
const EXPECTED: [q: string, title: RegExp][] = [
  ['Rabbit', /Wonderland/],
  ['Kaninchen', /Wunderland/],
  ['Kaninchn', /Wunderland/],
  ['孟子', /^孟子$/],
  ['兔子', /^兔子/],
];

type Random = ReturnType<typeof seededRandom>;

function wordsIn(text: string, language: Language): string[] {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  return words.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/**
 * Returns words by how common they are: every fifth is from the books, and the others are joined from parts of those.
 */
function vocabularyOf(language: Language, books: readonly Book[], random: Random): string[] {
  const counts = new Map<string, number>();
  for (const { chapters } of books.filter((book) => book.language === language))
    for (const { text } of chapters)
      for (const word of wordsIn(text, language)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const real = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  const one = () => real[random(real.length)]!;
  const half = (word: string, isEnd: boolean) => {
    const middle = Math.ceil([...word].length / 2);
    return [...word].slice(isEnd ? -middle : 0, isEnd ? undefined : middle).join('');
  };
  return [...Array(VOCABULARY).keys()].map(
    (i) => (i % 5 === 0 && real[i / 5]) || half(one(), false) + half(one(), true),
  );
}

/** Returns a random word. Common ones are as frequent as in real texts (Zipf). */
function wordFrom(words: readonly string[], random: Random): string {
  const share = random(1_000_000) / 1_000_000;
  return words[Math.min(words.length - 1, Math.floor(words.length ** share) - 1)]!;
}

function textFrom(words: readonly string[], language: Language, random: Random): string {
  const isUnspaced = language === 'zh' || language === 'ja';
  const sentences = [...Array(WORDS_PER_CHAPTER / 10)].map(() => {
    const some = [...Array(10)].map(() => wordFrom(words, random));
    return some.join(isUnspaced ? '' : ' ') + (isUnspaced ? '。' : '.');
  });
  return sentences.join('\n\n');
}

async function fill(
  db: Kysely<DB>,
  chapters: number,
  vocabularies: Map<Language, string[]>,
  say: (text: string) => void,
) {
  const { rows } = await sql<{ id: string }>`
    insert into accounts (email, username, username_key, slug, preferred_language, status)
    values ('search@bench.invalid', 'bench_search', 'bench_search', 'bench-search', 'en', 'active') returning id`.execute(
    db,
  );
  const authorId = rows[0]!.id;
  const random = seededRandom(11);
  const stories = Math.ceil(chapters / CHAPTERS_PER_STORY);
  // Generates the next texts while the database writes the previous ones.
  let writing: Promise<unknown> = Promise.resolve();
  for (let i = 0; i < stories; i += 1) {
    const language = SEARCHED[i % SEARCHED.length]!;
    const words = vocabularies.get(language)!;
    const line = (length: number) =>
      [...Array(length)]
        .map(() => words[random(words.length)])
        .join(' ')
        .slice(0, 80);
    const parts = [...Array(CHAPTERS_PER_STORY)].map(() => ({
      title: line(3),
      text: textFrom(words, language, random),
    }));
    const book = { title: line(3), language, chapters: parts };
    await writing;
    writing = putStory(db, authorId, book, random(5000));
    if (i % 100 === 0) say(`  ${i * CHAPTERS_PER_STORY} of ${chapters} chapters`);
  }
  await writing;
  for (const name of BOOKS) await putStory(db, authorId, readBook(name), FAMOUS);
  for (const book of demoBooks()) await putStory(db, authorId, book, FAMOUS);
}

async function titlesOf(site: Subject, q: string): Promise<{ ms: number; titles: string[] }> {
  const begun = performance.now();
  const response = await fetch(`${site.url}/api/story/search?t=en&q=${encodeURIComponent(q)}`);
  if (!response.ok) throw new Error(`The search for ${q} returned ${response.status}`);
  const { data } = (await response.json()) as { data: { title: string }[] };
  return { ms: performance.now() - begun, titles: data.map(({ title }) => title) };
}

/** C1: search over the test books and this number of other chapters, in six languages. */
export async function measureSearch(site: Subject, chapters: number, say: (text: string) => void): Promise<Figure[]> {
  const database = site.openDatabase();
  try {
    const random = seededRandom(5);
    const books = [...BOOKS.map(readBook), ...demoBooks()];
    const vocabularies = new Map(
      SEARCHED.map((language) => [language as Language, vocabularyOf(language, books, random)]),
    );
    const begun = performance.now();
    await fill(database.db, chapters, vocabularies, say);
    say(`  Filled in ${((performance.now() - begun) / 1000).toFixed(0)} s, waiting for the index`);
    const seconds = await indexed(database.db);
    await sql`vacuum analyze`.execute(database.db);
    const figures: Figure[] = [];
    for (const language of SEARCHED) {
      const words = vocabularies.get(language)!;
      for (const count of [1, 2]) {
        const times: number[] = [];
        for (let i = 0; i < QUERIES; i += 1) {
          const q = [...Array(count)].map(() => wordFrom(words, random)).join(' ');
          times.push((await titlesOf(site, q)).ms);
        }
        times.sort((a, b) => a - b);
        const p95 = times[Math.ceil(times.length * 0.95) - 1]!;
        const note = `p50 ${median(times).toFixed(0)} ms, longest ${times.at(-1)!.toFixed(0)} ms`;
        figures.push(
          figure('searchP95', p95, note, `search in ${language}, ${count === 1 ? 'one word' : 'two words'}, p95`),
        );
      }
    }
    const missing: string[] = [];
    for (const [q, title] of EXPECTED) {
      const { titles } = await titlesOf(site, q);
      if (!titles.slice(0, 5).some((one) => title.test(one))) missing.push(q);
    }
    figures.push(
      figure('searchMissing', missing.length, missing.join(', ')),
      figure('searchIndex', seconds / 60, 'beside a site that works', `index of ${chapters} chapters`),
    );
    return figures;
  } finally {
    await database.close();
  }
}
