import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chapterApi } from '#features/chapters/contract.ts';
import { buildChapterDraft, buildMember, decide, type Member, prose } from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { FULL, seededRandom } from '#testing/race.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { buildRelay } from '#testing/together.ts';
import { type KillableSite, killableSite } from './kill.test-kit.ts';

/**
 * A worker that dies at any moment of its jobs. Each chapter that passes the review is told to its author, and its turn
 * to who comes next: two messages to two members, both once.
 */
const app = setUpTestApp();
const KILLS = FULL ? 50 : 3;
const RELAYS = 4;

interface Game {
  storyId: string;
  members: Member[];
  /** The last chapter that was sent. */
  chapterId: string;
  /** Chapters that were sent, chapter 1 apart. */
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

/** Chapters that were published since the first one. */
async function published(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chapters where status = 'approved' and number > 1`.execute(app.database.db);
  return rows[0]!.count;
}

/** Whoever's turn it is sends the next chapter, unless the one before is still looked at. */
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
 * What waits when the worker dies: nothing yet, a job in hand, or some of them done. Or nothing is left: what the
 * machine could not look at in time the worker passes on to a person.
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

/** Whatever waits for a person is approved by one. */
async function approveRest(): Promise<void> {
  const { rows } = await sql<{ subject_id: string }>`select subject_id from reviews where state = 'manual'`.execute(
    app.database.db,
  );
  for (const { subject_id } of rows) await decide(app, moderator, subject_id, 'approve');
}

it(`a worker killed at ${KILLS} moments has told everyone everything once`, {
  timeout: 20_000 + KILLS * 20_000,
}, async () => {
  const random = seededRandom(8);
  for (let kill = 0; kill < KILLS; kill += 1) {
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
        -- Chapter 2 is the creator's, who hears of it when somebody joins and the clock begins.
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
