import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitClass } from '#core/endpoint.ts';
import { AppError, type ErrorCode } from '#core/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#core/time.ts';
import type { Config, LimitName } from '../config.ts';

interface Class {
  readonly name: LimitName;
  readonly window: number;
  readonly per: 'address' | 'member' | 'caller';
  /** Counts what was done: a call that was refused gives its point back. The others count what was tried. */
  readonly done?: true;
  /** Counted in this process alone, where counting in the database would cost as much as the call. */
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
  /** The general limits of an address and of a member; counted in this process alone, since every call passes here. */
  ofAddress: (address: string) => Promise<void>;
  ofMember: (memberId: string) => Promise<void>;
  /** Of an address too, for pages, feeds and lists that must be made; what the cache has is never counted. */
  ofPages: (address: string) => Promise<void>;
  /** Of an address too, for pages that its browser fetches ahead and that must be made: as many as it may open. */
  ofPrefetches: (address: string) => Promise<void>;
  /** The limit of a class of calls, counted across all processes unless the class says otherwise. */
  ofClass: (limit: LimitClass, address: string, memberId: string | null) => Promise<void>;
  /** The call was refused, or got the answer of an earlier one: it does not count where only what was done counts. */
  notDone: (limit: LimitClass, memberId: string) => Promise<void>;
  /** A limit that a use-case names itself, as sign-ins per account and address; `points` within `window` ms. */
  take: (name: string, key: string, points: number, window: number, code?: ErrorCode) => Promise<void>;
}

/** Counts of failures, which no setting switches off: they ask for a check, they do not refuse. */
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
  // Anybody can say that a request fetches ahead, so these are counted too.
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
