import type * as z from 'zod/mini';
import type { MailKindRule } from './mail-kinds.ts';
import type { NoticeRule } from './notices.ts';

/** Limit of a class of calls: a number, which is a setting, within `window` ms (product §13). */
export interface LimitRule {
  /** Name of the setting. */
  readonly setting: `LIMIT_${string}`;
  readonly default: number;
  /** What it limits, with the time window: “new stories per member and day”. Shown in the table of settings. */
  readonly says: string;
  readonly window: number;
  /** Who is counted. With `key`, a use case counts on its own (`limits.take`), and no endpoint can name the class. */
  readonly per: 'address' | 'member' | 'caller' | 'key';
  /** Counts only calls that succeed: a refused call gets its point back. The others count attempts. */
  readonly done?: true;
  /** Counted in this process only, because counting in the database would cost as much as the call. */
  readonly here?: true;
}

/** A setting, read from the environment. */
export interface SettingRule {
  readonly schema: z.ZodMiniType;
  /** Shown in the table of settings. */
  readonly says: string;
  /** Empty if there is none. */
  readonly default: string;
  /** Another setting, without which this one has no effect. */
  readonly needs?: string;
}

type Errors = Readonly<Record<string, number>>;
type Limits = Readonly<Record<string, LimitRule>>;
type Settings = Readonly<Record<string, SettingRule>>;
type Notices = Readonly<Record<string, NoticeRule>>;
type Mails = Readonly<Record<string, MailKindRule>>;
type None = Readonly<Record<never, never>>;

/**
 * What a feature declares for everyone: for its contract, for the server and for browsers. Pure, like all models. Its
 * types are added to those of core by declaration merging, next to the declaration:
 *
 *     declare module '#core/errors.ts' {
 *       interface ErrorCodes extends Errors {}
 *     }
 */
export interface ModelFeature<
  E extends Errors = Errors,
  L extends Limits = Limits,
  S extends Settings = Settings,
  N extends Notices = Notices,
  M extends Mails = Mails,
> {
  /** Name of its folder in `src/features`. */
  readonly name: string;
  /** Its error codes, with their HTTP status. Each has a text `error.<code>` in `locales/LANGUAGE/NAME.errors.json`. */
  readonly errors: E;
  /** Its classes of calls that have a rate limit of their own. */
  readonly limits: L;
  /** Its settings, besides the limits. */
  readonly settings: S;
  /** Its kinds of notices, with their rules. Their texts are in `locales/LANGUAGE/NAME.server.json`. */
  readonly notices: N;
  /** Its kinds of emails about notices, which members can switch off. */
  readonly mailKinds: M;
}

/**
 * Declares the model face of a feature. A code, limit or setting that several features use belongs to the first of them
 * in the order of `src/features/list.ts`.
 */
export function modelFeature<
  const E extends Errors = None,
  const L extends Limits = None,
  const S extends Settings = None,
  const N extends Notices = None,
  const M extends Mails = None,
>(face: {
  name: string;
  errors?: E;
  limits?: L;
  settings?: S;
  notices?: N;
  mailKinds?: M;
}): ModelFeature<E, L, S, N, M>;
export function modelFeature(face: Partial<ModelFeature> & { name: string }): ModelFeature {
  return { errors: {}, limits: {}, settings: {}, notices: {}, mailKinds: {}, ...face };
}

/** Settings that belong to one feature. Each feature adds its own in `model/feature.ts`. */
export interface FeatureSettings {}

export type SettingName = keyof FeatureSettings & string;
/** The rule of each setting of features. `src/server` combines them. */
export type SettingRules = Readonly<Record<SettingName, SettingRule>>;
/** The values of these settings. Null for one without a value. */
export type SettingValues = {
  readonly [N in SettingName]: FeatureSettings[N] extends { schema: infer S extends z.ZodMiniType }
    ? z.output<S> | null
    : never;
};
