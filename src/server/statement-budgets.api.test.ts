import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { type ChapterDraft, chapterApi } from '#features/chapters/contract.ts';
import { approveAutomatically } from '#features/moderation/server/reviews.service.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { insertPublished } from '#features/translation/server/reading.test-kit.ts';
import { createCtx } from '#platform/context.ts';
import { buildChapterDraft, buildMember, buildStory, type Member } from '#testing/factories.ts';
import { newSession } from '#testing/members.ts';
import { MODE_STORIES, type ModeStory, publicChapters } from '#testing/mode-stories.ts';
import { sentStatements } from '#testing/statements.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { builtPages, servePages } from './pages.ts';

// Number of database statements for a page that isn’t cached, read in a language that its texts are translated into,
// for the viewer’s permissions, and for writes. BEGIN and COMMIT count. Limits are on. Build first.
const app = setUpTestApp({ RATE_LIMITS: 'on', LIMIT_PAGES: '1000', LIMIT_ADDRESS: '5000' });

const STORY_BUDGET = 8;
const NEWEST_BUDGET = 9;
const VIEWER_BUDGET = 4;
const HOME_BUDGET = 7;
const AUTOSAVE_BUDGET = 5;
const SUBMIT_BUDGET = 15;
const FIRST_PUBLICATION_BUDGET = 20;
const POSITION_BUDGET = 5;

let stranger: Member;
let translator: Member;
let earlier: Member;
const written = new Map<WritingMode, ModeStory>();

/** Translates the story and its chapters into German, with two translators each, and gives it a suggested category. */
async function translate({ storyId }: ModeStory): Promise<void> {
  for (const chapterId of [undefined, ...(await publicChapters(app, storyId))]) {
    const task = { storyId, ...(chapterId ? { chapterId } : {}), language: 'de' as const };
    const basedOnId = await insertPublished(app, earlier, task);
    await app.database.db
      .updateTable('translations')
      .set({ status: 'superseded' })
      .where('id', '=', basedOnId)
      .execute();
    await insertPublished(app, translator, { ...task, basedOnId });
  }
  await sql`update stories set categories = array['adventure', 'ferries'] where id = ${storyId}`.execute(
    app.database.db,
  );
}

beforeAll(async () => {
  await servePages(app.app, app.deps, builtPages);
  [stranger, translator, earlier] = [await buildMember(app), await buildMember(app), await buildMember(app)];
  const names = JSON.stringify({ en: 'Ferries', de: 'Fähren' });
  await sql`with named as (insert into categories (code) values ('ferries'))
    insert into added_categories (code, names) values ('ferries', ${names})`.execute(app.database.db);
  for (const [mode, { build }] of MODE_STORIES) {
    const story = await build(app, [stranger, translator, earlier]);
    await translate(story);
    written.set(mode, story);
  }
  // The clock was moved. The first request of a member after a while stores that they were active.
  for (const { storyId, creator, participant } of written.values())
    for (const member of [creator, participant, stranger]) {
      Object.assign(member, await newSession(app.deps, member));
      await app.call(storyApi.viewerState, { storyId }, member);
    }
}, 120_000);

/** Returns the statements for a page that isn’t cached. */
function statementsOf(url: string): Promise<string[]> {
  app.app.cache.clear();
  return sentStatements(async () => {
    const { statusCode, body } = await app.app.http.inject({ url });
    expect(statusCode).toBe(200);
    expect(body).toContain('de title');
  });
}

/** Lists the statements if there are too many. */
function expectWithin(statements: string[], budget: number): void {
  const list = statements.map((statement) => statement.replaceAll(/\s+/g, ' ').slice(0, 150)).join('\n');
  expect(statements.length, `\n${list}\n${statements.length} statements`).toBeLessThanOrEqual(budget);
}

it('includes every mode', () => expect([...MODE_STORIES.keys()].sort()).toEqual([...WRITING_MODES].sort()));

describe.each([...MODE_STORIES])('of a %s', (mode, { chapterStatements }) => {
  it('the story', async () => {
    const { storyId } = written.get(mode)!;
    expectWithin(await statementsOf(to.story({ storyId }, { t: 'de' })), STORY_BUDGET);
  });

  it('the story with its newest chapters first', async () => {
    const { storyId } = written.get(mode)!;
    expectWithin(await statementsOf(to.story({ storyId }, { order: 'newest', t: 'de' })), NEWEST_BUDGET);
  });

  it('a chapter', async () => {
    const { storyId, chapterId } = written.get(mode)!;
    expectWithin(await statementsOf(to.chapter({ storyId, chapterId }, { t: 'de' })), chapterStatements);
  });

  it.each(['creator', 'participant', 'stranger'] as const)('what its %s may do', async (who) => {
    const story = written.get(mode)!;
    const member = who === 'stranger' ? stranger : story[who];
    const statements = await sentStatements(() => app.call(storyApi.viewerState, { storyId: story.storyId }, member));
    expectWithin(statements, VIEWER_BUDGET);
  });
});

it('the home page', async () => {
  expectWithin(await statementsOf('/?t=de'), HOME_BUDGET);
});

describe.each([...MODE_STORIES].filter(([, { chapter }]) => chapter))('in a %s', (mode, builder) => {
  let chapter: ChapterDraft;

  /** Saves the chapter like the editor does, with changed paragraphs. Returns the statements sent. */
  function save(more: { title?: string; keepPresent?: boolean } = {}): Promise<string[]> {
    const [first, ...rest] = chapter.content.content;
    const content = { ...chapter.content, content: [...rest, first!] };
    const { creator } = written.get(mode)!;
    return sentStatements(async () => {
      const { id: chapterId, version } = chapter;
      const saved = await app.call(chapterApi.update, { chapterId, version, content, ...more }, creator);
      chapter = { ...chapter, content, version: saved.version };
    });
  }

  /** Approves the open review of a chapter or story. Returns the statements sent. */
  async function approval(subjectId: string): Promise<string[]> {
    const { id } = await app.database.db
      .selectFrom('reviews')
      .select('id')
      .where('subject_id', '=', subjectId)
      .where('state', '=', 'automatic')
      .executeTakeFirstOrThrow();
    return sentStatements(() => approveAutomatically(createCtx(app.deps, { language: 'en' }), id));
  }

  beforeAll(async () => {
    const story = written.get(mode)!;
    const after = builder.chapter?.create?.(story);
    chapter = await buildChapterDraft(app, story.creator, story.storyId, { ...after, words: 300 });
  });

  it('saving a chapter', async () => {
    expectWithin(await save(), AUTOSAVE_BUDGET);
    expectWithin(await save({ title: 'Another' }), AUTOSAVE_BUDGET);
  });

  it('submitting a chapter', async () => {
    const story = written.get(mode)!;
    const input = { chapterId: chapter.id, ...builder.chapter?.submit?.(story) };
    const sent = await sentStatements(() => app.call(chapterApi.submit, input, story.creator));
    expectWithin(sent, SUBMIT_BUDGET);
  });

  it('the first publication of a story', async () => {
    const { creator } = written.get(mode)!;
    const story = await buildStory(app, creator, { mode });
    await buildChapterDraft(app, creator, story.id, { words: story.minUnits + 50 });
    await app.call(storyApi.submit, { storyId: story.id }, creator);
    expectWithin(await approval(story.id), FIRST_PUBLICATION_BUDGET);
  });
});

it('marking a chapter as read', async () => {
  const [{ chapterId } = expect.fail()] = written.values();
  const read = { chapterId, toEnd: true };
  expectWithin(await sentStatements(() => app.call(readerApi.savePosition, read, stranger)), POSITION_BUDGET);
});
