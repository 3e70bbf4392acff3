import { sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Language } from '#core/languages.ts';
import { type CachePolicy, emptyCachePolicy } from './cache/tag-cache.ts';
import type { Config } from './config.ts';
import type { Db, Hold } from './db/database.ts';
import type { Failures, Limits } from './http/limits.ts';
import type { HumanCheck } from './human-check/human-check.ts';
import type { ImageStore } from './images/image-store.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Memo } from './memo.ts';
import type { Secrets } from './secrets.ts';
import type { Google } from './sign-in/google.ts';

/** The clock of the process, for rules that nobody races for. Tests move it. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** What lives as long as the process. */
export interface Deps {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly images: ImageStore;
  readonly limits: Limits;
  readonly failures: Failures;
  readonly humanCheck: HumanCheck;
  readonly mailer: Mailer;
  /** Null where signing in with Google is not offered. */
  readonly google: Google | null;
}

/** What a use-case works with: made anew for every call and every job. A feature states what it needs beyond this. */
export interface Ctx extends Deps {
  readonly actor: Actor | null;
  /** Of the one who is answered; sentences are made in it. */
  readonly language: Language;
  /** Address of the caller as limits count it (an IPv6 one is cut to its /64); empty in jobs. */
  readonly address: string;
  /** What the caller's browser calls itself; empty in jobs. */
  readonly userAgent: string;
  /** What the answer shows, for the cache of public answers. */
  readonly cachePolicy: CachePolicy;
  /** What every transaction of the call begins with: holds who calls as they are. Null where nobody calls. */
  readonly hold: Hold | null;
  /** What reads of this request or page share, see `readOnce`. Null where the call may write, and in jobs. */
  readonly memo: Memo | null;
}

/** The context of one call or job, with whatever the features need beside the platform's own. */
export function createCtx<D extends Deps>(
  deps: D,
  call: {
    language: Language;
    actor?: Actor | null;
    address?: string;
    userAgent?: string;
    cachePolicy?: CachePolicy;
    hold?: Hold | null;
    memo?: Memo | null;
  },
): D & Ctx {
  return {
    ...deps,
    language: call.language,
    actor: call.actor ?? null,
    address: call.address ?? '',
    userAgent: call.userAgent ?? '',
    cachePolicy: call.cachePolicy ?? emptyCachePolicy(),
    hold: call.hold ?? null,
    memo: call.memo ?? null,
  };
}

/** The caller of an endpoint that only members reach; the pipeline has checked it. */
export function memberOf(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor)
    throw new Error('This use-case was reached without a member; its endpoint must declare the access "member".');
  return ctx.actor;
}

/** The moment that races are decided by, read from the database after its locks are taken. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select db_clock() as now`.execute(db);
  return rows[0]!.now;
}
