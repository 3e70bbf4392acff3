import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { InputOf } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { setRole } from '#features/accounts/server/index.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { moderationApi } from '#features/moderation/contract.ts';
import { countReads, weighTrends } from '#features/reader/server/popularity.repo.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { CATEGORIES } from '#features/stories/model/categories.ts';
import type { Progress } from '#features/stories/model/story-status.ts';
import type { WritingMode } from '#features/stories/model/writing-mode.ts';
import { createCtx } from '#platform/context.ts';
import type { RunningSite } from '#server/site.ts';
import { type DemoApi, DemoError } from './api.ts';
import { mailedToken } from './outbox.ts';

export const PASSWORD = 'Read4Pleasure';

export interface DemoMember {
  username: string;
  slug: string;
  bio: string;
  preferred_language: Language;
}

export interface DemoChapter {
  title: string;
  summary: string;
  content: string;
}

/** Metadata and settings of a story. */
export interface StoryFacts {
  language: Language;
  title: string;
  description: string;
  categories: (typeof CATEGORIES)[number][];
  mode?: WritingMode;
  minUnits?: number;
  maxUnits?: number;
}

/** A story by one author. */
export interface DemoStory extends StoryFacts {
  progress: Progress;
  chapters: DemoChapter[];
}

/**
 * Columns with times, by table, that `letPass` moves. Accounts are included, because voters must be members for some
 * time.
 */
const MOMENTS = {
  stories: ['created_at', 'published_at', 'listed_at', 'continued_at'],
  chapters: ['created_at', 'published_at'],
  participants: ['joined_at'],
  rounds: [
    'created_at',
    'starts_at',
    'started_at',
    'writing_ends_at',
    'voting_started_at',
    'voting_ends_at',
    'completed_at',
  ],
  submissions: ['created_at', 'submitted_at', 'ballot_at'],
  reviews: ['submitted_at', 'decided_at'],
  votes: ['cast_at'],
  opened_entries: ['opened_at'],
  messages: ['created_at'],
  accounts: ['joined_at'],
};

/** Fills a running site through its public API, as members would. */
export function createFiller(site: RunningSite, api: DemoApi) {
  const ctx = createCtx(site.deps, { language: 'en' });
  let moderator = '';

  /**
   * Signs up a member, confirms the link in the email and fills in the profile. Logs in a member who already exists.
   * Returns the access token.
   */
  async function member(wanted: DemoMember): Promise<string> {
    const email = `${wanted.slug}@demo.invalid`;
    const options = { language: wanted.preferred_language };
    const logIn = () => api.call(accountApi.login, { email, password: PASSWORD }, undefined, options);
    try {
      return (await logIn()).accessToken;
    } catch (error) {
      if (!(error instanceof DemoError) || error.code === 'unavailable') throw error;
    }
    await api.call(accountApi.register, { email, password: PASSWORD, terms: true }, undefined, options);
    const token = await mailedToken(site.config.dataDir, email);
    // A confirmation that is repeated finds its link used if only the first answer was late.
    const { accessToken } = await api.call(accountApi.verifyEmail, { token }).catch(logIn);
    const { username, slug, bio, preferred_language } = wanted;
    await api.call(accountApi.updateInfo, { username, slug, bio, preferred_language }, accessToken, options);
    return accessToken;
  }

  /** Creates a moderator. The first one reviews what the automatic check escalates. */
  async function makeModerator(
    wanted: Pick<DemoMember, 'username' | 'slug' | 'bio'>,
    isAdministrator = false,
  ): Promise<string> {
    const token = await member({ ...wanted, preferred_language: 'en' });
    moderator ||= token;
    const email = `${wanted.slug}@demo.invalid`;
    if (isAdministrator) await setRole(ctx, email, 'administrator', true);
    await setRole(ctx, email, 'moderator', true);
    return token;
  }

  /** Waits for the automatic check. What it escalates is approved as the moderator. */
  async function untilPublished(read: () => Promise<{ status: string }>, subjectId: string): Promise<void> {
    for (let attempt = 0; attempt < 600; attempt += 1) {
      const { status } = await read();
      if (status === 'published' || status === 'approved') return;
      if (status === 'rejected' || status === 'draft') throw new Error(`${subjectId} ended as ${status}`);
      const queue = await api.call(moderationApi.queue, { limit: 50 }, moderator);
      const waiting = queue.items.find((entry) => entry.subjectId === subjectId);
      if (waiting) {
        const review = await api.call(moderationApi.review, { reviewId: waiting.id }, moderator);
        await api.call(moderationApi.approve, { reviewId: waiting.id, version: review.version }, moderator);
      }
      await delay(40);
    }
    throw new Error(`${subjectId} was not published in time`);
  }

  /** Returns the id of the author’s story with this title, or null. */
  async function known(token: string, title: string): Promise<string | null> {
    const own = await api.call(storyApi.listOwn, { limit: 50 }, token);
    return own.items.find((entry) => entry.title === title)?.id ?? null;
  }

  /** Creates a story and publishes it with its first chapter. */
  async function begin(
    token: string,
    wanted: StoryFacts,
    first: DemoChapter,
    rules: Partial<InputOf<typeof storyApi.update>> = {},
  ): Promise<{ storyId: string; chapterId: string }> {
    const { language, title, description, categories, mode = 'solo' } = wanted;
    const { id: storyId } = await api.call(storyApi.create, { title, description, categories, language, mode }, token, {
      language,
    });
    await api.call(
      storyApi.update,
      { storyId, minUnits: wanted.minUnits ?? 100, maxUnits: wanted.maxUnits ?? 5000, ...rules },
      token,
    );
    const { id: chapterId } = await api.call(chapterApi.create, { storyId, ...first }, token, { language });
    await api.call(storyApi.submit, { storyId }, token);
    await untilPublished(() => api.call(storyApi.draft, { storyId }, token), storyId);
    return { storyId, chapterId };
  }

  /** Writes the next chapter and publishes it. */
  async function chapter(
    token: string,
    wanted: Omit<InputOf<typeof chapterApi.create>, 'content'> & DemoChapter,
    next: { nextAuthorId?: string } = {},
  ): Promise<string> {
    const { id } = await api.call(chapterApi.create, wanted, token);
    await api.call(chapterApi.submit, { chapterId: id, ...next }, token);
    await untilPublished(() => api.call(chapterApi.draft, { chapterId: id }, token), id);
    return id;
  }

  /** Writes and publishes a story with all of its chapters. Leaves it alone if its author already has it. */
  async function story(
    token: string,
    wanted: DemoStory,
  ): Promise<{ storyId: string; chapterIds: string[]; isNew: boolean }> {
    const there = await known(token, wanted.title);
    if (there !== null) return { storyId: there, chapterIds: [], isNew: false };
    const [first, ...rest] = wanted.chapters;
    if (!first) throw new Error(`${wanted.title} has no chapter`);
    const { storyId, chapterId } = await begin(token, wanted, first);
    const chapterIds = [chapterId];
    for (const next of rest) chapterIds.push(await chapter(token, { storyId, ...next }));
    if (wanted.progress !== 'ongoing') await api.call(storyApi.update, { storyId, progress: wanted.progress }, token);
    return { storyId, chapterIds, isNew: true };
  }

  /** Submits a text that the automatic check escalates, so that the moderation queue isn’t empty. */
  async function questionable(token: string, wanted: DemoStory): Promise<void> {
    if ((await known(token, wanted.title)) !== null) return;
    const { language, title, description, categories, chapters } = wanted;
    const { id: storyId } = await api.call(
      storyApi.create,
      { title, description, categories, language, mode: 'solo' },
      token,
    );
    for (const chapter of chapters) await api.call(chapterApi.create, { storyId, ...chapter }, token);
    await api.call(storyApi.submit, { storyId }, token);
  }

  /** Spreads chapters that were written within a minute over the last weeks, so that the lists look realistic. */
  async function spreadOverTime(storyId: string, age: number): Promise<void> {
    const { db } = ctx;
    await sql`update chapters set published_at = db_clock() - make_interval(hours => ${age}) + (select count(*) from chapters b where b.story_id = ${storyId} and b.number is not null and b.id < chapters.id) * make_interval(hours => greatest(1, ${age} / (1 + (select count(*) from chapters c where c.story_id = ${storyId})))::int)
      where story_id = ${storyId} and number is not null`.execute(db);
    await sql`update stories set published_at = db_clock() - make_interval(hours => ${age}), listed_at = db_clock() - make_interval(hours => ${age}),
      continued_at = (select max(published_at) from chapters where story_id = ${storyId} and status = 'approved') where id = ${storyId}`.execute(
      db,
    );
  }

  /**
   * Lets time pass for a story: moves the times of the story and of all members back by this many hours. Then runs the
   * job that moves rounds forward, so nothing about a round is decided here.
   */
  async function letPass(storyId: string, hours: number): Promise<void> {
    for (const [table, columns] of Object.entries(MOMENTS)) {
      const back = columns.map(
        (name) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(secs => ${hours * 3600}::double precision)`,
      );
      // Inboxes are ordered by id, so all messages of a member have to move back, too.
      const whose =
        table === 'accounts'
          ? sql`email like '%@demo.invalid'`
          : table === 'messages'
            ? sql`account_id in (select id from accounts where email like '%@demo.invalid')`
            : sql`${sql.ref(table === 'stories' ? 'id' : 'story_id')} = ${storyId}`;
      await sql`update ${sql.table(table)} set ${sql.join(back)} where ${whose}`.execute(ctx.db);
    }
    await sql`update messages set params = jsonb_set(params, '{deadline}', to_jsonb((params ->> 'deadline')::bigint - ${Math.round(hours * 3_600_000)}::bigint))
      where (params ->> 'deadline')::bigint > 0 and story_id = ${storyId}`.execute(ctx.db);
    await advanceRounds(ctx);
  }

  /** Adds the counts of readers for the last two weeks. Some stop at each chapter, most of them at the second. */
  async function letRead(storyId: string, readers: number): Promise<void> {
    const { db } = ctx;
    for (let day = 0; day < 14; day += 1) {
      const count = Math.round((readers * (14 - day)) / 60) + 1;
      const at = sql`current_date - ${day}::int`;
      await sql`insert into story_days (story_id, day, readers) values (${storyId}, ${at}, ${count}) on conflict do nothing`.execute(
        db,
      );
      const spoken = (['en', 'de', 'zh'] as const).map(
        (language, i) => [language, Math.round(count / 2 ** i)] as const,
      );
      for (const [language, some] of spoken.filter(([, some]) => some > 0))
        await sql`insert into reader_days (story_id, day, days_since, language, readers)
          values (${storyId}, ${at}, 0, ${language}, ${some}) on conflict do nothing`.execute(db);
      // Readers of a chapter are readers of the story, so there can’t be more of them.
      const began = spoken.reduce((sum, [, some]) => sum + some, 0);
      await sql`insert into chapter_days (story_id, day, chapter_id, opened, ended)
        select ${storyId}, ${at}, id, opened, round(opened * 0.8) from (
          select id, greatest(1, round(${began}::int * power(0.97, number) * case when number > 2 then 0.7 else 1 end)) as opened
          from chapters where story_id = ${storyId} and status = 'approved') c on conflict do nothing`.execute(db);
    }
    await sql`insert into chapter_sums (story_id, chapter_id, opened, ended)
      select story_id, chapter_id, sum(opened), sum(ended) from chapter_days where story_id = ${storyId} group by 1, 2
      on conflict do nothing`.execute(db);
    await sql`update story_stats set readers = ${readers * 7} where story_id = ${storyId}`.execute(db);
  }

  async function settle(): Promise<void> {
    await countReads(ctx);
    await weighTrends(ctx);
  }

  return {
    member,
    makeModerator,
    known,
    begin,
    chapter,
    story,
    questionable,
    untilPublished,
    spreadOverTime,
    letPass,
    letRead,
    settle,
  };
}
