import { sql } from 'kysely';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitClass } from '#core/endpoint.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { Config, LimitName } from '../config.ts';
import type { Db } from '../db/database.ts';

interface Class {
  readonly name: LimitName;
  readonly window: number;
  readonly per: 'address' | 'member' | 'caller';
  /** Counts only calls that succeed: a refused call gets its point back. The others count attempts. */
  readonly done?: true;
  /** Counted in this process only, because counting in the database would cost as much as the call. */
  readonly here?: true;
}

const CLASSES: Record<LimitClass, Class> = {
  login: { name: 'LIMIT_LOGIN_ADDRESS', window: HOUR, per: 'address' },
  register: { name: 'LIMIT_REGISTER', window: HOUR, per: 'address' },
  reset: { name: 'LIMIT_RESET', window: HOUR, per: 'address' },
  search: { name: 'LIMIT_SEARCH', window: MINUTE, per: 'caller' },
  save: { name: 'LIMIT_SAVE', window: MINUTE, per: 'member', here: true },
  create_story: { name: 'LIMIT_CREATE_STORY', window: DAY, per: 'member', done: true },
  submit: { name: 'LIMIT_SUBMIT', window: DAY, per: 'member', done: true },
  invite: { name: 'LIMIT_INVITE', window: DAY, per: 'member', done: true },
  apply: { name: 'LIMIT_APPLY', window: DAY, per: 'member', done: true },
  turn: { name: 'LIMIT_TURN', window: DAY, per: 'member', done: true },
  round: { name: 'LIMIT_ROUND', window: DAY, per: 'member', done: true },
  vote: { name: 'LIMIT_VOTE', window: MINUTE, per: 'member', here: true },
  upload: { name: 'LIMIT_UPLOAD', window: DAY, per: 'member' },
  feedback: { name: 'LIMIT_FEEDBACK', window: DAY, per: 'member', done: true },
  report: { name: 'LIMIT_REPORT', window: DAY, per: 'member', done: true },
  appeal: { name: 'LIMIT_APPEAL', window: DAY, per: 'member', done: true },
  suggestion: { name: 'LIMIT_SUGGESTION', window: DAY, per: 'member', done: true },
  moderate: { name: 'LIMIT_MODERATE', window: MINUTE, per: 'member', here: true },
  account_change: { name: 'LIMIT_ACCOUNT_CHANGE', window: HOUR, per: 'member' },
};

export interface Limits {
  /** General limits per address and per member. Counted in this process only, because every call passes here. */
  ofAddress: (address: string) => Promise<void>;
  ofMember: (memberId: string) => Promise<void>;
  /** Limit per address for pages, feeds and lists that must be made. Cache hits aren’t counted. */
  ofPages: (address: string) => Promise<void>;
  /** Limit per address for prefetched pages that must be made. As many as for pages that are opened. */
  ofPrefetches: (address: string) => Promise<void>;
  /** Limit of a class of calls. Counted across all processes, unless the class says otherwise. */
  ofClass: (limit: LimitClass, address: string, memberId: string | null) => Promise<void>;
  /**
   * Call if a call was refused or repeated an earlier one. Gives the point back if the class counts only calls that
   * succeed.
   */
  notDone: (limit: LimitClass, memberId: string) => Promise<void>;
  /** Limit that a use case defines itself, such as logins per account and address: `points` within `window` ms. */
  take: (name: string, key: string, points: number, window: number, code?: ErrorCode) => Promise<void>;
}

/** Counts failures. No setting disables this, because failures only require a human check and refuse nothing. */
export interface Failures {
  add: (key: string, window: number) => Promise<void>;
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
    add: async (key, window) => void (await limiter.penalty(key, 1, { customDuration: window / SECOND } as never)),
    count: async (key) => (await limiter.get(key))?.consumedPoints ?? 0,
    forget: async (key) => void (await limiter.delete(key)),
  };
}

async function consume(limiter: RateLimiterMemory | RateLimiterPostgres, key: string, code: ErrorCode): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / SECOND));
    throw new AppError(code, { retryAfter, params: { seconds: retryAfter } });
  }
}

export function createLimits(config: Config, pool: pg.Pool): Limits {
  if (!config.rateLimits) {
    const none = async () => {};
    return {
      ofAddress: none,
      ofMember: none,
      ofPages: none,
      ofPrefetches: none,
      ofClass: none,
      notDone: none,
      take: none,
    };
  }
  const inMemory = (name: LimitName) =>
    new RateLimiterMemory({ keyPrefix: name, points: config.limits[name], duration: MINUTE / SECOND });
  const byAddress = inMemory('LIMIT_ADDRESS');
  const byMember = inMemory('LIMIT_MEMBER');
  const pages = inMemory('LIMIT_PAGES');
  // Any request can claim to be a prefetch, so these are limited too.
  const prefetches = inMemory('LIMIT_PAGES');
  const limiters = new Map<string, RateLimiterMemory | RateLimiterPostgres>();
  const limiterOf = (name: string, points: number, window: number, here = false) => {
    let limiter = limiters.get(name);
    if (!limiter) {
      const counted = { keyPrefix: name, points, duration: window / SECOND };
      const shared = { storeClient: pool, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
      limiter = here ? new RateLimiterMemory(counted) : new RateLimiterPostgres({ ...shared, ...counted });
      limiters.set(name, limiter);
    }
    return limiter;
  };
  return {
    ofAddress: (address) => consume(byAddress, address, 'too_many_requests'),
    ofMember: (memberId) => consume(byMember, memberId, 'too_many_requests'),
    ofPages: (address) => consume(pages, address, 'too_many_requests'),
    ofPrefetches: (address) => consume(prefetches, address, 'too_many_requests'),
    async ofClass(limit, address, memberId) {
      const { name, window, per, here } = CLASSES[limit];
      const key = per === 'address' ? address : per === 'member' ? `member ${memberId}` : (memberId ?? address);
      await consume(limiterOf(name, config.limits[name], window, here), key, 'too_many_requests');
    },
    async notDone(limit, memberId) {
      const { name, window, done } = CLASSES[limit];
      if (done) await limiterOf(name, config.limits[name], window).reward(`member ${memberId}`, 1);
    },
    async take(name, key, points, window, code = 'too_many_requests') {
      await consume(limiterOf(name, points, window), key, code);
    },
  };
}

/** Deletes counts whose time is over. */
export async function dropOldCounts({ db }: { db: Db }): Promise<void> {
  await sql`delete from rate_limits where expire < extract(epoch from clock_timestamp()) * 1000`.execute(db);
}
