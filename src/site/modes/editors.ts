import type { EditorsOfModes } from '#features/chapters/web/editor-page/editor-slots.ts';
import { WRITING_MODES } from '#features/modes.ts';
import { ofEachMode } from './modes.ts';

const loaders = ofEachMode(({ loadEditor }) => loadEditor);

/** Loads what writing modes add to the chapter editor. */
export async function loadEditors(): Promise<EditorsOfModes> {
  const loaded = await Promise.all(WRITING_MODES.map(async (id) => ({ [id]: await loaders[id]?.() })));
  return Object.assign({}, ...loaded);
}
