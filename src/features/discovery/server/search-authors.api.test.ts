import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { fold } from '#core/fold.ts';
import { DAY } from '#core/time.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { eraseDueAccounts, restrictAccount } from '#features/accounts/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { buildContest, buildVoters, PHASE, pass, vote } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  buildWay,
  type Member,
} from '#testing/factories.ts';
import { restricted } from '#testing/moderation.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { letIn } from '#testing/together.ts';
import { discoveryApi } from '../contract.ts';
import type { ExcerptPiece } from '../model/excerpt.ts';

const app = setUpTestApp();
let creator: Member;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  creator = await buildMember(app, { username: 'Okonkwo_B' });
  moderator = await buildMember(app, { role: 'moderator' });
});

const ctx = () => createCtx(app.deps, { language: 'en' });
const search = async (q: string) => (await app.call(discoveryApi.search, { q })).items;
const titles = async (q: string) => (await search(q)).map(({ title }) => title);
const shown = (pieces: readonly ExcerptPiece[]) =>
  pieces.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join('');

describe('an author is found', () => {
  beforeAll(async () => {
    for (const [username, title] of [
      ['Inês_Prado', 'Maré baixa'],
      ['LucíaVega', 'Doce minutos'],
      ['R_Castellan', 'Salt Tax'],
      ['水原_茜', '三番線の傘'],
      ['Ångström_9', 'Length of light'],
    ] as const)
      await buildPublishedStory(app, await buildMember(app, { username }), { title, description: 'Nothing else.' });
    await app.work();
  });
  it.each([
    ['ines_prado', 'Maré baixa'],
    ['Ines_Prado', 'Maré baixa'],
    ['Ines Prado', 'Maré baixa'],
    ['inesprado', 'Maré baixa'],
    ['prado', 'Maré baixa'],
    ['lucia', 'Doce minutos'],
    ['LuciaVega', 'Doce minutos'],
    ['lucía vega', 'Doce minutos'],
    ['r castellan', 'Salt Tax'],
    ['castellan', 'Salt Tax'],
    ['castellan salt', 'Salt Tax'],
    ['tax castellan', 'Salt Tax'],
    ['水原 茜', '三番線の傘'],
    ['水原 傘', '三番線の傘'],
    ['angstrom', 'Length of light'],
  ])('by %s', async (q, title) => {
    expect(await titles(q)).toEqual([title]);
    expect(await app.call(discoveryApi.countFound, { q })).toEqual({ stories: 1 });
  });
  it.each(['castellan light', 'n castellan', 'Prado Vega'])('but not by %s', async (q) => {
    expect(await titles(q)).toEqual([]);
  });
  it('with the name marked', async () => {
    const [story] = await search('lucia vega');
    expect(story!.hit).toMatchObject({ place: 'author', author: null });
    expect(shown(story!.creatorPieces)).toBe('[Lucía][Vega]');
    const [mixed] = await search('r castellan nothing salt');
    expect(mixed).toBeUndefined();
    const [salt] = await search('r castellan salt');
    expect(shown(salt!.titlePieces)).toBe('[Salt] Tax');
    expect(shown(salt!.hit!.excerpt)).toBe('Nothing else.');
  });
});

describe('people', () => {
  const people = (q: string) => app.call(discoveryApi.people, { q });
  it('are authors with all words of the query in their names, with what they have published', async () => {
    const [ines, ...others] = await people('ines prado');
    expect(others).toEqual([]);
    expect(ines).toMatchObject({ username: 'Inês_Prado', stories: 1, chapters: 1 });
    expect(Object.keys(ines!).sort()).toEqual([
      'avatar',
      'chapters',
      'id',
      'namePieces',
      'slug',
      'stories',
      'username',
    ]);
    expect(shown(ines!.namePieces)).toBe('[Inês]_[Prado]');
    for (const q of ['castellan salt', 'prado vega', 'nobody', '…']) expect(await people(q), q).toEqual([]);
  });
  it('with the whole name come first, then those with more chapters', async () => {
    for (const [username, chapters] of [
      ['quillon_b', 1],
      ['quillon_cc', 3],
      ['quillon', 1],
    ] as const) {
      const member = await buildMember(app, { username });
      const { story } = await buildPublishedStory(app, member);
      for (let i = 1; i < chapters; i += 1) await buildPublishedChapter(app, member, story.id);
    }
    const names = async (q: string) => (await people(q)).map(({ username }) => username);
    expect(await names('Quillon')).toEqual(['quillon', 'quillon_cc', 'quillon_b']);
    expect(await names('quillo')).toEqual(['quillon_cc', 'quillon', 'quillon_b']);
  });
  it('are not members without a published chapter, nor those whose profile isn’t shown', async () => {
    const member = await buildMember(app, { username: 'Unseen_Uta' });
    const story = await buildStory(app, member);
    await buildChapterDraft(app, member, story.id);
    expect(await people('Unseen_Uta')).toEqual([]);
    const banned = await buildMember(app, { username: 'Banned_Bo' });
    await buildPublishedStory(app, banned);
    expect(await people('Banned_Bo')).toHaveLength(1);
    await restrictAccount(ctx(), banned.id, {
      action: 'suspend',
      reason: 'A reason.',
      until: new Date(app.clock.now().getTime() + DAY),
    });
    expect(await people('Banned_Bo')).toEqual([]);
    const hidden = await buildMember(app, { username: 'Veiled_Vera' });
    const { story: banned2 } = await buildPublishedStory(app, hidden);
    await restricted(app, moderator, 'ban_story', banned2.id);
    expect(await people('Veiled_Vera')).toEqual([]);
    expect(await search('Veiled_Vera')).toEqual([]);
  });
});

describe('a story that several wrote is found by', () => {
  let storyId: string;
  let first: string;
  const joined = async (username: string) => {
    const member = await buildMember(app, { username });
    await letIn(app, creator, storyId, member);
    return member;
  };
  const isFound = async (q: string) => (await search(q)).some(({ id }) => id === storyId);
  const finds = async (q: string) => {
    await app.work();
    return isFound(q);
  };

  beforeAll(async () => {
    const { storyId: id, ids } = await buildBranchStory(app, creator, {}, { title: 'Bus 17' });
    [storyId, first] = [id, ids.first!];
  });

  it('the author of a chapter, and says so', async () => {
    const hedwig = await joined('Hedwig_K');
    expect(await finds('Hedwig_K')).toBe(false);
    await buildWay(app, hedwig, storyId, first, 'Out at the lake');
    expect(await finds('Hedwig_K')).toBe(true);
    expect(await isFound('hedwig bus')).toBe(true);
    const [story] = await search('hedwig');
    expect(story!.hit).toMatchObject({ place: 'author', author: { slug: hedwig.slug } });
    expect(shown(story!.hit!.author!.namePieces)).toBe('[Hedwig]_K');
    expect((await search('Okonkwo'))[0]!.hit).toMatchObject({ author: null });
  });

  it('no one who has only joined, or has only a draft', async () => {
    const drafter = await joined('Drafting_Dora');
    await buildChapterDraft(app, drafter, storyId, { parentChapterId: first, choice: 'x' });
    expect(await finds('Drafting_Dora')).toBe(false);
  });

  it('no one whose only chapter is hidden, even before the index knows', async () => {
    const hidden = await joined('Hidden_Hal');
    const chapterId = await buildWay(app, hidden, storyId, first, 'Behind the depot');
    expect(await finds('Hidden_Hal')).toBe(true);
    await restricted(app, moderator, 'hide_chapter', chapterId);
    expect(await isFound('Hidden_Hal')).toBe(false);
    expect(await isFound('hidden bus')).toBe(false);
    expect(await finds('Hidden_Hal')).toBe(false);
  });

  it('no one who is suspended or banned, until that is over', async () => {
    const member = await joined('Resting_Rita');
    await buildWay(app, member, storyId, first, 'The second stop');
    expect(await finds('Resting_Rita')).toBe(true);
    await restrictAccount(ctx(), member.id, { action: 'ban', reason: 'A reason.' });
    expect(await isFound('Resting_Rita')).toBe(false);
    expect(await app.call(discoveryApi.countFound, { q: 'Resting_Rita' })).toEqual({ stories: 0 });
    await restrictAccount(ctx(), member.id, { action: 'lift', reason: 'A reason.' });
    expect(await isFound('Resting_Rita')).toBe(true);
  });

  it('the new name of a member at once, and no longer by the old one', async () => {
    const member = await joined('Former_Name');
    await buildWay(app, member, storyId, first, 'The third stop');
    expect(await finds('Former_Name')).toBe(true);
    await app.call(accountApi.updateInfo, { username: 'Present_Name' }, member);
    expect(await isFound('Former_Name')).toBe(false);
    expect(await isFound('Present_Name')).toBe(true);
  });

  it('no erased member, whatever is left of their chapters', async () => {
    const member = await joined('Gone_Gerda');
    await buildWay(app, member, storyId, first, 'The last stop');
    expect(await finds('Gone_Gerda')).toBe(true);
    await sql`update accounts set status = 'pending_deletion', deletion_due_at = db_clock(), deletion_content = 'keep'
      where id = ${member.id}`.execute(app.database.db);
    expect(await isFound('Gone_Gerda')).toBe(false);
    await eraseDueAccounts(ctx());
    for (const name of ['Gone_Gerda', `~${member.id}`, member.id]) expect(await finds(name), name).toBe(false);
  });
});

it('by a draft or an unlisted story no author is found', async () => {
  const member = await buildMember(app, { username: 'Quiet_Quinn' });
  await buildStory(app, member, { title: 'Not yet' });
  await app.work();
  expect(await search('Quiet_Quinn')).toEqual([]);
});

it('the authors of entries are found only once the round is completed, and only the winner', async () => {
  const contest = await buildContest(app, 3);
  const { storyId, entries } = contest;
  const finds = async ({ username }: Member) => {
    await app.work();
    return (await search(username)).some(({ id }) => id === storyId);
  };
  for (const { author } of entries) {
    expect(await finds(author)).toBe(false);
    expect(await app.call(discoveryApi.people, { q: author.username })).toEqual([]);
  }
  const voters = await buildVoters(app, 3);
  for (const voter of voters) await vote(app, contest, voter, entries[1]!.id);
  for (const { author } of entries) expect(await finds(author)).toBe(false);
  await pass(app, contest, PHASE);
  for (const [i, { author }] of entries.entries()) expect(await finds(author)).toBe(i === 1);
});

it('a story that passes to another creator is found by the new one', async () => {
  const [from, to] = [
    await buildMember(app, { username: 'Began_Bela' }),
    await buildMember(app, { username: 'Heir_Hanna' }),
  ];
  const { story } = await buildPublishedStory(app, from, { title: 'Handed over' });
  await sql`update stories set creator_id = ${to.id} where id = ${story.id}`.execute(app.database.db);
  await sql`insert into participants (story_id, account_id, number) values (${story.id}, ${to.id}, 2)`.execute(
    app.database.db,
  );
  await app.work();
  expect(await titles('Heir_Hanna')).toEqual(['Handed over']);
});

it('many members with the same word in their names leave authors to be found', async () => {
  await sql`insert into accounts (email, username, username_key, slug, preferred_language, status)
    select 'crowd' || n || '@skein.test', 'crowd_' || n, 'crowd_' || n, 'crowd-' || n, 'en', 'active'
    from generate_series(1, 300) n`.execute(app.database.db);
  const author = await buildMember(app, { username: 'crowd_lantern' });
  const { story } = await buildPublishedStory(app, author, { title: 'In the crowd' });
  await buildPublishedChapter(app, author, story.id);
  await app.work();
  for (const q of ['crowd', 'lantern', 'crowd_lantern', 'crowd lantern'])
    expect(await titles(q)).toEqual(['In the crowd']);
});

it('the database folds names like the code', async () => {
  const letters: string[] = [];
  for (let code = 0x30; code < 0x1f000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (
      /^[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]$/v.test(letter) &&
      letter === letter.normalize('NFKC').toLowerCase()
    )
      letters.push(letter, `e${letter}\u0301`);
  }
  const { rows } = await sql<{ letter: string; folded: string }>`
    select letter, fold_name(letter) as folded from unnest(${letters}::text[]) letter`.execute(app.database.db);
  const different = rows.filter(({ letter, folded }) => fold(letter) !== folded);
  expect(rows.length).toBeGreaterThan(10_000);
  expect(different).toEqual([]);
});
