import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildChapterDraft, buildMember, decide, type Member, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { renewSessions } from '#testing/members.ts';
import { seededRandom } from '#testing/race.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay } from '#testing/together.ts';
import { type KillableSite, killableSite } from './kill.test-kit.ts';

/**
 * A worker that is killed at any moment of its jobs. For each chapter that passes the review, its author and the next
 * writer get one message each.
 */
const app = setUpTestApp();
const KILLS = rounds(47, 'kills');
const RELAYS = 4;

interface Game {
  storyId: string;
  members: Member[];
  /** The chapter that was submitted last. */
  chapterId: string;
  /** Number of chapters that were submitted, except chapter 1. */
  sent: number;
}
const games: Game[] = [];
let worker: KillableSite;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  moderator = await buildMember(app, { role: 'moderator' });
  worker = await killableSite(app, { ROLE: 'worker' });
  for (let i = 0; i < RELAYS; i += 1) {
    const { storyId, creator, others } = await buildRelay(app, 1);
    games.push({ storyId, members: [creator, ...others], chapterId: '', sent: 0 });
  }
}, 120_000);
afterAll(() => worker.end());

/** Returns the number of chapters published since the first one. */
async function published(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chapters where status = 'approved' and number > 1`.execute(app.database.db);
  return rows[0]!.count;
}

/** Lets the current writer submit the next chapter, unless the previous one is still in review. */
async function sendNext(game: Game): Promise<void> {
  const { rows } = await sql<{ account_id: string; phase: string }>`
    select account_id, phase from relay_turns where story_id = ${game.storyId} and phase <> 'ended'`.execute(
    app.database.db,
  );
  const turn = rows[0]!;
  if (turn.phase !== 'writing') return;
  const writer = game.members.find(({ id }) => id === turn.account_id)!;
  const nextAuthorId = game.members.find(({ id }) => id !== turn.account_id)!.id;
  game.sent += 1;
  const content = prose(320, 500_000 + 1000 * Number(game.storyId) + game.sent);
  const { id: chapterId } = await buildChapterDraft(app, writer, game.storyId, { content });
  await app.call(chapterApi.submit, { chapterId, nextAuthorId }, writer);
  game.chapterId = chapterId;
}

/**
 * Waits until the worker is to be killed: before it has done anything, during a job, or after some of them. Also
 * returns if nothing is left, because the worker escalates reviews that the automatic check couldn’t do in time.
 */
async function untilDone(target: number, mayBegin: boolean): Promise<void> {
  for (;;) {
    if ((await published()) >= target) return;
    const { rows } = await sql<{ waits: boolean; begun: boolean }>`
      select exists (select from reviews where state = 'automatic') as waits,
        exists (select from graphile_worker.jobs where locked_at is not null and task_identifier = 'prereview') as begun`.execute(
      app.database.db,
    );
    if (!rows[0]!.waits || (mayBegin && rows[0]!.begun)) return;
  }
}

/** Approves everything that is waiting for a moderator. */
async function approveRest(): Promise<void> {
  const { rows } = await sql<{ subject_id: string }>`select subject_id from reviews where state = 'manual'`.execute(
    app.database.db,
  );
  for (const { subject_id } of rows) await decide(app, moderator, subject_id, 'approve');
}

it(`a worker killed at ${KILLS} moments has notified everyone of everything once`, {
  timeout: 20_000 + KILLS * 20_000,
}, async () => {
  const random = seededRandom(8);
  for (let kill = 0; kill < KILLS; kill += 1) {
    if (kill % 20 === 19) await renewSessions(app.deps, [moderator, ...games.flatMap(({ members }) => members)]);
    for (const game of games) await sendNext(game);
    const sent = games.reduce((sum, game) => sum + game.sent, 0);
    const before = await published();
    await worker.start();
    const steps = random(sent - before + 1);
    await untilDone(before + steps, steps === 0);
    await worker.kill();
    await worker.freeJobs();
    await approveRest();
  }
  await app.work();
  await approveRest();
  const sent = games.reduce((sum, game) => sum + game.sent, 0);
  expect(await published()).toBe(sent);
  const { rows: told } = await sql<{ type: string; count: number; times: number }>`
    select type, count(*)::int as count, max(times)::int as times from (
      select m.type, m.account_id, coalesce(m.chapter_id::text, m.story_id || ' ' || (m.params ->> 'number')) as about, count(*) as times
      from messages m where m.type in ('chapter_approved', 'relay_your_turn')
        -- Chapter 2 is the creator's, who is notified when another writer joins and the timer starts.
        and (m.type = 'relay_your_turn' and (m.params ->> 'number')::int > 2 or m.chapter_id in (select id from chapters where number > 1))
      group by 1, 2, 3) each_one group by type order by type`.execute(app.database.db);
  expect(told).toEqual([
    { type: 'chapter_approved', count: sent, times: 1 },
    { type: 'relay_your_turn', count: sent, times: 1 },
  ]);
  const { rows: wrong } = await sql`
    select m.id from messages m join chapters c on c.id = m.chapter_id
    where m.type = 'chapter_approved' and m.account_id <> c.author_id`.execute(app.database.db);
  expect(wrong).toEqual([]);
  await expectInvariants(app);
});
