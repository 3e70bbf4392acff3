import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE } from '#core/time.ts';
import type { Db } from '#platform/db/database.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
  outcome,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { raceInOrder } from '#testing/race.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { type ChapterDraft, chapterApi } from '../contract.ts';
import type { ChapterSave } from '../contract-save.ts';
import { textBlocks } from '../model/document.ts';
import { insertRevision } from './chapters.repo.ts';

const app = setUpTestApp();
let author: Member;
let stranger: Member;
let storyId: string;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  stranger = await buildMember(app);
  storyId = (await buildStory(app, author)).id;
});

const save = (chapterId: string, version: number, change: Record<string, unknown>) =>
  app.send(chapterApi.update, { chapterId, version, ...change }, author);
const saved = (chapterId: string, version: number, change: { title?: string; content?: string }) =>
  app.call(chapterApi.update, { chapterId, version, ...change }, author);
const draftOf = (chapterId: string) => app.call(chapterApi.draft, { chapterId }, author);
const idsOf = (draft: ChapterDraft) => textBlocks(draft.content).map((part) => part.attrs?.id);

/** Returns the numbers of all versions, newest first. */
async function numbers(chapterId: string): Promise<number[]> {
  const found: number[] = [];
  let cursor: string | null = null;
  do {
    const page: { items: { revision: number }[]; next: string | null } = await app.call(
      chapterApi.revisions,
      { chapterId, limit: 30, ...(cursor ? { cursor } : {}) },
      author,
    );
    found.push(...page.items.map(({ revision }) => revision));
    cursor = page.next;
  } while (cursor);
  return found;
}

/** Runs the calls with a limited concurrency: the number of connections, so that none waits for one in vain. */
async function abreast<T>(calls: (() => Promise<T>)[], width: number): Promise<T[]> {
  const answers: T[] = [];
  const queue = calls.entries();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const [i, call] of queue) answers[i] = await call();
    }),
  );
  return answers;
}

describe('a stale save', () => {
  it('returns the current text and changes nothing', async () => {
    const draft = await buildChapterDraft(app, author, storyId);
    await saved(draft.id, 1, { title: 'Second' });
    const now = await draftOf(draft.id);
    expect(now).toMatchObject({ title: 'Second', version: 2 });
    for (const version of [1, 0, 3, 2 ** 31 - 1]) {
      const answer = await save(draft.id, version, { title: 'Lost', content: 'Lost.' });
      expect(outcome(answer)).toBe('409 chapter_changed');
      expect(answer.body.details).toEqual({ current: now });
    }
    expect(await draftOf(draft.id)).toEqual(now);
  });

  it('needs a version that is a number', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    for (const version of [undefined, null, '1', 1.5, Number.MAX_VALUE])
      expect(outcome(await app.send(chapterApi.update, { chapterId, version, title: 'x' }, author))).toBe(
        '400 invalid_input',
      );
  });

  it('is refused 1,000 times at once among newer saves, and no save is lost', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    let version = 1;
    const fresh: string[] = [];
    const stale: string[] = [];
    const writer = async () => {
      for (let i = 0; i < 20; i += 1) {
        const answer = await save(chapterId, version, { title: `Save ${i}` });
        fresh.push(outcome(answer));
        version = (answer.body.data as ChapterSave).version;
      }
    };
    const calls = Array.from({ length: 1000 }, (_, i) => async () => {
      // At least one version behind, whenever it arrives.
      const behind = Math.max(0, version - 1 - (i % 3));
      stale.push(outcome(await save(chapterId, behind, { title: 'Lost', content: 'Lost.' })));
    });
    await Promise.all([writer(), abreast(calls, 12)]);
    expect(fresh).toEqual(Array(20).fill('200'));
    expect([...new Set(stale)]).toEqual(['409 chapter_changed']);
    expect(stale).toHaveLength(1000);
    expect(await draftOf(chapterId)).toMatchObject({ title: 'Save 19', version: 21 });
  });

  it('is every save of one version except one, again and again', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    for (let version = 1; version <= rounds(46, 'saves of each version'); version += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) => save(chapterId, version, { title: `${version}.${i}` })),
      );
      expect(answers.map(outcome).sort()).toEqual(['200', ...Array(9).fill('409 chapter_changed')]);
      const winner = answers.findIndex((answer) => answer.status === 200);
      expect(await draftOf(chapterId)).toMatchObject({ title: `${version}.${winner}`, version: version + 1 });
    }
  });

  it('from a page that was open since before the last publication never affects the new edit', async () => {
    const { story } = await buildPublishedStory(app, author);
    const { id: chapterId } = await buildPublishedChapter(app, author, story.id);
    const first = await saved(chapterId, 0, { title: 'First edit' });
    await app.call(chapterApi.discardEdit, { chapterId }, author);
    const second = await saved(chapterId, 0, { title: 'Second edit' });
    expect(second.version).not.toBe(first.version);
    expect(outcome(await save(chapterId, first.version, { title: 'Lost' }))).toBe('409 chapter_changed');
    expect(outcome(await save(chapterId, 1, { title: 'Lost' }))).toBe('409 chapter_changed');
    expect(await draftOf(chapterId)).toMatchObject({ title: 'Second edit', version: second.version });
  });

  it('is every one of many saves that start an edit at once, except one', async () => {
    const { story } = await buildPublishedStory(app, author);
    const { id: chapterId } = await buildPublishedChapter(app, author, story.id);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => save(chapterId, 0, { title: `Edit ${i}` })));
    expect(answers.map(outcome).sort()).toEqual(['200', ...Array(9).fill('409 chapter_changed')]);
  });
});

describe('a save', () => {
  it('doesn’t return the text, and counts the correct number of units', async () => {
    const { id } = await buildChapterDraft(app, author, storyId, { content: 'One two.\n\nThree.' });
    const answer = await saved(id, 1, { content: 'One two.\n\nThree and four.\n\n他用 iPhone。' });
    const { content, savedAt } = await draftOf(id);
    expect(answer).toEqual({
      version: 2,
      savedAt,
      units: 8,
      ids: textBlocks(content).map(({ attrs }) => attrs?.id),
      language: null,
      edit: null,
    });
  });

  it('says which language the text seems to be in, from 200 characters on, whatever the story’s language is', async () => {
    const { id } = await buildChapterDraft(app, author, storyId);
    const PORTUGUESE = 'A balsa partiu tarde e ninguém a bordo disse nada sobre o assunto durante a travessia do rio. ';
    const JAPANESE = '夜の渡し舟は遅れて岸を離れ、乗っている人は誰も何も言わなかった。'.repeat(7);
    const answers: (string | null)[] = [];
    let version = 1;
    // The detector loads when it is asked first, and a save doesn’t wait long for it.
    await vi.waitUntil(
      async () => (await saved(id, version++, { content: prose(60, version) })).language === 'en',
      20_000,
    );
    const texts = [PORTUGUESE, PORTUGUESE.repeat(3), JAPANESE, prose(150, 7), '42 '.repeat(300)];
    for (const content of texts) {
      const answer = await saved(id, version, { content });
      version = answer.version;
      answers.push(answer.language);
    }
    expect(answers).toEqual([null, 'pt', 'ja', 'en', null]);
    expect(await saved(id, version, { title: 'Without a text' })).toMatchObject({ language: null });
  });

  it('waits for a status change, and is refused because of it', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    const remove = (db: Db) => sql`update chapters set deleted_at = db_clock() where id = ${chapterId}`.execute(db);
    const [late] = await raceInOrder(app, remove, [() => save(chapterId, 1, { title: 'Too late' })]);
    expect(outcome(late!)).toBe('404 chapter_not_found');
    await app.call(chapterApi.undelete, { chapterId }, author);
    expect(await draftOf(chapterId)).toMatchObject({ version: 1, title: 'The left boot' });
  });

  it('waits for another save, and returns its text', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    const write = (db: Db) =>
      sql`update chapter_drafts set version = 2, title = 'Theirs' where chapter_id = ${chapterId}`.execute(db);
    const [late] = await raceInOrder(app, write, [() => save(chapterId, 1, { title: 'Too late' })]);
    expect(outcome(late!)).toBe('409 chapter_changed');
    expect(late!.body.details).toEqual({ current: await draftOf(chapterId) });
    expect(await draftOf(chapterId)).toMatchObject({ version: 2, title: 'Theirs' });
  });
});

describe('paragraphs keep their ids', () => {
  it('if a plain text is changed', async () => {
    const draft = await buildChapterDraft(app, author, storyId, { content: 'One.\n\nTwo.\n\nThree.' });
    const [one, two, three] = idsOf(draft);
    expect(new Set([one, two, three]).size).toBe(3);
    const next = await saved(draft.id, 1, { content: 'Zero.\n\nOne.\n\nTwo, rewritten.\n\nThree.' });
    expect(next.ids!.slice(1)).toEqual([one, two, three]);
    expect(next.ids![0]).not.toBe(one);
    expect(idsOf(await draftOf(draft.id))).toEqual(next.ids);
  });

  it('and duplicates in a document get new ones', async () => {
    const { id } = await buildChapterDraft(app, author, storyId, { content: 'One.' });
    const paragraph = { type: 'paragraph', attrs: { id: 'same' }, content: [{ type: 'text', text: 'x' }] };
    const answer = await save(id, 1, {
      content: { type: 'doc', content: [paragraph, paragraph, { type: 'horizontalRule' }] },
    });
    const [first, second] = (answer.body.data as ChapterSave).ids!;
    expect(first).toBe('same');
    expect(second).toMatch(/^[a-z0-9]{8}$/);
  });

  it('fields that aren’t given stay unchanged', async () => {
    const draft = await buildChapterDraft(app, author, storyId);
    const next = await saved(draft.id, 1, { title: 'Only the title' });
    expect(next).toEqual({
      version: 2,
      savedAt: expect.any(String),
      units: draft.units,
      ids: null,
      language: null,
      edit: null,
    });
    expect(await draftOf(draft.id)).toMatchObject({
      title: 'Only the title',
      summary: draft.summary,
      content: draft.content,
      units: draft.units,
    });
  });
});

describe('earlier versions', () => {
  const revisions = async (chapterId: string) =>
    (await app.call(chapterApi.revisions, { chapterId, limit: 50 }, author)).items;
  const kinds = async (chapterId: string) =>
    (await revisions(chapterId)).map(({ revision, kind }) => `${revision} ${kind}`);

  it('are kept for significant changes: 40 words, or after 5 minutes', async () => {
    const { id } = await buildChapterDraft(app, author, storyId, { content: 'word '.repeat(100) });
    expect(await kinds(id)).toEqual(['1 autosave']);
    await saved(id, 1, { content: 'word '.repeat(139) });
    expect(await kinds(id)).toEqual(['1 autosave']);
    await saved(id, 2, { content: 'word '.repeat(140) });
    expect(await kinds(id)).toEqual(['2 autosave', '1 autosave']);
    await saved(id, 3, { content: 'word '.repeat(141) });
    await app.clock.advance(5 * MINUTE);
    await saved(id, 4, { content: 'word '.repeat(142) });
    expect(await kinds(id)).toEqual(['3 autosave', '2 autosave', '1 autosave']);
    const text = await app.call(chapterApi.revision, { chapterId: id, revision: 2 }, author);
    expect(text).toMatchObject({ revision: 2, units: 140 });
  });

  it('don’t include a blank start', async () => {
    const { id } = await app.call(chapterApi.create, { storyId, title: 'Only a title' }, author);
    expect(await kinds(id)).toEqual([]);
  });

  it('restoring keeps the current text as a version first', async () => {
    const draft = await buildChapterDraft(app, author, storyId, { title: 'Old', content: 'Old words. '.repeat(30) });
    await saved(draft.id, 1, { title: 'New', content: 'New words. '.repeat(90) });
    await saved(draft.id, 2, { title: 'Newest' });
    const restored = await app.call(
      chapterApi.restoreRevision,
      { chapterId: draft.id, version: 3, revision: 1 },
      author,
    );
    expect(restored).toMatchObject({ title: 'Old', content: draft.content, units: draft.units, version: 4 });
    expect(await kinds(draft.id)).toEqual(['3 restored', '2 autosave', '1 autosave']);
    expect(await app.call(chapterApi.revision, { chapterId: draft.id, revision: 3 }, author)).toMatchObject({
      title: 'Newest',
      units: 180,
    });
  });

  it('a save that was chosen over another text keeps the other as a version', async () => {
    const { id } = await buildChapterDraft(app, author, storyId, { content: 'The other text.' });
    const answer = await save(id, 1, { content: 'The chosen text.', keepPresent: true });
    expect(outcome(answer)).toBe('200');
    expect((await kinds(id))[0]).toBe('2 conflict');
    expect((await app.call(chapterApi.revision, { chapterId: id, revision: 2 }, author)).units).toBe(3);
    expect(outcome(await save(id, 1, { content: 'Late.', keepPresent: true }))).toBe('409 chapter_changed');
    expect(await kinds(id)).toHaveLength(2);
  });

  it('restoring needs the current version and an existing one', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    const restore = (version: number, revision: unknown) =>
      app.send(chapterApi.restoreRevision, { chapterId, version, revision }, author);
    expect(outcome(await restore(0, 1))).toBe('409 chapter_changed');
    expect(outcome(await restore(1, 99))).toBe('404 revision_not_found');
    expect(outcome(await restore(1, 0))).toBe('404 revision_not_found');
    for (const revision of [2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, -1, 1.5, 'x', null])
      expect((await restore(1, revision)).status, String(revision)).toBeOneOf([400, 404]);
    for (const revision of ['2147483648', '9007199254740991', '-1', '1.5', 'x', '', '1e3', '\u0000'])
      expect((await app.send(chapterApi.revision, { chapterId, revision }, author)).status, revision).toBeOneOf([
        400, 404,
      ]);
  });

  it('restoring for a published chapter starts an edit', async () => {
    const { story } = await buildPublishedStory(app, author);
    const chapter = await buildPublishedChapter(app, author, story.id, {
      title: 'As sent',
      content: prose(150, 30_001),
    });
    const restored = await app.call(
      chapterApi.restoreRevision,
      { chapterId: chapter.id, version: 0, revision: 1 },
      author,
    );
    expect(restored).toMatchObject({ title: 'As sent', editStatus: 'draft' });
    expect(await app.call(chapterApi.detail, { chapterId: chapter.id })).toEqual(chapter);
  });

  it('are the newest 20, the last of each day and those that were submitted', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    const { db } = app.database;
    // Ten a day. The fourth of each day was submitted.
    for (let revision = 2; revision <= 60; revision += 1) {
      await insertRevision(db, chapterId, revision % 10 === 4 ? 'submitted' : 'autosave');
      await sql`update chapter_revisions set created_at = timestamptz '2026-01-01 08:00Z' + ${Math.floor(revision / 10)} * interval '1 day'
        where chapter_id = ${chapterId} and revision = ${revision}`.execute(db);
    }
    const newest = Array.from({ length: 20 }, (_, i) => 60 - i);
    // The first one was saved today, which is another day than that of the second.
    expect(await numbers(chapterId)).toEqual([...newest, 39, 34, 29, 24, 19, 14, 9, 4, 1]);
  });

  it('are listed in pages', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    await sql`insert into chapter_revisions (chapter_id, story_id, revision, kind, title, summary, document, units, created_at)
      select ${chapterId}, ${storyId}, n, 'autosave', 'n' || n, '', '{"type":"doc","content":[{"type":"paragraph"}]}', 0, db_clock() - (101 - n) * interval '1 day'
      from generate_series(2, 100) n`.execute(app.database.db);
    await saved(chapterId, 1, { content: 'word '.repeat(500) });
    expect(await numbers(chapterId)).toEqual(Array.from({ length: 101 }, (_, i) => 101 - i));
    for (const bad of ['x', '-1', '1e3', '99999999999', ''])
      expect((await app.send(chapterApi.revisions, { chapterId, cursor: bad }, author)).status, bad).toBe(400);
  });

  it('are only for their author', async () => {
    const { id: chapterId } = await buildChapterDraft(app, author, storyId);
    for (const [call, more] of [
      ['revisions', {}],
      ['revision', { revision: 1 }],
      ['restoreRevision', { revision: 1, version: 1 }],
    ] as const)
      expect(outcome(await app.send(chapterApi[call], { chapterId, ...more }, stranger)), call).toBe(
        '404 chapter_not_found',
      );
  });
});

it('the longest texts are saved, read and compared quickly', async () => {
  const blocks = (word: string) => Array.from({ length: 6000 }, (_, i) => `${word}${i}`).join('\n\n');
  const { id } = await buildChapterDraft(app, author, storyId, { content: blocks('a') });
  const began = performance.now();
  const next = await saved(id, 1, { content: blocks('b') });
  expect(performance.now() - began).toBeLessThan(8000);
  expect(next.ids).toHaveLength(6000);
  const now = await draftOf(id);
  expect(outcome(await save(id, 2, { content: `${blocks('c')}\n\none more` }))).toBe('400 invalid_input');
  expect(await draftOf(id)).toEqual(now);
});

it('the same Idempotency-Key ten times at once saves once', async () => {
  const { id: chapterId } = await buildChapterDraft(app, author, storyId);
  const headers = { 'idempotency-key': 'save-once-0001' };
  const input = { chapterId, version: 1, title: 'Once' };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => app.send(chapterApi.update, input, author, { headers })),
  );
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: answers[0]!.body });
  expect(await draftOf(chapterId)).toMatchObject({ title: 'Once', version: 2 });
});

it('all of that broke no invariant', () => expectInvariants(app));
