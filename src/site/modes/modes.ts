import { MODES, WRITING_MODES } from '#features/modes.ts';
import type { ByMode } from '#features/stories/model/writing-mode.ts';
import type { WebModes } from '#features/stories/web/modes.ts';
import { merged } from '#web/feature.ts';
import type { WebMode } from '#web/writing-mode.ts';
import { FEATURES } from '../features.ts';

/** What the writing modes show, from the web faces of their features. A missing mode doesn’t compile. */
const LISTED: ByMode<WebMode> = merged(FEATURES, 'modes');

/** Returns one part of each mode. */
export function ofEachMode<Part>(partOf: (mode: WebMode) => Part): ByMode<Part> {
  return Object.assign({}, ...WRITING_MODES.map((id) => ({ [id]: partOf(LISTED[id]) })));
}

/** What every page knows about the writing modes. */
export const WEB_MODES: WebModes = { models: MODES, faces: ofEachMode(({ face }) => face) };
