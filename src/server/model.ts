import type { LimitRules } from '#core/endpoint.ts';
import { CORE_ERRORS, type ErrorStatuses } from '#core/errors.ts';
import type { SettingRules } from '#core/feature.ts';
import type { MailKindRules } from '#core/mail-kinds.ts';
import type { NoticeRules } from '#core/notices.ts';
import { FEATURES } from '#features/list.ts';

/** What the features declare in their models, combined. What a feature declares but isn’t listed doesn’t compile. */

type Feature = (typeof FEATURES)[number];
type Combined<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void ? I : never;

const combine = <T extends object>(parts: readonly T[]): Combined<T> => Object.assign({}, ...parts);

/** The HTTP status of each error code. */
export const errorStatuses: ErrorStatuses = {
  ...CORE_ERRORS,
  ...combine<Feature['errors']>(FEATURES.map(({ errors }) => errors)),
};

/** The limits of classes of calls. */
export const limitRules: LimitRules = combine<Feature['limits']>(FEATURES.map(({ limits }) => limits));

/** The settings of features. */
export const settingRules: SettingRules = combine<Feature['settings']>(FEATURES.map(({ settings }) => settings));

/** The kinds of notices. */
export const noticeRules: NoticeRules = combine<Feature['notices']>(FEATURES.map(({ notices }) => notices));

/** The kinds of emails about notices. */
export const mailKindRules: MailKindRules = combine<Feature['mailKinds']>(FEATURES.map(({ mailKinds }) => mailKinds));
