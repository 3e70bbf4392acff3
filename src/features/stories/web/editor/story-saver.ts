import type { InputOf } from '#core/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';
import { createSaver, type SaveState } from '#web/saving/saver.ts';
import { SIGNED_OUT, type Writable } from '#web/saving/writable.ts';
import type { StoryDraft, storyApi } from '../../contract.ts';
import type { StoryChanges, StoryForms } from './story-form.ts';
import type { StoryValues } from './story-values.ts';

/**
 * `device`: only on this device so far, because title or mode is missing or a value is invalid. `offline`: no response.
 */
export type SaveKind = 'none' | 'device' | 'saved' | 'offline' | 'failed';

interface Creation {
  /** Resent unchanged until there is a response, so that a lost response doesn’t create a second story. */
  key: string;
  input: InputOf<typeof storyApi.create>;
}

/** What is kept on the device until the server has it. */
export interface KeptForm {
  values: StoryValues;
  /** The version on which the values are based. Null before the story exists. */
  version: number | null;
  /** The server’s values in that version. Missing in forms that were kept before this field existed. */
  base?: StoryValues;
  creation: Creation | null;
}

export interface SaverState {
  values: StoryValues;
  /** The story as the server has it. Null before it is created. */
  draft: StoryDraft | null;
  kind: SaveKind;
  isSaving: boolean;
  /** Why the last save failed. */
  failure: ApiError | null;
  /** The server’s error messages for single fields, until these change. */
  refused: Record<string, string>;
  /** A version from elsewhere that conflicts with this one. Nothing is saved over it until the author chooses. */
  conflict: StoryDraft | null;
}

export interface SaverPorts {
  create: (input: InputOf<typeof storyApi.create>, key: string) => Promise<StoryDraft>;
  update: (input: InputOf<typeof storyApi.update>) => Promise<StoryDraft>;
  /** Returns false if the device can’t store it. */
  keep: (form: KeptForm | null) => boolean;
  newKey: () => string;
}

export type StorySaver = ReturnType<typeof createStorySaver>;

/** Adapts the story form to the saver. Input is saved when typing pauses, however long that takes. */
const formOf = ({ changesOf, valuesOf, differs, differentFields, mergeValues }: StoryForms) =>
  ({
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
  }) satisfies Omit<Writable<StoryDraft, StoryValues, StoryChanges>, 'nothing' | 'isBlank'>;

/**
 * Saves a story while it is typed, and notifies the form. A new story stays on the device until it is flushed, because
 * its mode can’t be changed after the first save.
 */
export function createStorySaver(
  ports: SaverPorts,
  {
    forms,
    draft: start,
    kept,
    blank,
  }: { forms: StoryForms; draft: StoryDraft | null; kept: KeptForm | null; blank: StoryValues },
) {
  const form = formOf(forms);
  const { valuesOf, differs, withUntouched } = forms;
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

  /** Creates the story, with the input that was first sent. Returns null while title or mode is missing. */
  async function begin(values: StoryValues): Promise<StoryDraft | null> {
    const input = forms.creationOf(values);
    creation ??= input && { key: ports.newKey(), input };
    if (!creation) return null;
    saver.keepHere();
    let begun: StoryDraft;
    try {
      begun = await shown(ports.create(creation.input, creation.key));
    } catch (error) {
      // If the server refused it, there is no story, and the next attempt needs a new key.
      if (error instanceof ApiError && form.failureOf(error) === 'held') creation = null;
      throw error;
    }
    creation = null;
    // If another mode was chosen while the request was pending, the mode that was sent wins.
    if (state.values.mode !== begun.mode)
      set({ values: { ...state.values, ...forms.modeChosen(state.values, begun.mode) } });
    return begun;
  }

  const saver = createSaver<StoryDraft, StoryValues, StoryChanges>(
    { ...form, nothing: blank, isBlank: (values) => creation === null && !differs(values, blank) },
    {
      // A kept form continues from its base version, until it is merged with the current story. If the base is unknown,
      // every text counts as changed, so that the author is asked.
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
    /** Call when the form is open. Sends what was kept but not saved, if its story was created. */
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
    /** Saves right away. Returns true if the server then has everything. */
    flush: saver.flush,
    /** Takes over the story from another API call, such as the upload of its cover. Input stays. */
    adopt: saver.adopt,
    /** Replaces the input with the story as the server has it. */
    replace(draft: StoryDraft) {
      set({ draft, values: valuesOf(draft), conflict: null, kind: 'saved', refused: {} });
      saver.accept(draft);
    },
    /** Resolves a conflict with the author’s own version, which overwrites what was saved elsewhere. */
    keepMine() {
      const { conflict } = state;
      if (!conflict) return;
      set({ draft: conflict, conflict: null });
      saver.resolve(conflict, []);
    },
    isClean: saver.isClean,
    isKept: saver.isKept,
    /** Call when the connection is restored, or after a login. */
    retry: saver.retry,
    /** Call when the page is hidden or left. Doesn’t send anything. */
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

/** The state that the page shows. Typing in a saved form doesn’t change it; a failed save does. */
function kindOf(state: SaveState, error: ApiError | null, before: SaveKind): SaveKind {
  if (state === 'empty') return 'none';
  if (state === 'saved' || state === 'offline' || state === 'failed') return state;
  if (state === 'device' && before === 'saved') return before;
  return error ? 'failed' : 'device';
}
