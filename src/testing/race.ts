import { sql } from 'kysely';
import { lockAccountExclusively } from '#features/accounts/server/account-locks.ts';
import { claimRound } from '#features/contest/server/rounds.repo.ts';
import type { Db } from '#platform/db/database.ts';
import type { TestApp } from './test-app.ts';

/**
 * Runs calls about one story concurrently. Locks the rows of the story and its chapters until every call waits for one
 * of them (or has returned), then releases them together. So each call has started before any of them can finish.
 * Starts the calls in the given order, and returns the results in the same order.
 */
export async function race<T>(app: TestApp, storyId: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  let answered = 0;
  const { running } = await app.database.db.transaction().execute(async (held) => {
    await sql`select from stories where id = ${storyId} for update`.execute(held);
    await sql`select from chapters where story_id = ${storyId} order by id for update`.execute(held);
    const begun = calls.map((call) => call().finally(() => (answered += 1)));
    for (let waiting = 0; waiting + answered < calls.length; ) waiting = await waitingForLocks(app);
    return { running: begun };
  });
  return Promise.all(running);
}

/** Runs calls about one account concurrently. Each call waits for the account’s row before the next one starts. */
export function raceForAccount<T>(app: TestApp, accountId: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  return raceInOrder(app, (held) => sql`select from accounts where id = ${accountId} for update`.execute(held), calls);
}

/**
 * Runs calls of a member and of moderators who restrict them concurrently. The former wait for the shared account lock,
 * the latter for the exclusive one.
 */
export function raceForMember<T>(app: TestApp, accountId: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  return raceInOrder(app, (held) => lockAccountExclusively(held, accountId), calls);
}

/** Runs calls about one round concurrently, each of which locks or shares the round. */
export function raceForRound<T>(app: TestApp, roundId: string, calls: (() => Promise<T>)[]): Promise<T[]> {
  return raceInOrder(app, (held) => claimRound(held, roundId), calls);
}

export async function raceInOrder<T>(
  app: TestApp,
  hold: (db: Db) => Promise<unknown>,
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const { running } = await app.database.db.transaction().execute(async (held) => {
    await hold(held);
    const begun: Promise<T>[] = [];
    for (const call of calls) {
      begun.push(call());
      while ((await waitingForLocks(app)) < begun.length);
    }
    return { running: begun };
  });
  return Promise.all(running);
}

async function waitingForLocks(app: TestApp): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.database.db);
  return rows[0]!.count;
}

/**
 * Returns a generator of numbers from 0 to below `max`. Always the same for a seed, so that the order of a race can be
 * repeated.
 */
export function seededRandom(seed: number): (max: number) => number {
  let state = seed | 0;
  return (max) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % max;
  };
}

export function shuffled<T>(items: readonly T[], random: (max: number) => number): T[] {
  const rest = [...items];
  return Array.from({ length: items.length }, () => rest.splice(random(rest.length), 1)[0]!);
}
