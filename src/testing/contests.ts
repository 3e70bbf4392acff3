import { sql } from 'kysely';
import { HOUR } from '#core/time.ts';
import { openSession } from '#features/accounts/server/sessions.service.ts';
import { contestApi } from '#features/contest/contract.ts';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { beginEntry, buildCompetition, type Competition, startRound } from './competitions.ts';
import type { Member } from './factories.ts';
import { publishEntry } from './publish.ts';
import type { Caller, TestApp } from './test-app.ts';
import { letPass } from './together.ts';

export interface Contest extends Competition {
  roundId: string;
  /** By the order of their authors in `others`, which is also the order of submission. */
  entries: { id: string; author: Member; title: string }[];
}

/** Advances every round that is due. */
export function tickRounds(app: TestApp): Promise<void> {
  return advanceRounds(createCtx(app.deps, { language: 'en' }));
}

/** Duration of each phase: open for entries, open for voting. */
export const PHASE = HOUR;

/** Neutral titles, which don’t reveal the author. */
const WEATHER = ['fog', 'sleet', 'thunder', 'drizzle', 'a gale', 'hail', 'dust', 'smoke'];

/**
 * Builds a competition with a round that is open for entries and has this many approved ones. Each phase takes an hour.
 */
export async function buildWrittenContest(app: TestApp, entries = 3): Promise<Contest> {
  const competition = await buildCompetition(app, Math.max(entries, 2));
  const { storyId, creator, others } = competition;
  await app.call(storyApi.update, { storyId, writingHours: 1, votingHours: 1 }, creator);
  const { id: roundId } = await startRound(app, competition);
  const entered: Contest['entries'] = [];
  for (const [i, author] of others.slice(0, entries).entries()) {
    const title = `The road through ${WEATHER[i % WEATHER.length]}`;
    const { id } = await beginEntry(app, roundId, author, { title });
    await publishEntry(app.deps, author, id);
    entered.push({ id, author, title });
  }
  return { ...competition, roundId, entries: entered };
}

/** Builds the same with voting just opened. */
export async function buildContest(app: TestApp, entries = 3): Promise<Contest> {
  const contest = await buildWrittenContest(app, entries);
  await pass(app, contest, PHASE);
  return contest;
}

/** Advances the clock and the rounds. Everyone in the contest stays logged in. */
export async function pass(app: TestApp, contest: Contest, milliseconds: number, more: Member[] = []): Promise<void> {
  await letPass(app, milliseconds, [contest.creator, ...contest.others, ...more]);
  await tickRounds(app);
}

/** A member with an account and a session, and nothing else. */
export interface Voter extends Caller {
  readonly id: string;
  readonly accessToken: string;
}

let made = 0;

/** Builds many members at once, who joined long before voting opens. */
export async function buildVoters(app: TestApp, count: number): Promise<Voter[]> {
  const { rows } = await sql<{ id: string }>`insert into accounts
      (email, username, username_key, slug, preferred_language, status, joined_at)
    select 'voter' || n || '@skein.test', 'voter_' || n, 'voter_' || n, 'voter-' || n, 'en', 'active',
      db_clock() - interval '90 days'
    from generate_series(${made + 1}::int, ${made + count}::int) n returning id::text as id`.execute(app.database.db);
  made += count;
  const ctx = createCtx(app.deps, { language: 'en' });
  const voters: Voter[] = [];
  for (const { id } of rows) voters.push({ id, accessToken: (await openSession(ctx, id, null)).accessToken });
  return voters;
}

/** Marks everything on these members’ ballots as opened. */
export async function openAll(
  app: TestApp,
  { roundId }: Pick<Contest, 'roundId'>,
  members: { id: string }[],
): Promise<void> {
  await sql`insert into opened_entries (round_id, story_id, submission_id, account_id)
    select e.round_id, e.story_id, e.id, a.id from submissions e join accounts a on a.id = any(${members.map(({ id }) => id)}::bigint[])
    where e.round_id = ${roundId} and e.ballot_at is not null and e.author_id <> a.id on conflict do nothing`.execute(
    app.database.db,
  );
}

/** Casts the vote of a member who has opened the required entries. */
export async function vote(app: TestApp, contest: Contest, voter: Voter, submissionId: string): Promise<void> {
  await openAll(app, contest, [voter]);
  await app.call(contestApi.castVote, { roundId: contest.roundId, submissionId }, voter);
}

/** Returns the stored votes of a round, by voter. */
export async function votesOf(app: TestApp, roundId: string): Promise<Map<string, string>> {
  const rows = await app.database.db
    .selectFrom('votes')
    .select(['account_id', 'submission_id'])
    .where('round_id', '=', roundId)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.submission_id]));
}

/**
 * Returns a function that computes the database’s time in this process. Both read the machine’s clock, and tests shift
 * that of the database.
 */
export async function clockOfDatabase(app: TestApp): Promise<() => number> {
  const { rows } = await sql<{
    ahead: number;
  }>`select extract(epoch from ahead)::float * 1000 as ahead from test_clock`.execute(app.database.db);
  return () => Date.now() + rows[0]!.ahead;
}
