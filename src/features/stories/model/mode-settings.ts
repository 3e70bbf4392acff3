import type { FieldIssue } from '#core/errors.ts';

/**
 * The settings that only stories of some modes have. Each mode declares its own next to their rules (`model/mode.ts`), by
 * declaration merging. Names are unique, because calls have them side by side. All are whole numbers.
 */
export interface ModeSettings {}

/**
 * How views of a story show these settings: as fields that are null in other modes. Each mode declares the fields of its
 * `ModeModel.settings.own`.
 */
export interface ModeSettingViews {}

export type SettingName = keyof ModeSettings;

/** The settings of a story as they are stored. One that its mode has got since the story was created is missing. */
export type StoredSettings = Readonly<Partial<ModeSettings>>;

interface WithinBounds {
  readonly min: number;
  readonly max: number;
  /** The issue with a number out of bounds. */
  readonly issue: FieldIssue;
  /** True if it also can’t be higher than the maximum number of writers. */
  readonly isGroup?: boolean;
}

interface OneOf {
  readonly oneOf: readonly number[];
}

/** What values a setting can have, and its value in a new story. The CHECK of `stories.mode_settings` has the same. */
export type SettingRule = (WithinBounds | OneOf) & { readonly default: number };

export type SettingRules<Name extends SettingName = SettingName> = Readonly<Record<Name, SettingRule>>;

/** The settings that only stories of one mode have. */
export interface OwnSettings {
  readonly rules: Partial<SettingRules>;
  /** The field that has them in views of a story. Null if each is a field of its own. */
  readonly viewedAs: keyof ModeSettingViews | null;
}

/** Returns a setting of a story, or its default if the mode has got it since the story was created. */
export function settingOf<Name extends SettingName>(
  rules: SettingRules<Name>,
  name: Name,
  { modeSettings }: { readonly modeSettings: StoredSettings },
): number {
  return modeSettings[name] ?? rules[name].default;
}

/** Returns the rules of a mode’s own settings by name, in the order of the mode. */
export function ownRules({ rules }: OwnSettings): [name: SettingName, rule: SettingRule][] {
  // The types of the keys and values of an object are lost in `Object.entries`.
  return Object.entries(rules) as [SettingName, SettingRule][];
}

/** Returns the settings of a new story. */
export function defaultSettings(own: OwnSettings): StoredSettings {
  return Object.fromEntries(ownRules(own).map(([name, rule]) => [name, rule.default]));
}
