import type { MessageKey, Messages, PlainKey } from '#core/messages.ts';
import type { SettingName, StoredSettings } from '../model/mode-settings.ts';
import type { ByMode } from '../model/writing-mode.ts';

/** The rules of a story, as placeholders of messages. Each mode adds its own by declaration merging. */
export interface RuleParams {
  min: number;
  max: number;
  /** Maximum number of writers. */
  count: number;
  unit: string;
  joinPolicy: string;
}

/** Messages that describe the rules of a story. */
type RulesKey = { [K in MessageKey]: RuleParams extends Messages[K] ? K : never }[MessageKey];

/** Messages with the bounds of a number. */
type BoundsKey = { [K in MessageKey]: { min: number; max: number } extends Messages[K] ? K : never }[MessageKey];

/** Messages with a number. */
type CountKey = { [K in MessageKey]: { count: number } extends Messages[K] ? K : never }[MessageKey];

/** What the page of a story says about a setting: before or after who can join. Its texts are in the part `stories`. */
export interface SettingFact {
  readonly place: 'first' | 'last';
  readonly label: PlainKey;
  readonly value: CountKey;
}

/** How the story editor shows a setting. `needed` is what it asks for if the value isn’t valid. */
export type SettingControl =
  | { readonly as: 'choice'; readonly label: PlainKey; readonly help: PlainKey; readonly note: PlainKey }
  | {
      readonly as: 'hours';
      readonly label: PlainKey;
      readonly help: PlainKey;
      readonly unitLabel: PlainKey;
      readonly needed: PlainKey;
    }
  | {
      readonly as: 'people';
      readonly label: PlainKey;
      readonly help: BoundsKey;
      readonly fewer: PlainKey;
      readonly more: PlainKey;
      readonly needed: PlainKey;
    };

/** A drawing of how a story of the mode runs, in 96 × 48, a little larger than the mode’s mark. */
export interface ModeDrawing {
  readonly threads: readonly (readonly [path: string, color: 's1' | 's2' | 's3' | 's4' | 's5'])[];
  readonly knots: readonly (readonly [x: number, y: number, radius: number, color: 'f2' | 'f3' | 'open'])[];
}

/**
 * What a writing mode shows in the pages of other features. Each feature adds what it asks for by declaration merging.
 * Every page that runs React contains it, so it has keys of texts instead of components.
 */
export interface ModeFace {
  /** What the page of a story says about the mode’s own settings. */
  readonly facts: { readonly [Name in SettingName]?: SettingFact };
  /** In the story editor. Its texts are in the part `story_editor`. */
  readonly storyEditor: {
    readonly drawing: ModeDrawing;
    /** Explains the mode where it is chosen. */
    readonly says: PlainKey;
    /** All rules in one sentence. */
    readonly rules: RulesKey;
    /** Rules that can’t be changed. */
    readonly always: PlainKey;
    /** What happens after publication. */
    readonly afterwards: PlainKey | null;
    /** Explains how others join. */
    readonly joiningHelp: PlainKey | null;
    /** The fields of the mode’s own settings, in this order. */
    readonly settings: { readonly [Name in SettingName]?: SettingControl };
    /** The placeholders of the mode’s own settings. `settings` has the values as typed, without those that are no numbers. */
    readonly ruleParams?: (settings: StoredSettings) => Partial<RuleParams>;
  };
}

declare module '#web/writing-mode.ts' {
  interface WebMode {
    readonly face: ModeFace;
  }
}

/** The faces of all writing modes. */
export type ModeFaces = ByMode<ModeFace>;
