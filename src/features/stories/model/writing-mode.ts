/**
 * The writing modes (spec §1), by id. Each mode adds its own by declaration merging, in its `model/mode.ts`. The list of
 * their ids is `WRITING_MODES` (`features/modes.ts`).
 */
export interface WritingModes {}

export type WritingMode = keyof WritingModes;

/** Something of each mode. Only the list of modes has a value of this type; a missing mode doesn’t compile. */
export type ByMode<T> = Readonly<Record<WritingMode, T>>;
