import type { Loom } from './cover/loom.ts';
import type { Dye } from './dyes.ts';
import type { JoinPolicy } from './join-policy.ts';
import type { OwnSettings } from './mode-settings.ts';
import type { ByMode, WritingMode } from './writing-mode.ts';

/** Bounds of a number that the creator of a story sets, and its value in a new story. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly default: number;
}

/** The settings of a new story. Null for a setting that stories of the mode don’t have. */
export interface NewStorySettings {
  readonly joinPolicy: JoinPolicy;
  /** Number of writers, including the creator. Null if there is no limit, or if only the creator can write. */
  readonly participants: Bounds | null;
  /** Length of a chapter. All modes have the same bounds. */
  readonly units: { readonly min: number; readonly max: number };
  /** What only stories of this mode have. */
  readonly own: OwnSettings;
}

/** The mark of a mode, in 24 × 24: a thread and its knots. */
export interface ModeMark {
  readonly path: string;
  readonly knots: readonly (readonly [x: number, y: number, radius: number])[];
}

/** Draws how the threads of a cover run, as SVG elements. */
export type DrawThreads = (loom: Loom) => string;

/**
 * What a writing mode says about itself, without its code for server and pages. Features before the modes read it from
 * `ctx.modeModels` or `useModes()`, and never compare the id of a mode.
 */
export interface ModeModel {
  readonly id: WritingMode;
  /** Its place where the site introduces the modes, the simplest first. */
  readonly introduced: number;
  /** Whether members other than the creator can write. */
  readonly isShared: boolean;
  /** How the chapters follow each other. In a tree, the number of a chapter is its depth, and can repeat. */
  readonly shape: 'line' | 'tree';
  /** Whether published chapters stay when the account of their author is erased, because other data depends on them. */
  readonly keepsChapters: boolean;
  /** Whether rounds decide who can write the next chapter. */
  readonly hasRounds: boolean;
  readonly settings: NewStorySettings;
  readonly mark: ModeMark;
  /** The color of the mode, on pages and on covers. */
  readonly dye: Dye;
  /** Loads how the threads of its covers run. Only drawing needs it, and it is large. */
  readonly loadThreads: () => Promise<DrawThreads>;
}

/** The models of all writing modes. */
export type ModeModels = ByMode<ModeModel>;

/** Returns the ids of the modes that match. */
export function modesThat(models: ModeModels, matches: (model: ModeModel) => boolean): WritingMode[] {
  return Object.values(models).flatMap((model) => (matches(model) ? [model.id] : []));
}
