import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { signAccessToken } from '#features/accounts/server/tokens.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { systemClock } from '#platform/context.ts';
import type { DB } from '#platform/db/schema.ts';
import { loadSecretKey } from '#platform/secret-keys.ts';
import { createSecrets } from '#platform/secrets.ts';
import { prose } from '#testing/factories.ts';
import { createDemoApi, type DemoApi, DemoError } from '../scripts/demo/api.ts';
import { type Figure, figure } from './bars.ts';
import { type LoadResult, load, post } from './load.ts';
import type { Subject } from './subjects.ts';
import { signUp } from './writes.ts';

const ENTRIES = 8;
/** Number of members who vote concurrently and repeatedly in S11. */
const AT_ONCE = 16;
const SECONDS = 5;
/** 10,000 within a minute. */
const PER_SECOND = 10_000 / 60;
const WORDS = 400;
/** Interval in ms for checking whether something has happened: a review, a tick. */
const LOOK_MS = 50;
const PATIENCE_MS = 90_000;

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`${what}: timed out`);
    await setTimeout(LOOK_MS);
  }
}

/** Creates a competition with a round that is open for voting. Returns the round and its entries. */
async function openVote(api: DemoApi, site: Subject, db: Kysely<DB>): Promise<{ roundId: string; entryIds: string[] }> {
  const authors: string[] = [];
  for (let i = 0; i < ENTRIES; i += 1) authors.push(await signUp(api, site, `contestant-${i}`));
  const [creator, second] = authors as [string, string];
  const { id: storyId } = await api.call(
    storyApi.create,
    {
      title: 'Many hands',
      description: 'Written to see how fast votes are counted.',
      mode: 'competition',
      categories: ['adventure'],
      language: 'en',
    },
    creator,
  );
  await api.call(storyApi.update, { storyId, joinPolicy: 'open', minParticipants: 2, participantLimit: 50 }, creator);
  const text = (seed: number) => ({
    title: `Text ${seed}`,
    summary: 'It goes on.',
    content: prose(WORDS, 7000 + seed),
  });
  await api.call(chapterApi.create, { storyId, ...text(0) }, creator);
  await api.call(storyApi.submit, { storyId }, creator);
  await until('The story', async () => (await api.call(storyApi.draft, { storyId }, creator)).status === 'published');
  await api.call(participationApi.apply, { storyId }, second);
  const { id: roundId } = await api.call(contestApi.createRound, { storyId, start: 'now' }, creator);
  const entryIds: string[] = [];
  for (const [i, token] of authors.entries()) {
    const { id: submissionId } = await api.call(contestApi.createSubmission, { roundId, ...text(i + 1) }, token);
    await api.call(contestApi.submit, { submissionId }, token);
    await until('A review', async () => {
      const { status } = await api.call(contestApi.submission, { submissionId }, token);
      return status === 'approved';
    });
    entryIds.push(submissionId);
  }
  await sql`update rounds set started_at = started_at - interval '1 day', writing_ends_at = db_clock() where id = ${roundId}`.execute(
    db,
  );
  return { roundId, entryIds };
}

/** Creates this number of members who have opened every entry, with SQL. Returns an access token of each. */
async function makeVoters(db: Kysely<DB>, site: Subject, roundId: string, count: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string; id: string }>`
    with people as (
      insert into accounts (email, username, username_key, slug, preferred_language, status, joined_at)
      select 'voter' || i || '@bench.invalid', 'voter_' || i, 'voter_' || i, 'voter-' || i, 'en', 'active', db_clock() - interval '2 days'
      from generate_series(1, ${sql.lit(count)}) i returning id),
    opened as (
      insert into opened_entries (round_id, account_id, submission_id, story_id)
      select s.round_id, p.id, s.id, s.story_id from people p, submissions s where s.round_id = ${roundId})
    insert into sessions (account_id, seed) select id, decode(md5(id::text) || md5('seed' || id), 'hex') from people
    returning account_id, id`.execute(db);
  await sql`analyze`.execute(db);
  const signer = { secrets: createSecrets({ secretKey: await loadSecretKey(site.dataDir) }), clock: systemClock };
  return Promise.all(
    rows.map(({ account_id, id }) => signAccessToken(signer, { accountId: account_id, sessionId: id })),
  );
}

/** S11, M2: measures a round in which many members vote at the same time. Every vote must count, without long waits. */
export async function measureVotes(site: Subject, count: number): Promise<Figure[]> {
  const api = createDemoApi(site.url);
  const database = site.openDatabase();
  try {
    const { roundId, entryIds } = await openVote(api, site, database.db);
    const voters = await makeVoters(database.db, site, roundId, count);
    const { times, refused, lasted } = await castAll(api, roundId, entryIds, voters);
    const changed = await changeAtOnce(site, roundId, entryIds, voters);
    const lost = count - (await countedVotes(api, database.db, roundId, voters[0]!));
    const at = (share: number) => times[Math.ceil(times.length * share) - 1]!;
    const p50 = `p50 ${at(0.5).toFixed(1)} ms`;
    const why = refused[0] === undefined ? '' : `, ${refused.length} refused: ${refused[0]}`;
    return [
      figure('vote', changed.p99, `${Math.round(changed.perSecond)} a second, p50 ${changed.p50.toFixed(1)} ms`),
      figure('votes', at(0.99), p50, `${count} votes in ${lasted.toFixed(0)} s, p99`),
      figure('votesLost', lost, `${ENTRIES} entries${why}`),
    ];
  } finally {
    await database.close();
  }
}

/**
 * Casts each vote when it is due, whether or not the previous ones have been answered. Returns the times in ms,
 * shortest first.
 */
async function castAll(api: DemoApi, roundId: string, entryIds: readonly string[], voters: readonly string[]) {
  const times: number[] = [];
  const refused: string[] = [];
  const begun = performance.now();
  const come = async (token: string, i: number) => {
    const due = begun + (i * 1000) / PER_SECOND;
    await setTimeout(Math.max(0, due - performance.now()));
    const submissionId = entryIds[i % entryIds.length]!;
    await api.call(contestApi.castVote, { roundId, submissionId }, token).catch((error) => refused.push(String(error)));
    times.push(performance.now() - due);
  };
  await Promise.all(voters.map(come));
  return { times: times.sort((a, b) => a - b), refused, lasted: (performance.now() - begun) / 1000 };
}

/** S11: `AT_ONCE` members change their votes concurrently, each as soon as their previous vote was accepted. */
async function changeAtOnce(
  site: Subject,
  roundId: string,
  entryIds: readonly string[],
  voters: readonly string[],
): Promise<LoadResult> {
  const cast = Array.from({ length: AT_ONCE }, (_, connection) => connection);
  const result = await load({
    ...{ origin: site.url, connections: AT_ONCE, seconds: SECONDS },
    request(_, connection) {
      cast[connection]! += 1;
      const submissionId = entryIds[cast[connection]! % entryIds.length]!;
      return post(
        `/api/${contestApi.castVote.path}`,
        { roundId, submissionId },
        { authorization: voters[connection]! },
      );
    },
  });
  if (Object.keys(result.wrong).length > 0) throw new Error(`Votes were refused: ${JSON.stringify(result.wrong)}`);
  return result;
}

/** Ends the voting, and returns the number of votes in the result. */
async function countedVotes(api: DemoApi, db: Kysely<DB>, roundId: string, token: string): Promise<number> {
  await sql`update rounds set voting_ends_at = db_clock() where id = ${roundId}`.execute(db);
  const closed = await api.call(contestApi.cancelVote, { roundId }, token).catch((error) => error);
  if (!(closed instanceof DemoError) || closed.code !== 'voting_closed') throw new Error('The voting did not end');
  await until('The result', async () => (await api.call(contestApi.round, { roundId })).result !== null);
  const entries = await api.call(contestApi.result, { roundId });
  return entries.reduce((sum, { votes }) => sum + votes, 0);
}
