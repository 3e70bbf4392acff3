import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR, MINUTE } from '#core/time.ts';
import { contestApi } from '#features/contest/contract.ts';
import { advanceRounds } from '#features/contest/server/contest.tick.ts';
import { createCtx } from '#platform/context.ts';
import { bundleChild } from '#testing/child-bundle.ts';
import { buildCompetition, type Competition, enterRound } from '#testing/competitions.ts';
import { COMPILE_CACHE } from '#testing/compile-cache.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { seededRandom } from '#testing/race.ts';
import { rounds } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { urlOf } from '#testing/test-server.ts';
import { letPass } from '#testing/together.ts';

/**
 * Fifty concurrent ticks in this process, and a scheduler in another one that is killed at any moment while it moves
 * rounds, and restarted. Every step of every round is taken once, and every winner is notified once.
 */
const app = setUpTestApp();
const KILLS = rounds(41, 'kills');
const TICKS = 50;
const contests: (Competition & { roundId: string })[] = [];
let program: string;
let child: ChildProcess | null = null;

beforeAll(async () => {
  app.app.cache.setListening(false);
  program = await bundleChild(join(import.meta.dirname, 'ticks.test-child.ts'));
  for (let i = 0; i < rounds(41, 'rounds'); i += 1) {
    const contest = await buildCompetition(app, 2);
    const startsAt = new Date((await dbNow()) + 10 * MINUTE).toISOString();
    const start = { storyId: contest.storyId, start: 'at', startsAt } as const;
    contests.push({ ...contest, roundId: (await app.call(contestApi.createRound, start, contest.creator)).id });
  }
}, 120_000);
afterAll(() => child?.kill('SIGKILL'));

async function dbNow(): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select db_clock() as now`.execute(app.database.db);
  return rows[0]!.now.getTime();
}

async function startScheduler(clockAhead: number): Promise<void> {
  child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...COMPILE_CACHE,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: urlOf(app.database.pool.options),
      DATABASE_OWNER_URL: urlOf(app.owner.pool.options),
      DATA_DIR: tmpdir(),
      SECRET_KEY: 'a secret of tests that is long enough',
      LOG_LEVEL: 'silent',
      CLOCK_AHEAD: String(clockAhead),
    },
  });
  await once(createInterface({ input: child.stdout! }), 'line');
}

async function killScheduler(): Promise<void> {
  const gone = once(child!, 'exit');
  child!.kill('SIGKILL');
  await gone;
  child = null;
}

async function stepsTaken(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from status_log where subject_kind = 'round'`.execute(app.database.db);
  return rows[0]!.count;
}

/** Lets everything that is due happen, in all processes at the same time, while one of them is killed `kills` times. */
async function letHappen(target: number, kills: number, random: (max: number) => number): Promise<void> {
  const ctx = () => createCtx(app.deps, { language: 'en' });
  for (let kill = 0; kill < kills; kill += 1) {
    await startScheduler((random(3) - 1) * 10 * MINUTE);
    const before = await stepsTaken();
    const until = before + random(target - before + 1);
    // It may be killed before it has taken any steps, after some, or after all of them.
    const ticks = kill === kills - 1 ? Array.from({ length: TICKS }, () => advanceRounds(ctx())) : [];
    while ((await stepsTaken()) < until);
    await killScheduler();
    await Promise.all(ticks);
  }
  await advanceRounds(ctx());
  expect(await stepsTaken()).toBe(target);
}

it(`${TICKS} concurrent ticks and a scheduler that is killed ${KILLS} times take every step once`, {
  timeout: 60_000 + KILLS * 20_000,
}, async () => {
  const random = seededRandom(11);
  const kills = [0, 1, 2].map((i) => Math.floor((KILLS + i) / 3));
  await letPass(
    app,
    11 * MINUTE,
    contests.flatMap(({ others }) => others),
  );
  await letHappen(contests.length, kills[0]!, random);
  for (const { roundId, others } of contests) for (const member of others) await enterRound(app, roundId, member);
  await app.work();
  await app.clock.advance(72 * HOUR);
  await letHappen(2 * contests.length, kills[1]!, random);
  await app.clock.advance(48 * HOUR);
  await letHappen(3 * contests.length, kills[2]!, random);

  const { rows: winners } = await sql<{ told: number; chapters: number }>`
    select (select count(*)::int from messages where type = 'contest_winner') as told,
      (select count(*)::int from chapters where is_submission and status = 'approved' and number = 2) as chapters`.execute(
    app.database.db,
  );
  expect(winners).toEqual([{ told: contests.length, chapters: contests.length }]);
  const { rows: opened } = await sql`select account_id from messages where type = 'contest_voting_open'
    group by account_id, story_id having count(*) <> 1`.execute(app.database.db);
  expect(opened).toEqual([]);
  await expectInvariants(app);
});
