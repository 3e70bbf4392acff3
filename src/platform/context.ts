import { sql } from 'kysely';
import type { Actor } from '#core/actor.ts';
import type { Language } from '#core/languages.ts';
import type { Provider } from '#core/providers.ts';
import { type CachePolicy, emptyCachePolicy } from './cache/tag-cache.ts';
import type { Config } from './config.ts';
import type { Db, Hold } from './db/database.ts';
import type { SiteFiles } from './files/site-files.ts';
import type { Failures, Limits } from './http/limits.ts';
import type { HumanCheck } from './human-check/human-check.ts';
import type { ImageStore } from './images/image-store.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mailer.ts';
import type { Memo } from './memo.ts';
import type { Secrets } from './secrets.ts';
import type { SignIn } from './sign-in/openid.ts';

/** The clock of the process. Use `databaseNow` where requests race. Tests can move it. */
export interface Clock {
  now: () => Date;
}

export const systemClock: Clock = { now: () => new Date() };

/**
 * What features need from features that come later in their order. Each feature declares its ports here by declaration
 * merging, and exactly one feature provides each.
 */
export interface Ports {}

/** What lives as long as the process. */
export interface Deps extends Ports {
  readonly db: Db;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly files: SiteFiles;
  /** The images among the files. */
  readonly images: ImageStore;
  readonly limits: Limits;
  readonly failures: Failures;
  readonly humanCheck: HumanCheck;
  readonly mailer: Mailer;
  /** The providers that members can log in with. */
  readonly signIn: Readonly<Partial<Record<Provider, SignIn>>>;
}

/** The cookie of a browser that has logged in before. */
export interface DeviceCookie {
  /** What the browser sent. */
  readonly token: string | null;
  /** Set by a use case that logs in. The response to a call that succeeds stores it. */
  issued: string | null;
}

/** The context of a use case, created for every call and every job. Features declare what they need beyond this. */
export interface Ctx extends Deps {
  readonly actor: Actor | null;
  /** Language to write sentences in: the caller’s. */
  readonly language: Language;
  /** IP address of the caller as the limits count it (IPv6: its /64 network). Empty in jobs. */
  readonly address: string;
  /** User-Agent header of the caller. Empty in jobs. */
  readonly userAgent: string;
  /** Cookie of a browser that has logged in before. It authorizes nothing. */
  readonly device: DeviceCookie;
  /** Cache metadata of the response. */
  readonly cachePolicy: CachePolicy;
  /**
   * Runs first in every transaction of the call, and locks the caller’s account. Null if there is no caller, or if
   * restricted members may make the call.
   */
  readonly hold: Hold | null;
  /** Shares reads within one request or page, see `readOnce`. Null in jobs, and where the call can write. */
  readonly memo: Memo | null;
}

/** Creates the context of a call or a job. `deps` also contains what the features need. */
export function createCtx<D extends Deps>(
  deps: D,
  call: {
    language: Language;
    actor?: Actor | null;
    address?: string;
    userAgent?: string;
    device?: DeviceCookie;
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
    device: call.device ?? { token: null, issued: null },
    cachePolicy: call.cachePolicy ?? emptyCachePolicy(),
    hold: call.hold ?? null,
    memo: call.memo ?? null,
  };
}

/** Returns the caller. Only for endpoints that require a member, which is checked before the use case runs. */
export function memberOf(ctx: Pick<Ctx, 'actor'>): Actor {
  if (!ctx.actor)
    throw new Error('This use case was called without a member. Its endpoint must declare the access "member".');
  return ctx.actor;
}

/** Returns the time of the database, which decides races. Take the locks first. */
export async function databaseNow(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select db_clock() as now`.execute(db);
  return rows[0]!.now;
}
