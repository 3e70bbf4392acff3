import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { translationApi } from '#features/translation/contract.ts';
import { putStory, readBook } from '#testing/books.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  type Member,
  outcome,
  prose,
} from '#testing/factories.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildReviewer, publishTranslation } from '#testing/translations.ts';
import { discoveryApi, type FoundStory } from '../contract.ts';
import type { ExcerptPiece } from '../model/excerpt.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

type Input = InputOf<typeof discoveryApi.search>;
const search = async (q: string, input: Input = {}): Promise<FoundStory[]> =>
  (await app.call(discoveryApi.search, { q, ...input })).items;
const titles = async (q: string, input: Input = {}) => (await search(q, input)).map(({ title }) => title);
const hits = (pieces: readonly ExcerptPiece[]) => pieces.filter(({ isHit }) => isHit).map(({ text }) => text);
const textOf = (pieces: readonly ExcerptPiece[]) => pieces.map(({ text }) => text).join('');

describe('search in books', () => {
  beforeAll(async () => {
    for (const name of ['alice.en', 'alice.de', 'alice.fr', 'mengzi.zh'])
      await putStory(app.database.db, author.id, readBook(name));
    await buildPublishedStory(app, author, { title: '兔子申请工伤' });
    await buildPublishedStory(app, author, { title: '三日早い喪服', description: 'うさぎが一羽多い話。' });
    await buildPublishedStory(app, author, { title: '토끼는 사흘만' });
    await app.work();
  });

  it.each<[string, string]>([
    ['Rabbit', 'Alice’s Adventures in Wonderland'],
    ['rabbits', 'Alice’s Adventures in Wonderland'],
    ['Kaninchen', 'Alice’s Abenteuer im Wunderland'],
    ['Kaninchn', 'Alice’s Abenteuer im Wunderland'],
    ['lapin blanc', 'Aventures d’Alice au pays des merveilles'],
    ['königin', 'Alice’s Abenteuer im Wunderland'],
    ['KONIGIN', 'Alice’s Abenteuer im Wunderland'],
    ['the mock turtle', 'Alice’s Adventures in Wonderland'],
    ['wunderlnad', 'Alice’s Abenteuer im Wunderland'],
    ['孟子', '孟子'],
    ['梁惠王', '孟子'],
    ['仁義', '孟子'],
    ['兔子', '兔子申请工伤'],
    ['兔子申请公伤', '兔子申请工伤'],
    ['うさぎ', '三日早い喪服'],
    ['ウサギ', '三日早い喪服'],
    ['喪服', '三日早い喪服'],
    ['토끼', '토끼는 사흘만'],
    ['토끼가', '토끼는 사흘만'],
    ['사흘', '토끼는 사흘만'],
  ])('%s finds %s among the first five results', async (q, title) => {
    expect((await titles(q)).slice(0, 5)).toContain(title);
  });

  it('shows where the words are, in their language, with an excerpt', async () => {
    const [story] = await search('Kaninchenbau');
    expect(story).toMatchObject({
      title: 'Alice’s Abenteuer im Wunderland',
      near: null,
      hit: { place: 'chapter', language: 'de', isTranslation: false, chapter: { number: 1 } },
    });
    const pocket = (await search('waistcoat-pocket'))[0]!.hit!;
    expect(pocket.chapter).toMatchObject({ number: 1, title: 'Down the Rabbit-Hole' });
    expect(hits(pocket.excerpt).map((text) => text.toLowerCase())).toEqual(
      expect.arrayContaining(['waistcoat', 'pocket']),
    );
    expect(textOf(pocket.excerpt).length).toBeLessThan(260);
    const wise = (await search('仁義'))[0]!.hit!;
    expect(wise).toMatchObject({ language: 'zh', place: 'chapter' });
    expect(hits(wise.excerpt)).toContain('仁義');
    expect(textOf(wise.excerpt).length).toBeLessThan(130);
  });

  it('corrects a typo and says so', async () => {
    expect((await search('Kaninchn'))[0]).toMatchObject({ near: { q: 'kaninchen' }, hit: { language: 'de' } });
    expect((await search('Rabbit'))[0]).toMatchObject({ near: null });
    expect(await search('qqzzxxyyww')).toEqual([]);
    expect((await search('兔子申请公伤'))[0]).toMatchObject({ near: { q: null } });
    // Half of a two-character word is a different word.
    expect(await search('兔于')).toEqual([]);
  });
});

describe('what is found', () => {
  const shown = (pieces: readonly ExcerptPiece[]) =>
    pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');
  const excerpt = async (q: string) => shown((await search(q))[0]!.hit!.excerpt);

  beforeAll(async () => {
    const put = (title: string, language: Language, text: string) =>
      putStory(app.database.db, author.id, { title, language, chapters: [{ title: 'x', text }] });
    await put('雨水账本', 'zh', '雨水从屋檐落下，水缸满了。大水缸在院子里，收账人来了。');
    await put('半升米的账', 'zh', '他把雨水倒进雨水缸，又记了一笔。');
    await put('겨울 밤', 'ko', '승강기에서 내린 할머니는 우산을 폈다. 골목까지 걸었다.');
    await put('夏の終わり', 'ja', 'うさんくさい男が、のさきを見た。');
    await put('Das Glühlampenwerk', 'de', 'Sie arbeitete im Glühlampenwerk. Abends brannte eine Stehlampe.');
    await put('Grenzhandel', 'de', 'Der Zug fuhr durch den Winterwald.');
    await put('Salt Tax', 'en', 'The tax on salt rose. The bowl by the gate was empty, and the gate stood open.');
    await app.work();
  });

  it('in Chinese and Japanese has the characters in a row, and is marked', async () => {
    expect(await titles('雨水缸')).toEqual(['半升米的账']);
    expect(await excerpt('雨水缸')).toBe('他把雨水倒进[雨水缸]，又记了一笔。');
    expect(await titles('うさき')).toEqual([]);
    expect(await titles('缸满了')).toEqual(['雨水账本']);
    // All pieces of four characters are there, but not in a row.
    await putStory(app.database.db, author.id, {
      ...{ title: '散', language: 'zh', chapters: [{ title: 'x', text: '甲乙丙，乙丙丁。' }] },
    });
    await app.work();
    expect(await titles('甲乙丙丁')).toEqual([]);
    expect(await titles('甲乙丙')).toEqual(['散']);
  });

  it.each([
    ['우산이', '[우산]을'],
    ['할머니에게', '[할머니]는'],
    ['골목에서', '[골목]까지'],
    ['승강기까지', '[승강기]에서'],
    ['승강기부터', '[승강기]에서'],
  ])('in Korean with other particles than in %s is marked', async (q, marked) => {
    expect(await excerpt(q)).toContain(marked);
  });

  it('in quotes is a phrase', async () => {
    // The words in any order are only suggested.
    expect((await search('"tax salt"')).map(({ title, near }) => [title, near])).toEqual([
      ['Salt Tax', { q: 'tax salt' }],
    ]);
    expect((await search('tax salt')).map(({ title, near }) => [title, near])).toEqual([['Salt Tax', null]]);
    for (const q of ['"salt tax"', '“tax on salt”', '«bowl by the gate»', '"gate stood" bowl'])
      expect(await titles(q), q).toEqual(['Salt Tax']);
    expect(await excerpt('"bowl by the gate"')).toContain('[bowl by the gate]');
    // A stop word can be any other one in the index, but not on the page.
    expect((await search('"bowl at the gate"'))[0]).toMatchObject({ near: { q: 'bowl at the gate' } });
    expect(await app.call(discoveryApi.countFound, { q: '"tax salt"' })).toEqual({ stories: 0 });
  });

  it.each([
    ['Glühlampe', 'Das Glühlampenwerk'],
    ['Lampe', 'Das Glühlampenwerk'],
    ['Werk', 'Das Glühlampenwerk'],
    ['Wald', 'Grenzhandel'],
    ['Handel', 'Grenzhandel'],
  ])('by %s are German compounds with it', async (q, title) => {
    expect(await titles(q)).toContain(title);
    const story = (await search(q)).find((found) => found.title === title)!;
    expect([story.titlePieces, story.hit!.excerpt].some((pieces) => hits(pieces).length > 0)).toBe(true);
  });

  it('corrects a word of three letters, and one that occurs only elsewhere', async () => {
    expect((await search('salt tex'))[0]).toMatchObject({ title: 'Salt Tax', near: { q: 'salt tax' } });
    await putStory(app.database.db, author.id, {
      ...{ title: 'Border', language: 'en', chapters: [{ title: 'x', text: 'Tex rode on.' }] },
    });
    await app.work();
    expect((await search('salt tex'))[0]).toMatchObject({ title: 'Salt Tax', near: { q: 'salt tax' } });
  });
});

it('finds authors by a family name of one or two characters, and by their given name', async () => {
  const akane = await buildMember(app, { username: '水原_茜' });
  await buildPublishedStory(app, akane, { title: '三番線の傘' });
  await buildPublishedStory(app, await buildMember(app, { username: '沈青禾' }), { title: '雨季的算术' });
  await app.work();
  for (const name of ['水原', '水', '茜', '水原_茜']) expect(await titles(name), name).toContain('三番線の傘');
  expect(await titles('沈青')).toContain('雨季的算术');
  // A match inside a name is not a name.
  expect(await titles('青禾')).not.toContain('雨季的算术');
});

describe('orders and filters', () => {
  beforeAll(async () => {
    const other = await buildMember(app, { username: 'Zephyr_Quill' });
    await buildPublishedStory(app, other, { title: 'A name' });
    await buildPublishedStory(app, author, { title: 'Told', description: 'The zephyr comes.', mode: 'relay' });
    await buildPublishedStory(app, author, { title: 'Zephyr', categories: ['horror'] });
    await buildPublishedStory(app, author, { title: 'A zephyrean song' });
    const { story } = await buildPublishedStory(app, author, { title: 'In a title' });
    await buildPublishedChapter(app, author, story.id, { title: 'Zephyr again' });
    const { story: text } = await buildPublishedStory(app, author, { title: 'In a text' });
    await buildPublishedChapter(app, author, text.id, { content: `${prose(150, 77)}\n\nThen a zephyr blew.` });
    await app.work();
  });
  const byFit = ['Zephyr', 'A zephyrean song', 'A name', 'Told', 'In a title', 'In a text'];

  it('sorts by relevance unless another order is chosen', async () => {
    expect(await titles('zephyr')).toEqual(byFit);
    expect(await titles('zephyr', { sort: 'latest_created' })).toEqual(
      ['A name', 'Told', 'Zephyr', 'A zephyrean song', 'In a title', 'In a text'].toReversed(),
    );
  });
  it('shows each story on one page only', async () => {
    for (const sort of ['relevance', 'recent_popular', 'classic_popular', 'latest_updated'] as const) {
      const all: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { items: FoundStory[]; next: string | null } = await app.call(discoveryApi.search, {
          ...{ q: 'zephyr', sort, limit: 2 },
          ...(cursor ? { cursor } : {}),
        });
        all.push(...page.items.map(({ title }) => title));
        cursor = page.next;
      } while (cursor);
      expect(all.toSorted(), sort).toEqual(byFit.toSorted());
      if (sort === 'relevance') expect(all).toEqual(byFit);
    }
  });
  it('filters the results, and counts what is left', async () => {
    expect(await titles('zephyr', { mode: 'relay' })).toEqual(['Told']);
    expect(await titles('zephyr', { category: 'horror' })).toEqual(['Zephyr']);
    expect(await titles('zephyr', { language: 'de' })).toEqual([]);
    expect(await titles('zephyr', { language: 'de,en', mode: 'relay' })).toEqual(['Told']);
    for (const language of ['xx', 'en,', 'en,xx', 'en de'])
      expect(outcome(await app.send(discoveryApi.search, { q: 'zephyr', language }))).toBe('400 invalid_input');
    expect(await app.call(discoveryApi.countFound, { q: 'zephyr' })).toEqual({ stories: 6 });
    expect(await app.call(discoveryApi.countFound, { q: 'zephyr', mode: 'relay' })).toEqual({ stories: 1 });
    expect(await app.call(discoveryApi.countFound, { q: 'zephyr', language: 'de' })).toEqual({ stories: 0 });
    expect((await app.call(discoveryApi.countFound, { mode: 'relay' })).stories).toBeGreaterThanOrEqual(1);
  });
  it('shows titles and matches in the languages asked for, whatever that of the page is', async () => {
    const { story } = await buildPublishedStory(app, author, { title: 'Quixotar reist' });
    await sql`update stories set language = 'de' where id = ${story.id}`.execute(app.database.db);
    await sql`insert into translations (kind, story_id, language, translator_id, status, source_revision, title, summary, approved_at)
      select 'story', ${story.id}, language, ${author.id}, 'approved', 1, 'Quixotar ' || language, 'x', db_clock()
      from unnest(array['en', 'fr']) as t (language)`.execute(app.database.db);
    await app.work();
    const shown = async (language: Language, input: Input) => {
      const { body } = await app.send(discoveryApi.search, input, {}, { language });
      const { title, titleLanguage, hit } = (body.data as FoundStory[]).find(({ id }) => id === story.id)!;
      return { title, in: titleLanguage, hit: hit?.language };
    };
    const original = { title: 'Quixotar reist', in: 'de' };
    for (const page of ['pt', 'fr', 'en'] as const) {
      expect(await shown(page, { q: 'quixotar', language: 'de' })).toEqual({ ...original, hit: 'de' });
      expect(await shown(page, { sort: 'latest_created', language: 'de' })).toEqual({ ...original, hit: undefined });
    }
    const translated = { title: 'Quixotar fr', in: 'fr' };
    expect(await shown('fr', { q: 'quixotar', language: 'fr,de' })).toEqual({ ...translated, hit: 'fr' });
    expect(await shown('fr', { sort: 'latest_created', language: 'fr,de' })).toMatchObject(translated);
    expect(await shown('pt', { q: 'quixotar' })).toMatchObject({ title: 'Quixotar en', in: 'en' });
    expect(await shown('fr', { sort: 'latest_created' })).toMatchObject({ title: 'Quixotar fr', in: 'fr' });
  });
  it('marks the words in titles, names and descriptions', async () => {
    const [whole, part, name, told] = await search('zephyr');
    expect(hits(whole!.titlePieces)).toEqual(['Zephyr']);
    expect(hits(part!.titlePieces)).toEqual(['zephyr']);
    expect(name!.hit).toMatchObject({ place: 'author' });
    expect(hits(name!.creatorPieces)).toEqual(['Zephyr']);
    expect(hits(told!.hit!.excerpt)).toEqual(['zephyr']);
  });
});

describe('search never finds', () => {
  const WORD = 'xylograph';
  const found = async () => (await titles(WORD)).length;

  it('a draft, a pending or a deleted story', async () => {
    const { id } = await buildStory(app, author, { title: `${WORD} one`, description: 'At www.lemon-shop.com' });
    await buildChapterDraft(app, author, id, { title: WORD, content: `${WORD} ${prose(150, 301)}` });
    await app.work();
    expect(await found()).toBe(0);
    await app.call(storyApi.submit, { storyId: id }, author);
    await app.work();
    expect(await found()).toBe(0);
    const { story } = await buildPublishedStory(app, author, { title: `${WORD} two` });
    await app.work();
    expect(await found()).toBe(1);
    // The index is outdated: its job hasn’t run yet.
    await app.call(storyApi.delete, { storyId: story.id }, author);
    expect(await found()).toBe(0);
    await app.call(storyApi.undelete, { storyId: story.id }, author);
    expect(await found()).toBe(1);
    await sql`update stories set status = 'banned' where id = ${story.id}`.execute(app.database.db);
    expect(await found()).toBe(0);
    await app.work();
    expect(await found()).toBe(0);
    expect(await app.call(discoveryApi.countFound, { q: WORD })).toEqual({ stories: 0 });
  });

  it('a hidden chapter, its pending edit, or its previous text afterwards', async () => {
    const [old, fresh] = ['yesterglow', 'morrowgleam'];
    const { story } = await buildPublishedStory(app, author);
    const { id: chapterId } = await buildPublishedChapter(app, author, story.id, {
      content: `${prose(150, 401)}\n\nA ${old} lay there.`,
    });
    await app.work();
    expect((await search(old))[0]?.hit).toMatchObject({ chapter: { id: chapterId } });
    await app.call(
      chapterApi.update,
      { chapterId, version: 0, content: `A ${fresh}. ${doubtfulProse(150, 402)}` },
      author,
    );
    await app.call(chapterApi.submit, { chapterId }, author);
    await app.work();
    expect(await titles(fresh)).toEqual([]);
    await decide(app, moderator, chapterId, 'approve');
    await app.work();
    expect(await titles(fresh)).toHaveLength(1);
    expect(await titles(old)).toEqual([]);
    await sql`update chapters set status = 'hidden' where id = ${chapterId}`.execute(app.database.db);
    const late = await search(fresh);
    expect(JSON.stringify(late)).not.toMatch(new RegExp(fresh));
    expect(late).toEqual([]);
    await app.work();
    expect(await titles(fresh)).toEqual([]);
    await sql`update chapters set status = 'approved' where id = ${chapterId}`.execute(app.database.db);
    await app.work();
    expect(await titles(fresh)).toHaveLength(1);
  });

  it('a translation that was taken down; a public one is found in its language', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author, { title: 'Quillwort grows' });
    const [translator, reviewer] = [await buildMember(app), await buildReviewer(app, 'de')];
    const task = { storyId: story.id, language: 'de' as const };
    const id = await publishTranslation(app, { ...task, translator, reviewer });
    await publishTranslation(app, { ...task, chapterId, translator, reviewer });
    await app.work();
    const german = async () => (await search('quillwort de')).filter(({ hit }) => hit?.isTranslation);
    const { language } = (await app.call(translationApi.story, task)) as { language: string };
    expect(language).toBe('de');
    // In tests, each part of a translation starts with the name of its language, a stop word in texts but not in
    // titles.
    expect(await german()).toMatchObject([{ hit: { place: 'title', language: 'de' } }]);
    await sql`update translations set status = 'rejected', reason = 'For the test of search.' where id = ${id}`.execute(
      app.database.db,
    );
    expect(await german()).toEqual([]);
    await app.work();
    expect(await german()).toEqual([]);
  });

  it('any of it in the index once its job has run', async () => {
    await app.work();
    const { rows } = await sql`select x.story_id, x.chapter_id from search_texts x
      left join chapters c on c.id = x.chapter_id left join stories s on s.id = x.story_id
      where s.id is null or s.deleted_at is not null or (x.chapter_id <> 0 and (c.status is distinct from 'approved' or c.deleted_at is not null))`.execute(
      app.database.db,
    );
    expect(rows).toEqual([]);
    const { rows: whole } = await sql<{ n: string }>`select count(*) as n from chapters c
      join chapter_texts t on t.chapter_id = c.id where c.status = 'approved' and c.deleted_at is null
        and not exists (select from search_texts x where x.chapter_id = c.id)`.execute(app.database.db);
    expect(whole).toEqual([{ n: '0' }]);
  });
});

it.each([
  ['signs', `'"\\%_:*&|!()<->~@#$^[]{}?+-=;,./`.repeat(3).slice(0, 100)],
  ['an end of a string', "'); drop table stories; --"],
  ['operators', 'a & b | !c <-> (d:* , "e")'],
  ['emoji', '🐇'.repeat(50)],
  ['half a character', '\ud83d rabbit \udc07'],
  ['many words', [...'abcdefghijklmnopqrstuvwxyz'].join(' ').repeat(2).slice(0, 100)],
  ['a long word', 'ä'.repeat(100)],
  ['marks alone', '\u0301'.repeat(100)],
  ['one letter', 'a'],
  ['every script', 'aא我あア한ไทยاЯ1²Ⅷ'],
  ['an empty stem', "l' d' s"],
  ['quotes', '"" "a" “the of” «l d» 「」 "兔子 the" "'],
  ['a phrase of stop words', '"the of and"'],
])('%s returns results', async (_name, q) => {
  for (const sort of ['relevance', 'latest_created'])
    expect(outcome(await app.send(discoveryApi.search, { q, sort }))).toBe('200');
  expect(outcome(await app.send(discoveryApi.countFound, { q }))).toBe('200');
});
