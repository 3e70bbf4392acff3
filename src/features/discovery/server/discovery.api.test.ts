import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
  outcome,
} from '#testing/factories.ts';
import { seededRandom, shuffled } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { discoveryApi } from '../contract.ts';
import { HOME_SIZES, SORTS, type Sort } from '../model/sorts.ts';

const app = setUpTestApp();
let creator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app);
});

/** Inserts listed stories into the database. Times, readers and trend depend on the index. */
async function fill(count: number, from = 0): Promise<void> {
  const cover = (await buildStory(app, creator)).coverUrl.slice(8);
  await sql`with n as (select n + ${from}::int as n from generate_series(1, ${count}::int) n),
    s as (insert into stories (creator_id, mode, status, title, description, language, categories, cover_key, published_at, listed_at, continued_at)
      select ${creator.id}, 'solo', 'published', 'Filled ' || n, 'x', 'en', array['drama'], ${cover},
        db_clock(), timestamptz '2026-01-01' + n * interval '1 microsecond', timestamptz '2026-02-01' - n * interval '1 microsecond'
      from n order by n returning id, title),
    d as (insert into story_drafts (story_id, title, language, cover_key) select id, title, 'en', ${cover} from s)
    insert into story_stats (story_id, readers, trend, listed)
      select id, substr(title, 8)::int % 7, (substr(title, 8)::int % 5) / 3.0, true from s`.execute(app.database.db);
}
const clean = () =>
  sql`truncate stories, story_drafts, story_stats, chapters, chapter_texts, chapter_drafts, chapter_revisions, reviews, text_fingerprints,
    reading_positions, read_chapters, story_days restart identity cascade`.execute(app.owner.db);

const search = (input: InputOf<typeof discoveryApi.search> = {}) =>
  app.call(discoveryApi.search, { limit: 50, ...input });
const titles = async (input: InputOf<typeof discoveryApi.search> = {}) =>
  (await search(input)).items.map((card) => card.title);
async function pages(
  input: InputOf<typeof discoveryApi.search>,
  between: () => Promise<void> = async () => {},
): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof search>> = await search({ ...input, ...(cursor ? { cursor } : {}) });
    ids.push(...page.items.map((card) => card.id));
    cursor = page.next;
    await between();
  } while (cursor);
  return ids;
}

describe('orders', () => {
  beforeEach(clean);

  it.each<[Sort, string]>([
    ['latest_created', 's.listed_at desc, s.id desc'],
    ['latest_updated', 's.continued_at desc, s.id desc'],
    ['classic_popular', 'st.readers desc, s.id desc'],
    ['recent_popular', 'st.trend desc, s.id desc'],
  ])('%s', async (sort, order) => {
    await fill(60);
    const { rows } = await sql<{
      id: string;
    }>`select s.id::text from stories s join story_stats st on st.story_id = s.id
      where s.status = 'published' order by ${sql.raw(order)}`.execute(app.database.db);
    expect(await pages({ sort, limit: 7 })).toEqual(rows.map((row) => row.id));
  });

  it('refuses others', async () => {
    expect(SORTS).toHaveLength(4);
    expect(outcome(await app.send(discoveryApi.search, { sort: 'oldest' }))).toBe('400 invalid_input');
    expect(outcome(await app.send(discoveryApi.search, { sort: 'id; drop table stories' }))).toBe('400 invalid_input');
  });

  it.each(SORTS)('%s: pages contain no duplicates and miss no story while others are added', async (sort) => {
    await fill(40);
    const before = await pages({ sort, limit: 50 });
    let added = 0;
    const ids = await pages({ sort, limit: 6 }, async () => {
      added += 1;
      await fill(1, 1000 * added);
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(before.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id) => before.includes(id))).toEqual(before);
  });

  it('refuses an invalid cursor', async () => {
    await fill(3);
    const forged = [
      'abc 1',
      '1 abc',
      '1',
      ' ',
      '2026-99-99T00:00:00+00 1',
      '2026-01-01T00:00:00+99 1',
      'NaN 1',
      'Infinity 1',
      '1e999 1',
      "1' 1",
      '1 0',
      '1 99999999999999999999',
      '-'.repeat(100),
    ];
    for (const sort of SORTS) {
      for (const text of [
        ...forged.map((plain) => Buffer.from(plain).toString('base64url')),
        'x',
        '%',
        '\u0000',
        '🐇',
        'a'.repeat(201),
      ])
        expect((await app.send(discoveryApi.search, { sort, cursor: text })).status, `${sort} ${text}`).toBeOneOf([
          200, 400,
        ]);
    }
  });

  it('a page has 20 stories by default, at most 50', async () => {
    await fill(60);
    const size = async (limit: unknown) =>
      ((await app.send(discoveryApi.search, { limit })).body.data as unknown[]).length;
    expect(await size(undefined)).toBe(20);
    expect(await size(1)).toBe(1);
    expect(await size(50)).toBe(50);
    for (const limit of [0, 51, -1, 1.5, 'x', '']) expect(await size(limit), String(limit)).toBe(20);
  });
});

describe('the home page', () => {
  beforeEach(clean);

  it('shows each section in its order and size', async () => {
    await fill(30);
    const home = await app.call(discoveryApi.home, {});
    const first = async (sort: Sort, size: number) =>
      (await search({ sort })).items.slice(0, size).map((card) => card.id);
    const ids = (cards: { id: string }[]) => cards.map((card) => card.id);
    expect(ids(home.trending)).toEqual(await first('recent_popular', HOME_SIZES.popular));
    expect(ids(home.classic)).toEqual(await first('classic_popular', HOME_SIZES.popular));
    expect(ids(home.updated)).toEqual(await first('latest_updated', HOME_SIZES.updated));
    expect(ids(home.newest)).toEqual(await first('latest_created', HOME_SIZES.newest));
  });

  it('exists before the first story', async () => {
    expect(await app.call(discoveryApi.home, {})).toEqual({
      languages: ['en'],
      mine: [],
      standings: {},
      waiting: [],
      trending: [],
      classic: [],
      updated: [],
      newest: [],
    });
    expect(await search({ q: 'x' })).toEqual({ items: [], next: null });
  });

  it('shows a story from its first chapter on, and moves it up with each chapter', async () => {
    const { story: older } = await buildPublishedStory(app, creator, { title: 'Older' });
    await buildPublishedStory(app, creator, { title: 'Newer' });
    const { id: storyId } = await buildStory(app, creator, { title: 'Without chapters' });
    await app.call(storyApi.submit, { storyId }, creator);
    await app.work();
    const shown = async () => {
      const home = await app.call(discoveryApi.home, {});
      return [home.newest, home.updated].map((cards) => cards.map((card) => card.title));
    };
    expect(await shown()).toEqual([
      ['Newer', 'Older'],
      ['Newer', 'Older'],
    ]);
    const chapter = await buildPublishedChapter(app, creator, older.id, { title: 'Second' });
    expect(await shown()).toEqual([
      ['Newer', 'Older'],
      ['Older', 'Newer'],
    ]);
    expect((await app.call(discoveryApi.home, {})).updated[0]).toMatchObject({
      chapterCount: 2,
      latest: { id: chapter.id, number: 2, title: 'Second', author: { username: creator.username } },
      continuedAt: chapter.publishedAt,
    });
    await buildPublishedChapter(app, creator, storyId);
    expect(await shown()).toEqual([
      ['Without chapters', 'Newer', 'Older'],
      ['Without chapters', 'Older', 'Newer'],
    ]);
    await app.call(storyApi.delete, { storyId }, creator);
    expect(await shown()).toEqual([
      ['Newer', 'Older'],
      ['Older', 'Newer'],
    ]);
  });
});

describe('filters', () => {
  it('work by language, category, mode and words, alone and together', async () => {
    await clean();
    await buildPublishedStory(app, creator, { title: 'English drama', categories: ['drama', 'comedy'] });
    await buildPublishedStory(app, creator, { title: 'English horror', categories: ['horror'] });
    const { story } = await buildPublishedStory(app, creator, { title: 'Deutsches Drama', categories: ['drama'] });
    await sql`update stories set language = 'de' where id = ${story.id}`.execute(app.database.db);
    await app.work();
    const sort = 'latest_created';
    expect(await titles({ sort })).toEqual(['Deutsches Drama', 'English horror', 'English drama']);
    expect(await titles({ sort, language: 'de' })).toEqual(['Deutsches Drama']);
    expect(await titles({ sort, category: 'drama' })).toEqual(['Deutsches Drama', 'English drama']);
    expect(await titles({ sort, category: 'comedy' })).toEqual(['English drama']);
    expect(await titles({ sort, mode: 'solo' })).toHaveLength(3);
    expect(await titles({ sort, mode: 'relay' })).toEqual([]);
    expect(await titles({ sort, q: 'drama' })).toEqual(['Deutsches Drama', 'English drama']);
    expect(await titles({ sort, q: 'drama', language: 'en', category: 'comedy' })).toEqual(['English drama']);
    for (const wrong of [{ language: 'xx' }, { category: 'cooking' }, { mode: 'all' }, { tag: 'x' }])
      expect(outcome(await app.send(discoveryApi.search, wrong)), JSON.stringify(wrong)).toBe('400 invalid_input');
  });
});

describe('words', () => {
  const TITLES = [
    '100% Wolle',
    '100 Prozent',
    'snake_case',
    'snakecase',
    'back\\slash',
    '雨水账本',
    'うさぎが一羽多い',
    '승강기 교체',
    'Café Noir',
    'O\'Brien "quoted"',
  ];
  beforeAll(async () => {
    await clean();
    await fill(TITLES.length);
    for (const [i, title] of TITLES.entries())
      await sql`update stories set title = ${title} where title = ${`Filled ${i + 1}`}`.execute(app.database.db);
    await app.work();
  });

  it.each<[string, string[]]>([
    // Punctuation counts only if the query has nothing else.
    ['100%', ['100 Prozent', '100% Wolle']],
    ['%', ['100% Wolle']],
    ['snake_c', ['snake_case']],
    ['\\', ['back\\slash']],
    ['%%', []],
    ['雨水', ['雨水账本']],
    ['账', ['雨水账本']],
    ['一羽', ['うさぎが一羽多い']],
    ['승강기', ['승강기 교체']],
    ['CAFÉ', ['Café Noir']],
    ['cafe\u0301', ['Café Noir']],
    ["o'brien", ['O\'Brien "quoted"']],
    ['"quoted"', ['O\'Brien "quoted"']],
    ["' or 1=1 --", []],
    ['  wolle  ', ['100% Wolle']],
  ])('%s', async (q, found) => expect(await titles({ q })).toEqual(found));

  it('list all stories if there are none, and never match email addresses', async () => {
    expect(await titles({ q: '   ' })).toHaveLength(TITLES.length);
    expect(await titles({ q: creator.email })).toEqual([]);
    expect(await titles({ q: 'skein.test' })).toEqual([]);
  });

  it('also find authors, by their current name', async () => {
    const other = await buildMember(app);
    await app.call(accountApi.updateInfo, { username: 'Zora_Quill' }, other);
    await buildPublishedStory(app, other, { title: 'By Zora' });
    await app.work();
    expect(await titles({ q: 'zora_q' })).toEqual(['By Zora']);
    expect(await titles({ q: 'quill' })).toEqual(['By Zora']);
  });

  it('find many translated titles too, in order and in pages', async () => {
    await fill(2100);
    await sql`insert into translations (kind, story_id, language, translator_id, status, source_revision, title, summary, approved_at)
      select 'story', id, 'de', creator_id, 'approved', 1, 'Gefülltes Buch ' || id, 'x', db_clock()
      from stories where title like 'Filled %' and title <> 'Filled 2050'`.execute(app.database.db);
    await buildPublishedStory(app, creator, { title: 'Lauter gefüllte Bücher: gefülltes' });
    await app.work();
    const { rows } = await sql<{ id: string }>`select id::text from stories
      where title ilike '%gefülltes%' or (title like 'Filled %' and title <> 'Filled 2050')
      order by listed_at desc, id desc limit 100`.execute(app.database.db);
    const words = { sort: 'latest_created', q: 'gefülltes' } as const;
    const first = await search(words);
    const second = await search({ ...words, cursor: first.next! });
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  });

  it('have at most 100 characters', async () => {
    expect(outcome(await app.send(discoveryApi.search, { q: '字'.repeat(100) }))).toBe('200');
    expect(outcome(await app.send(discoveryApi.search, { q: '字'.repeat(101) }))).toBe('400 invalid_input');
  });
});

describe('the stories of a member', () => {
  it('are the published and listed ones, newest first, in pages', async () => {
    const member = await buildMember(app);
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.unshift((await buildPublishedStory(app, member)).story.id);
    await buildStory(app, member);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: { id: string }[]; next: string | null } = await app.call(storyApi.listByUser, {
        userId: member.id,
        limit: 2,
        ...(cursor ? { cursor } : {}),
      });
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next;
    } while (cursor);
    expect(found).toEqual(ids);
    expect(await app.call(storyApi.listByUser, { userId: '987654321' })).toEqual({ items: [], next: null });
  });

  it('are all in their own list, with their status', async () => {
    const member = await buildMember(app);
    const { story } = await buildPublishedStory(app, member);
    const draft = await buildStory(app, member, { title: 'Draft' });
    const waiting = await buildStory(app, member, { description: 'At www.lemon-shop.com' });
    await app.call(storyApi.submit, { storyId: waiting.id }, member);
    await app.work();
    const { items } = await app.call(storyApi.listOwn, {}, member);
    expect(items.map(({ id, status }) => [id, status])).toEqual([
      [waiting.id, 'pending'],
      [draft.id, 'draft'],
      [story.id, 'published'],
    ]);
    expect(items[0]).toMatchObject({ review: { state: 'manual' } });
    expect(items[1]).toMatchObject({ review: null, title: 'Draft' });
    const chapter = await buildChapterDraft(app, member, story.id);
    const own = await app.call(chapterApi.listOwn, {}, member);
    expect(own.items).toMatchObject([{ id: chapter.id, storyId: story.id, status: 'draft', number: null }]);
  });
});

it('any order with any filters returns results', async () => {
  await clean();
  await fill(5);
  const random = seededRandom(7);
  const values = {
    q: ['', 'Filled', '%'],
    sort: [...SORTS],
    mode: ['solo', 'relay'],
    category: ['drama', 'horror'],
    language: ['en', 'zh'],
    limit: [1, 50],
  };
  for (let i = 0; i < 40; i += 1) {
    const names = shuffled(Object.keys(values) as (keyof typeof values)[], random).slice(0, 1 + random(6));
    const input = Object.fromEntries(names.map((name) => [name, values[name][random(values[name].length)]]));
    expect(outcome(await app.send(discoveryApi.search, input)), JSON.stringify(input)).toBe('200');
  }
});

describe('stories to read next', () => {
  beforeEach(clean);

  const next = (storyId: string, language: 'en' | 'de' = 'en') =>
    app.call(discoveryApi.readNext, { storyId, language });

  it('are the two most popular others in the language', async () => {
    await fill(5);
    const { rows } = await sql<{
      id: string;
    }>`select s.id::text from stories s join story_stats st on st.story_id = s.id
      order by st.trend desc, s.id desc`.execute(app.database.db);
    const [first, second, third] = rows.map(({ id }) => id);
    expect((await next('999999')).map(({ id }) => id)).toEqual([first, second]);
    expect((await next(first!)).map(({ id }) => id)).toEqual([second, third]);
  });

  it('include those that are translated into it, by their translated titles, and leave out all others', async () => {
    const { story } = await buildPublishedStory(app, creator, { title: 'Translated' });
    await fill(1);
    const { id: chapterId } = await app.database.db
      .selectFrom('chapters')
      .where('story_id', '=', story.id)
      .select('id')
      .executeTakeFirstOrThrow();
    const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
    const into = { storyId: story.id, language: 'de' as const, translator, reviewer };
    await publishTranslation(app, into);
    // A translated title alone can’t be read.
    expect(await next('999999', 'de')).toEqual([]);
    await publishTranslation(app, { ...into, chapterId });
    expect(await next('999999', 'de')).toMatchObject([{ title: 'de: Translated', titleLanguage: 'de' }]);
  });
});
