import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { to } from '#core/pages.ts';
import { branchApi } from '#features/branch/contract.ts';
import { takeIn } from '#features/branch/server/branch.test-kit.ts';
import { type ChapterDraft, chapterApi } from '#features/chapters/contract.ts';
import { approveAutomatically } from '#features/moderation/server/reviews.service.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { readerApi } from '#features/reader/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { insertPublished } from '#features/translation/server/reading.test-kit.ts';
import { createCtx } from '#platform/context.ts';
import { startRound } from '#testing/competitions.ts';
import { buildContest, PHASE, pass, vote } from '#testing/contests.ts';
import {
  buildBranchStory,
  buildChapterDraft,
  buildMember,
  buildPublishedChapter,
  buildPublishedStory,
  buildStory,
  type Member,
} from '#testing/factories.ts';
import { newSession } from '#testing/members.ts';
import { sentStatements } from '#testing/statements.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay } from '#testing/together.ts';
import { builtPages, servePages } from './pages.ts';

// Number of database statements for a page that isn’t cached, read in a language that its texts are translated into,
// for the viewer’s permissions, and for writes. BEGIN and COMMIT count. Limits are on. Build first.
const app = setUpTestApp({ RATE_LIMITS: 'on', LIMIT_PAGES: '1000', LIMIT_ADDRESS: '5000' });

type Subject = 'story' | 'newest' | 'chapter' | 'creator' | 'participant' | 'stranger';

/** Maximum number of statements. For `creator`, `participant` and `stranger`: to load their permissions. */
const budgetOf: Record<Subject, (mode: WritingMode) => number> = {
  story: () => 8,
  newest: () => 9,
  chapter: (mode) => (mode === 'branch' || mode === 'competition' ? 5 : 3),
  creator: () => 4,
  participant: () => 4,
  stranger: () => 4,
};
const HOME_BUDGET = 7;

/** Modes in which each chapter is written and submitted on its own. */
const WRITTEN = ['solo', 'relay', 'branch'] as const;

const AUTOSAVE_BUDGET = 5;
const SUBMIT_BUDGET = 15;
const FIRST_PUBLICATION_BUDGET = 20;
const POSITION_BUDGET = 5;

interface Written {
  storyId: string;
  /** A chapter in the middle of the story. */
  chapterId: string;
  creator: Member;
  participant: Member;
}

let stranger: Member;
let translator: Member;
let earlier: Member;
const written = new Map<WritingMode, Written>();

const builders: Record<WritingMode, () => Promise<Written>> = {
  async solo() {
    const creator = await buildMember(app);
    const { story } = await buildPublishedStory(app, creator);
    const { id: chapterId } = await buildPublishedChapter(app, creator, story.id);
    await buildPublishedChapter(app, creator, story.id);
    return { storyId: story.id, chapterId, creator, participant: stranger };
  },
  /** One member waits for a turn and another is skipped. */
  async relay() {
    const { storyId, creator, others } = await buildRelay(app, 3);
    await sql`insert into relay_queue (story_id, account_id, waiting_since, misses, skipped_at)
      values (${storyId}, ${others[2]!.id}, db_clock(), 2, db_clock())
      on conflict (story_id, account_id) do update set skipped_at = db_clock()`.execute(app.database.db);
    return { storyId, chapterId: await firstOf(storyId), creator, participant: others[0]! };
  },
  /** A fork with a reservation after one of its continuations. */
  async branch() {
    const creator = await buildMember(app);
    const participant = await buildMember(app);
    const { storyId, ids } = await buildBranchStory(app, creator);
    await takeIn(app, storyId, participant);
    await app.call(branchApi.reserve, { chapterId: ids.left! }, participant);
    return { storyId, chapterId: ids.left!, creator, participant };
  },
  /** One round is completed and another one is running. */
  async competition() {
    const contest = await buildContest(app);
    const [first, , last] = contest.entries;
    await vote(app, contest, contest.others[0]!, last!.id);
    await vote(app, contest, contest.others[1]!, last!.id);
    await vote(app, contest, contest.others[2]!, first!.id);
    await pass(app, contest, PHASE, [stranger, translator, earlier]);
    await startRound(app, contest);
    const { storyId, creator, others } = contest;
    return { storyId, chapterId: await firstOf(storyId), creator, participant: others[0]! };
  },
};

async function publicChapters(storyId: string): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('chapters')
    .select('id')
    .where('story_id', '=', storyId)
    .where('status', '=', 'approved')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function firstOf(storyId: string): Promise<string> {
  return (await publicChapters(storyId))[0]!;
}

/** Translates the story and its chapters into German, with two translators each, and gives it a suggested category. */
async function translate({ storyId }: Written): Promise<void> {
  for (const chapterId of [undefined, ...(await publicChapters(storyId))]) {
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
  for (const mode of WRITING_MODES) {
    const story = await builders[mode]();
    await translate(story);
    written.set(mode, story);
  }
  // The clock was moved. The first request of a member after a while stores that they were active.
  for (const { creator, participant } of written.values())
    for (const member of [creator, participant, stranger]) {
      Object.assign(member, await newSession(app.deps, member));
      await app.call(storyApi.viewerState, { storyId: written.get('solo')!.storyId }, member);
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

describe.each(WRITING_MODES.map((mode) => [mode]))('of a %s', (mode) => {
  it('the story', async () => {
    const { storyId } = written.get(mode)!;
    expectWithin(await statementsOf(to.story({ storyId }, { t: 'de' })), budgetOf.story(mode));
  });

  it('the story with its newest chapters first', async () => {
    const { storyId } = written.get(mode)!;
    expectWithin(await statementsOf(to.story({ storyId }, { order: 'newest', t: 'de' })), budgetOf.newest(mode));
  });

  it('a chapter', async () => {
    const { storyId, chapterId } = written.get(mode)!;
    expectWithin(await statementsOf(to.chapter({ storyId, chapterId }, { t: 'de' })), budgetOf.chapter(mode));
  });

  it.each(['creator', 'participant', 'stranger'] as const)('what its %s may do', async (who) => {
    const story = written.get(mode)!;
    const member = who === 'stranger' ? stranger : story[who];
    const statements = await sentStatements(() => app.call(storyApi.viewerState, { storyId: story.storyId }, member));
    expectWithin(statements, budgetOf[who](mode));
  });
});

it('the home page', async () => {
  expectWithin(await statementsOf('/?t=de'), HOME_BUDGET);
});

describe.each(WRITTEN.map((mode) => [mode]))('in a %s', (mode) => {
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
    const { storyId, chapterId, creator } = written.get(mode)!;
    const after = mode === 'branch' ? { parentChapterId: chapterId, choice: 'Go on' } : {};
    chapter = await buildChapterDraft(app, creator, storyId, { ...after, words: 300 });
  });

  it('saving a chapter', async () => {
    expectWithin(await save(), AUTOSAVE_BUDGET);
    expectWithin(await save({ title: 'Another' }), AUTOSAVE_BUDGET);
  });

  it('submitting a chapter', async () => {
    const { creator, participant } = written.get(mode)!;
    const next = mode === 'relay' ? { nextAuthorId: participant.id } : {};
    const sent = await sentStatements(() => app.call(chapterApi.submit, { chapterId: chapter.id, ...next }, creator));
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
  const { chapterId } = written.get('solo')!;
  const read = { chapterId, toEnd: true };
  expectWithin(await sentStatements(() => app.call(readerApi.savePosition, read, stranger)), POSITION_BUDGET);
});
