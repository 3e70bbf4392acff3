import { branchEditor } from '#features/branch/web/editor.tsx';
import type { EditorsOfModes } from '#features/chapters/web/editor-page/editor-slots.ts';
import { relayEditor } from '#features/relay/web/editor.tsx';

/** What writing modes add to the chapter editor. Modes that add nothing aren’t listed. */
export const MODE_EDITORS: EditorsOfModes = { relay: relayEditor, branch: branchEditor };
