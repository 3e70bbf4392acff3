import type { InputOf } from '#core/endpoint.ts';
import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';
import type { StoryDraft, storyApi } from '../../contract.ts';
import {
  changesOf,
  creationOf,
  differentTexts,
  differs,
  modeChosen,
  type StoryValues,
  valuesOf,
} from './story-form.ts';

/** Pauses in typing after which the form is kept on the device and on the server. */
const DEVICE_PAUSE = 0.4 * SECOND;
const SERVER_PAUSE = 1.5 * SECOND;
const RETRY_PAUSES = [3 * SECOND, 6 * SECOND, 12 * SECOND, 30 * SECOND];

/** `device`: only here so far, since title or mode is missing or something is not in order; `offline`: no answer came. */
export type SaveKind = 'none' | 'device' | 'saving' | 'saved' | 'offline' | 'failed';

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
  creation: Creation | null;
}

export interface SaverState {
  values: StoryValues;
  /** The story as the server has it; null before it knows of it. */
  draft: StoryDraft | null;
  kind: SaveKind;
  savedAt: string | null;
  /** Why the last save failed. */
  failure: unknown;
  /** The server's sentences about single fields, until they are changed. */
  refused: Record<string, string>;
  /** Somebody else's version, or one's own from another place, over which nothing is saved before it is chosen. */
  conflict: StoryDraft | null;
}

export interface SaverPorts {
  create: (input: InputOf<typeof storyApi.create>, key: string) => Promise<StoryDraft>;
  update: (input: InputOf<typeof storyApi.update>) => Promise<StoryDraft>;
  keep: (form: KeptForm | null) => void;
  newKey: () => string;
}

export type StorySaver = ReturnType<typeof createStorySaver>;

/**
 * Saves a story while it is typed: on the device at once, on the server after a pause, one call at a time. A new story
 * lies on the device alone until it is flushed: its mode stays from the first save on, and may be changed until then.
 */
export function createStorySaver(
  ports: SaverPorts,
  start: { draft: StoryDraft | null; kept: KeptForm | null; blank: StoryValues },
) {
  const listeners = new Set<() => void>();
  let creation = start.kept?.creation ?? null;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let deviceTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  let tries = 0;
  let state = firstState(start);
  /** Of a form that was kept over an older version: it stays the older one until a choice is made. */
  const keptOver = state.conflict ? start.kept?.version : undefined;

  const set = (changes: Partial<SaverState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  const isClean = () => state.draft !== null && !differs(state.values, state.draft);
  const keepOnDevice = () => {
    clearTimeout(deviceTimer);
    const version = (state.conflict ? keptOver : undefined) ?? state.draft?.version ?? null;
    const isBlank = state.draft === null && creation === null && !differsFromBlank(state.values, start.blank);
    ports.keep((isClean() && !state.conflict) || isBlank ? null : { values: state.values, version, creation });
  };
  const schedule = (pause: number) => {
    clearTimeout(serverTimer);
    serverTimer = setTimeout(() => void run(), pause);
  };

  function adopt(draft: StoryDraft): void {
    if (!state.draft || draft.version >= state.draft.version) set({ draft });
  }

  /** One call that brings the server nearer to the form; false when there is none to make. */
  async function step(): Promise<boolean> {
    if (state.conflict) return false;
    if (!state.draft) {
      const input = creationOf(state.values);
      creation ??= input && { key: ports.newKey(), input };
      if (!creation) return false;
      set({ kind: 'saving' });
      keepOnDevice();
      const begun = await ports.create(creation.input, creation.key);
      adopt(begun);
      creation = null;
      // Another mode was chosen while no answer came: the one that was sent is the story's.
      if (state.values.mode !== begun.mode)
        set({ values: { ...state.values, ...modeChosen(state.values, begun.mode) } });
      return true;
    }
    const changes = changesOf(state.values, state.draft);
    if (!changes) return false;
    set({ kind: 'saving' });
    const { id, version } = state.draft;
    try {
      adopt(await ports.update({ storyId: id, version, ...changes }));
    } catch (error) {
      const current = currentOf(error);
      if (!current) throw error;
      // A cover that was sent meanwhile, or another form with the same texts, is no conflict.
      if (differentTexts(current, state.draft).length === 0 || differentTexts(current, state.values).length === 0)
        adopt(current);
      else set({ conflict: current, kind: 'device' });
    }
    return true;
  }

  async function run(): Promise<void> {
    clearTimeout(serverTimer);
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  }

  async function work(): Promise<void> {
    try {
      while (await step()) tries = 0;
      if (isClean()) set({ kind: 'saved', savedAt: state.draft?.savedAt ?? null, failure: null });
      else if (!state.conflict) set({ kind: state.kind === 'none' ? 'none' : 'device' });
    } catch (error) {
      failed(error);
    }
    keepOnDevice();
  }

  function failed(error: unknown): void {
    const status = error instanceof ApiError ? error.status : 400;
    const noAnswer = status === 0 || status >= 500;
    if (noAnswer || status === 429) {
      const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * SECOND : 0;
      schedule(Math.max(asked, RETRY_PAUSES[Math.min(tries, RETRY_PAUSES.length - 1)]!));
      tries += 1;
    } else creation = null;
    set({
      kind: status === 0 ? 'offline' : 'failed',
      failure: error,
      refused: error instanceof ApiError ? error.fields : {},
    });
  }

  // What was kept without being saved goes to the server as soon as the form is open again, if its story was begun.
  if (start.kept && (state.draft !== null || creation !== null) && !state.conflict) schedule(0);

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    change(changes: Partial<StoryValues>) {
      const refused = Object.fromEntries(Object.entries(state.refused).filter(([field]) => !(field in changes)));
      set({ values: { ...state.values, ...changes }, refused, kind: state.kind === 'none' ? 'device' : state.kind });
      clearTimeout(deviceTimer);
      deviceTimer = setTimeout(keepOnDevice, DEVICE_PAUSE);
      if (state.draft !== null || creation !== null) schedule(SERVER_PAUSE);
    },
    /** Saves now. True when the server then has everything. */
    async flush(): Promise<boolean> {
      await run();
      // A run that was under way may have begun before the last change.
      if (!isClean() && !state.conflict && state.kind !== 'offline' && state.kind !== 'failed') await run();
      return isClean() && !state.conflict;
    },
    /** The story after another call, as one that sent its cover; what is typed stays. */
    adopt,
    /** The story as the server has it takes the place of what is typed. */
    replace(draft: StoryDraft) {
      set({ draft, values: valuesOf(draft), conflict: null, kind: 'saved', savedAt: draft.savedAt, refused: {} });
      keepOnDevice();
    },
    /** Ends a conflict by one's own version: what was saved elsewhere is written over. */
    keepMine() {
      if (!state.conflict) return;
      set({ draft: state.conflict, conflict: null });
      void run();
    },
    keepOnDevice,
    /** For when the connection is back. */
    retry() {
      if (state.kind === 'offline') void run();
    },
    stop() {
      clearTimeout(serverTimer);
      keepOnDevice();
    },
  };
}

/** What was kept on the device goes on where it was, unless the story has moved on meanwhile: then somebody chooses. */
function firstState({ draft, kept, blank }: Parameters<typeof createStorySaver>[1]): SaverState {
  const values = kept?.values ?? (draft ? valuesOf(draft) : blank);
  const isStale = draft !== null && kept !== null && kept.version !== draft.version;
  const conflict = isStale && differentTexts(draft, values).length > 0 ? draft : null;
  return {
    values,
    draft,
    kind: kept ? 'device' : draft ? 'saved' : 'none',
    savedAt: draft?.savedAt ?? null,
    failure: null,
    refused: {},
    conflict,
  };
}

function differsFromBlank(values: StoryValues, blank: StoryValues): boolean {
  return JSON.stringify(values) !== JSON.stringify(blank);
}

/** The story as it is now, which the answer to a stale save brings along. */
function currentOf(error: unknown): StoryDraft | null {
  const current = error instanceof ApiError && error.code === 'conflict' ? error.details.current : undefined;
  return (current as StoryDraft | undefined) ?? null;
}
