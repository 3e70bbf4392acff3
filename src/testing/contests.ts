import { sql } from 'kysely';
import { HOUR } from '#core/time.ts';
import { openSession } from '#features/accounts/server/sessions.service.ts';
import { contestApi } from '#features/contest/contract.ts';
import { advanceRounds } from '#features/contest/server/index.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import { beginEntry, buildCompetition, type Competition, startRound } from './competitions.ts';
import type { Member } from './factories.ts';
import { publishEntry } from './publish.ts';
import type { Caller, TestApp } from './test-app.ts';
import { letPass } from './together.ts';

export interface Contest extends Competition {
  roundId: string;
  /** In the order of submitting, of `others` in their order. */
  entries: { id: string; author: Member; title: string }[];
}

/** Moves every round whose step is due. */
export function tickRounds(app: TestApp): Promise<void> {
  return advanceRounds(createCtx(app.deps, { language: 'en' }));
}

/** Time of writing, and of voting. */
export const PHASE = HOUR;

/** Titles say nothing of who wrote below them. */
const WEATHER = ['fog', 'sleet', 'thunder', 'drizzle', 'a gale', 'hail', 'dust', 'smoke'];

/** A competition whose round has so many approved entries, while it is written. Each phase takes an hour. */
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

/** The same when the vote has just begun. */
export async function buildContest(app: TestApp, entries = 3): Promise<Contest> {
  const contest = await buildWrittenContest(app, entries);
  await pass(app, contest, PHASE);
  return contest;
}

/** Time goes by, ticks included, and everyone of the contest stays signed in. */
export async function pass(app: TestApp, contest: Contest, milliseconds: number, more: Member[] = []): Promise<void> {
  await letPass(app, milliseconds, [contest.creator, ...contest.others, ...more]);
  await tickRounds(app);
}

/** Someone with an account and a session, and nothing else. */
export interface Voter extends Caller {
  readonly id: string;
  readonly accessToken: string;
}

let made = 0;

/** Many members at once, who joined long before any vote began. */
export async function buildVoters(app: TestApp, count: number): Promise<Voter[]> {
  const { rows } = await sql<{ id: string }>`insert into accounts
      (email, username, username_key, slug, preferred_language, status, joined_at)
    select 'voter' || n || '@skein.test', 'voter_' || n, 'voter_' || n, 'voter-' || n, 'en', 'active',
      db_clock() - interval '90 days'
    from generate_series(${made + 1}::int, ${made + count}::int) n returning id::text as id`.execute(app.database.db);
  made += count;
  const ctx = createCtx(app.deps, { language: 'en' });
  const voters: Voter[] = [];
  for (const { id } of rows) voters.push({ id, accessToken: (await openSession(ctx, id)).accessToken });
  return voters;
}

/** These members have opened everything on their ballots. */
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

/** A vote by a member who has opened what they must. */
export async function vote(app: TestApp, contest: Contest, voter: Voter, submissionId: string): Promise<void> {
  await openAll(app, contest, [voter]);
  await app.call(contestApi.castVote, { roundId: contest.roundId, submissionId }, voter);
}

/** The votes of a round as they are stored, by voter. */
export async function votesOf(app: TestApp, roundId: string): Promise<Map<string, string>> {
  const rows = await app.database.db
    .selectFrom('votes')
    .select(['account_id', 'submission_id'])
    .where('round_id', '=', roundId)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.submission_id]));
}

/** The database's clock as this process can tell it: both read the machine's, and tests move that of the database. */
export async function clockOfDatabase(app: TestApp): Promise<() => number> {
  const { rows } = await sql<{
    ahead: number;
  }>`select extract(epoch from ahead)::float * 1000 as ahead from test_clock`.execute(app.database.db);
  return () => Date.now() + rows[0]!.ahead;
}
