import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';
import type { SaveState } from './save-state.ts';
import type { Stored, Writable } from './writable.ts';

export type { SaveState } from './save-state.ts';

interface SaverEvents<Draft, Text> {
  /** Called with the error if a call has failed. */
  state: (state: SaveState, error: ApiError | null) => void;
  /**
   * Called when the server has responded with the current draft. `mark` is the checkpoint of the save that it responds
   * to, or null after any other call.
   */
  saved: (draft: Draft, mark: unknown) => void;
  /** The text was changed elsewhere. `text` contains both changes, and replaces the text being edited. */
  merged?: (text: Text) => void;
  /** The text was changed elsewhere since `base`. Both versions are kept until the user chooses. */
  conflict: (current: Draft, base: Text) => void;
}

export interface SaverOptions<Draft extends Stored, Text, Changes> {
  draft: Draft | null;
  /** The text that the text being edited is based on, if the draft has changed since. */
  base?: Text | undefined;
  read: () => Text;
  /** Returns a mark for the current state, which the editor can find again in later states of the text. */
  checkpoint?: () => unknown;
  /** Stores the text on this device together with what the server has. Null deletes it. Returns false if that fails. */
  keep: (text: Text | null, version: number, base: Text) => boolean;
  calls: {
    /**
     * Creates the draft on the server. Returns null if that isn’t possible with this text. With `begins: 'blank'`, it
     * may return a draft that was created elsewhere, with any text.
     */
    create: (text: Text) => Promise<Draft | null>;
    update: (draft: Draft, changes: Changes, options: { keepPresent: boolean }) => Promise<Draft>;
  };
  /** Whether a new text may be created on the server. Until then it stays on this device. Call `flush` when it may. */
  mayBegin?: () => boolean;
  on: SaverEvents<Draft, Text>;
  /** Returns false if a call failed because there is no connection. */
  isOnline: (error: ApiError) => boolean;
}

/** Thrown if a new draft already has a text, because it was created elsewhere. */
class BegunBefore<Draft> extends Error {
  readonly current: Draft;
  constructor(current: Draft) {
    super('The draft already exists');
    this.current = current;
  }
}

/** Pause in typing after which the text is stored on the device, and the maximum delay without a pause. */
const LOCAL_SAVE_PAUSE = 0.6 * SECOND;
const LOCAL_SAVE_LATEST = 2 * SECOND;
const RETRIES = [2, 4, 8, 15, 30].map((pause) => pause * SECOND);

/**
 * Saves a text: on this device after a short pause, and on the server a little later. Saves one at a time, each with
 * the version that it is based on. If saving fails, the text stays on the device and is retried automatically.
 */
export function createSaver<Draft extends Stored, Text, Changes>(
  kind: Writable<Draft, Text, Changes>,
  {
    draft: start,
    base: writtenOver,
    read,
    checkpoint,
    keep,
    calls,
    mayBegin = () => true,
    on,
    isOnline,
  }: SaverOptions<Draft, Text, Changes>,
) {
  const { isBlank, isSame, differs } = kind;
  let draft = start;
  /** The text that the server has. */
  let base = writtenOver ?? (start ? kind.textOf(start) : kind.nothing);
  let state: SaveState = isBlank(base) ? 'empty' : 'saved';
  let problem: ApiError | null = null;
  let stopped: 'conflict' | 'closed' | 'passive' | null = null;
  /** Texts that must be sent to the server first, so that they are in the version history. */
  let toKeep: Text[] = [];
  let keepPresent = false;
  let localTimer: ReturnType<typeof setTimeout> | undefined;
  let serverTimer: ReturnType<typeof setTimeout> | undefined;
  let unkeptSince: number | null = null;
  let unsavedSince: number | null = null;
  let running: Promise<boolean> | null = null;
  let failures = 0;
  let ended = false;
  let isKept = true;
  /** Texts that were sent without a response. The server may have saved any of them. */
  let attempted: Text[] = [];

  const show = (next: SaveState, error: ApiError | null = null) => {
    if (next === state && error === problem) return;
    state = next;
    problem = error;
    on.state(next, error);
  };
  /** Returns true if the server has the text being edited, or if there is nothing to save. */
  const isClean = () => (draft ? !differs(base, read()) : isBlank(read()));
  const isDone = () => !stopped && isClean();
  const beginsAlone = () => kind.begins === 'blank' && mayBegin();

  /** Stores the text on the device right away. */
  const keepHere = () => {
    clearTimeout(localTimer);
    localTimer = undefined;
    unkeptSince = null;
    if (isClean() && toKeep.length === 0 && stopped !== 'conflict') {
      keep(null, draft?.version ?? 0, base);
      return;
    }
    isKept = keep(read(), draft?.version ?? 0, base);
    if (isKept && (state === 'saved' || state === 'empty')) show('device');
  };

  const schedule = () => {
    if (ended) return;
    const now = Date.now();
    unkeptSince ??= now;
    unsavedSince ??= now;
    clearTimeout(localTimer);
    localTimer = setTimeout(keepHere, Math.max(0, Math.min(LOCAL_SAVE_PAUSE, unkeptSince + LOCAL_SAVE_LATEST - now)));
    if (stopped || failures > 0 || state === 'signed_out' || (!draft && !beginsAlone())) return;
    pushAfter(Math.max(0, Math.min(kind.sent.afterPause, unsavedSince + kind.sent.atLatest - now)));
  };
  const pushAfter = (pause: number) => {
    clearTimeout(serverTimer);
    if (!ended) serverTimer = setTimeout(() => void push(), pause);
  };

  const took = (answer: Draft, taken: Text, at: unknown) => {
    draft = answer;
    base = taken;
    attempted = [];
    on.saved(answer, at);
  };
  /** Another call may have returned a later draft. */
  const isOutdated = (answer: Draft) => draft !== null && answer.version < draft.version;

  /** Creates the draft on the server. Returns false if that isn’t possible yet. */
  const begin = async (written: Text): Promise<boolean> => {
    const begun = await calls.create(written);
    if (!begun) return false;
    if (isOutdated(begun)) return true;
    const text = kind.textOf(begun);
    // The text being edited isn’t based on that text, and would overwrite it.
    if (kind.begins === 'blank' && !isBlank(text)) throw new BegunBefore(begun);
    took(begun, text, null);
    return true;
  };

  /** Sends what can be sent. Returns true if that is everything. */
  const update = async (
    stored: Draft,
    written: Text,
    options: { keepPresent: boolean },
    at: unknown,
  ): Promise<boolean> => {
    const { changes, isWhole } = kind.sendable(base, written, options);
    if (!changes) return isWhole;
    if (!attempted.some((before) => isSame(before, written))) attempted.push(written);
    const answer = await calls.update(stored, changes, options);
    if (!isOutdated(answer)) took(answer, kind.taken(answer, base, written), at);
    return isWhole;
  };

  /** Sends everything to the server. Returns true if the server then has all of it. */
  const round = async (): Promise<boolean> => {
    unsavedSince = null;
    const written = read();
    if (!draft) {
      if (isBlank(written)) return true;
      return (await begin(written)) && round();
    }
    const first = toKeep[0];
    if (first) {
      await update(draft, first, { keepPresent: true }, null);
      toKeep = toKeep.slice(1);
      return round();
    }
    if (!differs(base, written)) return true;
    const isWhole = await update(draft, written, { keepPresent }, checkpoint?.() ?? null);
    keepPresent = false;
    return isWhole;
  };

  const failed = (error: unknown): boolean => {
    if (error instanceof BegunBefore) return clash(error.current as Draft);
    if (!(error instanceof ApiError)) throw error;
    // Don’t hide a conflict that came up during the call.
    if (stopped) return false;
    const failure = kind.failureOf(error);
    const { current } = error.details;
    if (failure === 'changed' && current) return clash(current as Draft);
    if (failure === 'again' || failure === 'changed') {
      show(isOnline(error) ? 'failed' : 'offline', error);
      pushAfter(error.retryAfter ? error.retryAfter * SECOND : RETRIES[Math.min(failures, RETRIES.length - 1)]!);
      failures += 1;
    } else {
      failures = 0;
      if (failure === 'closed') stopped = failure;
      show(failure, error);
    }
    keepHere();
    return false;
  };

  /** Handles an outdated version. If only the response to our own save was lost, there is no conflict. */
  const clash = (current: Draft): boolean => {
    const theirs = kind.textOf(current);
    const own = [...attempted, read()].find((written) => isSame(written, theirs));
    if (own) {
      took(current, kind.taken(current, base, own), null);
      return goOn();
    }
    const merged = kind.merge?.(base, read(), theirs);
    if (merged) {
      took(current, theirs, null);
      on.merged?.(merged);
      return goOn();
    }
    ask(current);
    return false;
  };

  const goOn = (): boolean => {
    keepHere();
    void push();
    return isDone();
  };

  const ask = (current: Draft) => {
    stopped = 'conflict';
    keepHere();
    show('conflict');
    on.conflict(current, base);
  };

  const settle = (all: boolean) => {
    failures = 0;
    // A conflict may have come up during the save.
    if (stopped) return;
    if (!all) show('held');
    else if (isClean()) show(draft ? 'saved' : 'empty');
    else show('device');
    keepHere();
    if (state === 'device') schedule();
  };

  function push(): Promise<boolean> {
    clearTimeout(serverTimer);
    return ended ? Promise.resolve(false) : send();
  }

  function send(): Promise<boolean> {
    if (stopped || (!draft && !mayBegin())) return Promise.resolve(false);
    // A save that was requested before `end` still runs after the one in flight.
    if (running) return running.then(() => isDone() || send());
    running = round()
      .then(
        (all) => {
          running = null;
          settle(all);
          return all && isDone();
        },
        (error) => {
          running = null;
          return failed(error);
        },
      )
      .catch((error) => {
        // Not a failed call, but a bug.
        show('failed');
        keepHere();
        reportError(error);
        return false;
      });
    return running;
  }

  const flush = async (): Promise<boolean> => {
    keepHere();
    if (isClean() && toKeep.length === 0 && !running) return stopped === null;
    if (await push()) return true;
    // Changes made during the save, and merged ones, are sent right away.
    return !stopped && (running !== null || state === 'device') && push();
  };

  return {
    get draft() {
      return draft;
    },
    get state() {
      return state;
    },
    /** Returns true if the server has everything. */
    isClean,
    /** Returns false if this device couldn’t store it, either. */
    isKept: () => isKept,
    /** Call after every change. */
    changed: schedule,
    /** Saves right away, but only on this device. */
    keepHere,
    /** Saves right away, on this device and on the server. Returns true if the server has all of it. */
    flush,
    /** Call when the page is hidden: a phone may end it without another event. */
    hide: () => void flush(),
    /** Retries right away. Call when the connection is back or a member has logged in. */
    retry(): void {
      if (stopped || (state !== 'failed' && state !== 'offline' && state !== 'signed_out')) return;
      failures = 0;
      void push();
    },
    /**
     * Call when the page is left. Saves on the device right away, and on the server if the request still gets through.
     */
    leave(): void {
      keepHere();
      if (!stopped && draft && !isClean()) void push();
    },
    /** Takes over the server’s text from another call, such as restoring a version. */
    accept(next: Draft): void {
      draft = next;
      base = kind.textOf(next);
      attempted = [];
      stopped = null;
      settle(true);
    },
    /**
     * Takes over the draft in the response to another call, which may have created it. Ignored if a later response is
     * known. The text being edited stays. If the server’s text was changed elsewhere, it is merged, or the user has to
     * choose.
     */
    adopt(next: Draft): void {
      if (isOutdated(next) || (!draft && stopped)) return;
      const isNewer = next.version !== draft?.version;
      const isBegun = !draft && !running;
      const text = kind.textOf(next);
      if (isNewer && !isSame(base, text)) {
        clash(next);
        return;
      }
      draft = next;
      base = text;
      on.saved(next, null);
      if (isBegun) settle(true);
    },
    /** Ends a conflict. The versions that were not chosen are added to the version history, and editing continues. */
    resolve(current: Draft, others: Text[]): void {
      draft = current;
      base = kind.textOf(current);
      attempted = [];
      toKeep = others.filter((other) => !isSame(other, base));
      keepPresent = true;
      stopped = null;
      show('device');
      keepHere();
      void push();
    },
    /** Saves, and then stops saving, so that another window can write. */
    async stop(): Promise<void> {
      await push();
      stopped ??= 'passive';
      show('passive');
    },
    /** Continues saving here, based on the server’s current text. */
    resume(): void {
      if (stopped === 'passive') stopped = null;
      show(isClean() ? 'saved' : 'device');
      if (!isClean()) void push();
    },
    /** Stops saving after the request in flight. The rest stays on the device. */
    end(): void {
      ended = true;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
    },
  };
}
