import { WRITING_MODES } from '#features/modes.ts';
import type { PagesOfModes } from '#features/reader/web/mode-pages.ts';
import { ofEachMode } from './modes.ts';

const loading = ofEachMode(({ loadPages }) => loadPages?.());

/** What the server renders for each writing mode. Only on the server. */
export const MODE_PAGES: PagesOfModes = Object.assign(
  {},
  ...(await Promise.all(WRITING_MODES.map(async (id) => ({ [id]: await loading[id] })))),
);
