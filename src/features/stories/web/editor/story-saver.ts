import type { InputOf } from '#core/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';
import { createSaver, type SaveState } from '#web/saving/saver.ts';
import { SIGNED_OUT, type Writable } from '#web/saving/writable.ts';
import type { StoryDraft, storyApi } from '../../contract.ts';
import {
  changesOf,
  creationOf,
  differentFields,
  differs,
  mergeValues,
  modeChosen,
  type StoryChanges,
  type StoryValues,
  valuesOf,
  withUntouched,
} from './story-form.ts';

/** `device`: only here so far, since title or mode is missing or something is not in order; `offline`: no answer came. */
export type SaveKind = 'none' | 'device' | 'saved' | 'offline' | 'failed';

interface Creation {
  /** Sent again unchanged until an answer comes, so that a lost answer makes no second story. */
  key: string;
  input: InputOf<typeof storyApi.create>;
}

/** What the device keeps until the server has it. */
export interface KeptForm {
  values: StoryValues;
  /** The version that the values were typed over; null before the story exists. */
  version: number | null;
  /** What the server had in that version. Forms that were kept before this was kept have none. */
  base?: StoryValues;
  creation: Creation | null;
}

export interface SaverState {
  values: StoryValues;
  /** The story as the server has it; null before it knows of it. */
  draft: StoryDraft | null;
  kind: SaveKind;
  isSaving: boolean;
  /** Why the last save failed. */
  failure: ApiError | null;
  /** The server's sentences about single fields, until they are changed. */
  refused: Record<string, string>;
  /** Somebody else's version, or one's own from another place, over which nothing is saved before it is chosen. */
  conflict: StoryDraft | null;
}

export interface SaverPorts {
  create: (input: InputOf<typeof storyApi.create>, key: string) => Promise<StoryDraft>;
  update: (input: InputOf<typeof storyApi.update>) => Promise<StoryDraft>;
  /** False when the device refuses. */
  keep: (form: KeptForm | null) => boolean;
  newKey: () => string;
}

export type StorySaver = ReturnType<typeof createStorySaver>;

/** The form of a story as a saver sees it. What is typed is saved when typing pauses, however long that takes. */
const FORM = {
  sent: { afterPause: 1.5 * SECOND, atLatest: Number.POSITIVE_INFINITY },
  begins: 'with_text',
  textOf: valuesOf,
  isSame: (a, b) => !differs(a, b),
  differs: (base, values) => differs(values, base),
  sendable(base, values) {
    const changes = changesOf(values, base);
    return { changes, isWhole: differentFields(values, base).every((field) => changes !== null && field in changes) };
  },
  taken: valuesOf,
  merge: mergeValues,
  failureOf({ code, status }) {
    if (code === 'conflict') return 'changed';
    if (SIGNED_OUT.includes(code)) return 'signed_out';
    return status === 0 || status === 429 || status >= 500 ? 'again' : 'held';
  },
} satisfies Omit<Writable<StoryDraft, StoryValues, StoryChanges>, 'nothing' | 'isBlank'>;

/**
 * Saves a story while it is typed, and tells the form about it. A new story is stored on the device alone until it is
 * flushed: its mode stays from the first save on, and may be changed until then.
 */
export function createStorySaver(
  ports: SaverPorts,
  { draft: start, kept, blank }: { draft: StoryDraft | null; kept: KeptForm | null; blank: StoryValues },
) {
  const listeners = new Set<() => void>();
  let creation = kept?.creation ?? null;
  const opened = kept?.values ?? (start ? valuesOf(start) : blank);
  const isSaved = start !== null && !differs(opened, valuesOf(start));
  let state: SaverState = {
    values: opened,
    draft: start,
    kind: isSaved ? 'saved' : kept ? 'device' : 'none',
    isSaving: false,
    failure: null,
    refused: {},
    conflict: null,
  };
  const set = (changes: Partial<SaverState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const shown = (call: Promise<StoryDraft>): Promise<StoryDraft> => {
    set({ isSaving: true });
    return call.finally(() => set({ isSaving: false }));
  };

  /** Begins the story, as it was first sent; null while title or mode is missing. */
  async function begin(values: StoryValues): Promise<StoryDraft | null> {
    const input = creationOf(values);
    creation ??= input && { key: ports.newKey(), input };
    if (!creation) return null;
    saver.keepHere();
    let begun: StoryDraft;
    try {
      begun = await shown(ports.create(creation.input, creation.key));
    } catch (error) {
      // Refused, it is no story, and the next attempt needs another key.
      if (error instanceof ApiError && FORM.failureOf(error) === 'held') creation = null;
      throw error;
    }
    creation = null;
    // Another mode was chosen while no answer came: the one that was sent is the story's.
    if (state.values.mode !== begun.mode) set({ values: { ...state.values, ...modeChosen(state.values, begun.mode) } });
    return begun;
  }

  const saver = createSaver<StoryDraft, StoryValues, StoryChanges>(
    { ...FORM, nothing: blank, isBlank: (values) => creation === null && !differs(values, blank) },
    {
      // A kept form goes on from the version that it was typed over, until it has met the story as it is now. Where it is
      // not known what that was, every text of it counts as changed, so that the author is asked.
      draft: start && kept ? { ...start, version: kept.version ?? 0 } : start,
      base: start && kept ? (kept.base ?? blank) : undefined,
      read: () => state.values,
      isOnline: ({ status }) => status > 0,
      keep(values, version, base) {
        const isKept = ports.keep(values && { values, version: state.draft ? version : null, base, creation });
        if (!isKept && state.kind === 'device') set({ kind: 'none' });
        return isKept;
      },
      calls: {
        create: begin,
        update: ({ id, version }, changes) => shown(ports.update({ storyId: id, version, ...changes })),
      },
      on: {
        state(next, error) {
          const refused = error ? error.fields : state.refused;
          set({ kind: kindOf(next, error, state.kind), failure: error, refused });
        },
        saved: (draft) => set({ draft }),
        merged: (values) => set({ values }),
        conflict(conflict, base) {
          const values = withUntouched({ base, mine: state.values, theirs: valuesOf(conflict) });
          set({ conflict, values });
        },
      },
    },
  );

  return {
    get: () => state,
    /** Once the form is open: what was kept without being saved goes to the server, if its story was begun. */
    sendKept() {
      if (!kept || (!start && !creation)) return;
      if (start) saver.adopt(start);
      void saver.flush();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change(changes: Partial<StoryValues>) {
      const refused = Object.fromEntries(Object.entries(state.refused).filter(([field]) => !(field in changes)));
      set({ values: { ...state.values, ...changes }, refused });
      saver.changed();
    },
    /** Saves now. True when the server then has everything. */
    flush: saver.flush,
    /** The story after another call, as one that sent its cover; what is typed stays. */
    adopt: saver.adopt,
    /** The story as the server has it takes the place of what is typed. */
    replace(draft: StoryDraft) {
      set({ draft, values: valuesOf(draft), conflict: null, kind: 'saved', refused: {} });
      saver.accept(draft);
    },
    /** Ends a conflict by one's own version: what was saved elsewhere is written over. */
    keepMine() {
      const { conflict } = state;
      if (!conflict) return;
      set({ draft: conflict, conflict: null });
      saver.resolve(conflict, []);
    },
    isClean: saver.isClean,
    isKept: saver.isKept,
    /** For when the connection is back, or somebody has signed in. */
    retry: saver.retry,
    /** The page is hidden or being left: nothing of it is sent. */
    hide: saver.keepHere,
    leave: saver.keepHere,
    end: saver.end,
    /** Stops saving. Call it after the story was deleted. */
    stop() {
      saver.keepHere();
      saver.end();
    },
  };
}

/** What the page says. Typing in a saved form changes nothing of it; a save that fails does. */
function kindOf(state: SaveState, error: ApiError | null, before: SaveKind): SaveKind {
  if (state === 'empty') return 'none';
  if (state === 'saved' || state === 'offline' || state === 'failed') return state;
  if (state === 'device' && before === 'saved') return before;
  return error ? 'failed' : 'device';
}
