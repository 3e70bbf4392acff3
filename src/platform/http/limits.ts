import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { KeyLimit, LimitClass, LimitRules } from '#core/endpoint.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { DAY, MINUTE, SECOND } from '#core/time.ts';
import type { Config, LimitName } from '../config.ts';
import type { Db } from '../db/database.ts';
import { type Counter, type Shared, unshared } from '../processes/shared.ts';

export interface Limits {
  /** General limits per address and per member. Counted in memory, because every call passes here. */
  ofAddress: (address: string) => Promise<void>;
  ofMember: (memberId: string) => Promise<void>;
  /** Limit per address for pages, feeds and lists that must be made. Cache hits aren’t counted. */
  ofPages: (address: string) => Promise<void>;
  /** Limit per address for prefetched pages that must be made. As many as for pages that are opened. */
  ofPrefetches: (address: string) => Promise<void>;
  /** Limit of a class of calls. Counted in the database, unless the class says otherwise. */
  ofClass: (limit: LimitClass, address: string, memberId: string | null) => Promise<void>;
  /**
   * Call if a call was refused or repeated an earlier one. Gives the point back if the class counts only calls that
   * succeed.
   */
  notDone: (limit: LimitClass, memberId: string) => Promise<void>;
  /** Limit that a feature declares, counted by a key of the use case, such as logins per account and address. */
  ofKey: (limit: KeyLimit, key: string) => Promise<void>;
  /** Gives back a point of such a limit, because what it was taken for was refused. */
  keyNotDone: (limit: KeyLimit, key: string) => Promise<void>;
  /** Limit that a use case defines itself, without a setting: `points` within `window` ms. */
  take: (name: string, key: string, points: number, window: number, code?: ErrorCode) => Promise<void>;
  /** Gives back a point of such a limit that only counts failures. */
  giveBack: (name: string, key: string, points: number, window: number) => Promise<void>;
}

/** Counts failures. No setting disables this, because failures only require a human check and refuse nothing. */
export interface Failures {
  /** Returns how many there are now. */
  add: (key: string, window: number) => Promise<number>;
  count: (key: string) => Promise<number>;
  forget: (key: string) => Promise<void>;
}

export function createFailures(pool: pg.Pool): Failures {
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: 'failures',
    points: 1_000_000,
    duration: DAY / SECOND,
  });
  return {
    add: async (key, window) =>
      (await limiter.penalty(key, 1, { customDuration: window / SECOND } as never)).consumedPoints,
    count: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
    forget: async (key) => void (await limiter.delete(key)),
  };
}

async function consume(limiter: Counter, key: string, code: ErrorCode): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / SECOND));
    throw new AppError(code, { retryAfter, params: { seconds: retryAfter } });
  }
}

/** Creates the limits. Those in memory are counted for all processes of this machine, which `shared` connects. */
export function createLimits(config: Config, pool: pg.Pool, rules: LimitRules, shared: Shared = unshared): Limits {
  if (!config.rateLimits) {
    const none = async () => {};
    return {
      ofAddress: none,
      ofMember: none,
      ofPages: none,
      ofPrefetches: none,
      ofClass: none,
      notDone: none,
      ofKey: none,
      keyNotDone: none,
      take: none,
      giveBack: none,
    };
  }
  const inMemory = (name: LimitName, counted: string = name) =>
    shared.counter(counted, config.limits[name], MINUTE / SECOND);
  const byAddress = inMemory('LIMIT_ADDRESS');
  const byMember = inMemory('LIMIT_MEMBER');
  const pages = inMemory('LIMIT_PAGES');
  // Any request can claim to be a prefetch, so these are limited too.
  const prefetches = inMemory('LIMIT_PAGES', 'prefetches');
  const stored = new Map<string, RateLimiterPostgres>();
  const limiterOf = (name: string, points: number, window: number) => {
    let limiter = stored.get(name);
    if (!limiter) {
      const table = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
      limiter = new RateLimiterPostgres({ ...table, keyPrefix: name, points, duration: window / SECOND });
      stored.set(name, limiter);
    }
    return limiter;
  };
  const counters = new Map<string, Counter>();
  const counterOf = (name: string, points: number, window: number) => {
    const counter = counters.get(name) ?? shared.counter(name, points, window / SECOND);
    counters.set(name, counter);
    return counter;
  };
  return {
    ofAddress: (address) => consume(byAddress, address, 'too_many_requests'),
    ofMember: (memberId) => consume(byMember, memberId, 'too_many_requests'),
    ofPages: (address) => consume(pages, address, 'too_many_requests'),
    ofPrefetches: (address) => consume(prefetches, address, 'too_many_requests'),
    async ofClass(limit, address, memberId) {
      const { setting, window, per, here } = rules[limit];
      const key = per === 'address' ? address : per === 'member' ? `member ${memberId}` : (memberId ?? address);
      const limiterFor = here ? counterOf : limiterOf;
      await consume(limiterFor(setting, config.limits[setting], window), key, 'too_many_requests');
    },
    async notDone(limit, memberId) {
      const { setting, window, done } = rules[limit];
      if (done) await limiterOf(setting, config.limits[setting], window).reward(`member ${memberId}`, 1);
    },
    async ofKey(limit, key) {
      const { setting, window } = rules[limit];
      await consume(limiterOf(setting, config.limits[setting], window), key, 'too_many_requests');
    },
    async keyNotDone(limit, key) {
      const { setting, window } = rules[limit];
      await limiterOf(setting, config.limits[setting], window).reward(key, 1);
    },
    async take(name, key, points, window, code = 'too_many_requests') {
      await consume(limiterOf(name, points, window), key, code);
    },
    async giveBack(name, key, points, window) {
      await limiterOf(name, points, window).reward(key, 1);
    },
  };
}

/** Deletes counts whose time is over. */
export async function dropOldCounts({ db }: { db: Db }): Promise<void> {
  await sql`delete from rate_limits where expire < extract(epoch from clock_timestamp()) * 1000`.execute(db);
}
