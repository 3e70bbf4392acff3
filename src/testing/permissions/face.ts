import type { Act } from './acts.ts';
import type { Target } from './targets.ts';
import type { World } from './world.ts';

/** What a feature contributes to the permission matrix: `permissions` of its `testing/permissions.ts`. */
export interface Permissions {
  readonly acts: readonly Act[];
  readonly plants?: readonly Plant[];
}

/** A step of building the world. Steps that don’t need each other run in any order. */
export interface Plant {
  /** `first` for a step that advances the clock, `last` for one that restricts members. */
  readonly when?: 'first' | 'last';
  /** Targets that must have been added before. */
  readonly needs?: readonly Target[];
  /** Adds targets to the world. */
  readonly plant: (world: World) => Promise<void>;
}
