import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';
import type { Stored, Writable } from './writable.ts';

/** Where the text in hand is kept. */
export type SaveState =
  /** Nothing was written yet. */
  | 'empty'
  /** On this device, on its way to the server. */
  | 'device'
  | 'saved'
  | 'offline'
  /** The server could not be reached or did not take it; tried again by itself. */
  | 'failed'
  /** A part of it cannot be saved as it is: it is too long, or was refused. */
  | 'held'
  | 'signed_out'
  /** Two texts wait for a choice. */
  | 'conflict'
  /** The server takes no more of it: it is in review, deleted, or not the caller's to write. */
  | 'closed'
  /** Another window writes. */
  | 'passive';

interface SaverEvents<Draft, Text> {
  /** With the error, when a call failed. */
  state: (state: SaveState, error: ApiError | null) => void;
  /**
   * The server has answered with the draft as it is now. `mark` is the checkpoint of the save that it answered; null after
   * any other call.
   */
  saved: (draft: Draft, mark: unknown) => void;
  /** The text was changed elsewhere, and both changes are in what has to be in hand now. */
  merged?: (text: Text) => void;
  /** The text was changed elsewhere since `base`. Both are kept until somebody chooses. */
  conflict: (current: Draft, base: Text) => void;
}

export interface SaverOptions<Draft extends Stored, Text, Changes> {
  draft: Draft | null;
  /** What the text in hand was written over, where the draft has another text by now. */
  base?: Text | undefined;
  read: () => Text;
  /** A mark of this moment, that the editor can find again in what became of the text. */
  checkpoint?: () => unknown;
  /** Keeps the text on this device with what the server has, or lets go of it; false when that fails. */
  keep: (text: Text | null, version: number, base: Text) => boolean;
  calls: {
    /**
     * Begins it; null while that cannot be done with this text. Of a kind that begins blank the answer may be what was
     * begun elsewhere, whatever that says.
     */
    create: (text: Text) => Promise<Draft | null>;
    update: (draft: Draft, changes: Changes, options: { keepPresent: boolean }) => Promise<Draft>;
  };
  on: SaverEvents<Draft, Text>;
  /** False when a call failed for want of a connection. */
  isOnline: (error: ApiError) => boolean;
}

/** Thrown when what was begun has a text already, because it was begun elsewhere. */
class BegunBefore<Draft> extends Error {
  readonly current: Draft;
  constructor(current: Draft) {
    super('Begun before');
    this.current = current;
  }
}

/** After a pause in typing it is kept on the device; however long there is none, this is the longest that it takes. */
const LOCAL_SAVE_PAUSE = 0.6 * SECOND;
const LOCAL_SAVE_LATEST = 2 * SECOND;
const RETRIES = [2, 4, 8, 15, 30].map((pause) => pause * SECOND);

/**
 * Saves what is written: on this device after a short pause, on the server a little later, one save at a time, each with
 * the version that it goes on from. Whatever fails stays on the device and is tried again by itself.
 */
export function createSaver<Draft extends Stored, Text, Changes>(
  kind: Writable<Draft, Text, Changes>,
  { draft: start, base: writtenOver, read, checkpoint, keep, calls, on, isOnline }: SaverOptions<Draft, Text, Changes>,
) {
  const { isBlank, isSame, differs } = kind;
  let draft = start;
  /** What the server has. */
  let base = writtenOver ?? (start ? kind.textOf(start) : kind.nothing);
  let state: SaveState = isBlank(base) ? 'empty' : 'saved';
  let problem: ApiError | null = null;
  let stopped: 'conflict' | 'closed' | 'passive' | null = null;
  /** Texts that go to the server first, so that they are among its versions. */
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
  /** Sent, and no answer came: the server may have any of them. */
  let attempted: Text[] = [];

  const show = (next: SaveState, error: ApiError | null = null) => {
    if (next === state && error === problem) return;
    state = next;
    problem = error;
    on.state(next, error);
  };
  /** True when the server has what is in hand, or there is nothing that it could have. */
  const isClean = () => (draft ? !differs(base, read()) : isBlank(read()));
  const isDone = () => !stopped && isClean();

  /** Keeps the text on the device at once. */
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
    if (stopped || failures > 0 || state === 'signed_out' || (!draft && kind.begins === 'with_text')) return;
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
  /** Another call may have answered with a later draft meanwhile. */
  const isOutdated = (answer: Draft) => draft !== null && answer.version < draft.version;

  /** Begins it on the server; false while that cannot be done. */
  const begin = async (written: Text): Promise<boolean> => {
    const begun = await calls.create(written);
    if (!begun) return false;
    if (isOutdated(begun)) return true;
    const text = kind.textOf(begun);
    // What is in hand was not written with that in view, and would be saved over it.
    if (kind.begins === 'blank' && !isBlank(text)) throw new BegunBefore(begun);
    took(begun, text, null);
    return true;
  };

  /** Sends what can be sent; true when that is all of it. */
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

  /** One round: everything that is in hand goes to the server. True when it has all of it. */
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
    // A choice that came up during the call is not hidden by its failure.
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

  /** A stale version. When only the answer to our own save was lost, there is nothing to choose. */
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
    // A choice may have come up during the save.
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
    if (stopped) return Promise.resolve(false);
    // Asked for before the end, it still follows what is on its way.
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
        // No call that failed, but a mistake of ours.
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
    // What was written meanwhile, or merged, follows at once.
    return !stopped && (running !== null || state === 'device') && push();
  };

  return {
    get draft() {
      return draft;
    },
    get state() {
      return state;
    },
    /** True when the server has everything. */
    isClean,
    /** False when this device could not keep it either. */
    isKept: () => isKept,
    /** To be told of every change. */
    changed: schedule,
    /** Saves at once on this device alone. */
    keepHere,
    /** Saves at once, here and on the server. True when the server has all of it. */
    flush,
    /** The page is hidden: a phone may end it without another word. */
    hide: () => void flush(),
    /** Tries again at once: the connection is back, or somebody signed in. */
    retry(): void {
      if (stopped || (state !== 'failed' && state !== 'offline' && state !== 'signed_out')) return;
      failures = 0;
      void push();
    },
    /** The page is being left: here at once, on the server if it still goes through. */
    leave(): void {
      keepHere();
      if (!stopped && draft && !isClean()) void push();
    },
    /** The server's text is known from another call, as going back to a version. */
    accept(next: Draft): void {
      draft = next;
      base = kind.textOf(next);
      attempted = [];
      stopped = null;
      settle(true);
    },
    /**
     * What another call answered about it, be it the one that began it. Passed over when a later answer is known. The text
     * in hand stays; where the server's was changed elsewhere, that is merged or asked about.
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
    /** Ends a conflict: the texts that were not chosen go among the versions, and the one in hand goes on. */
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
    /** Lets another window write. */
    async stop(): Promise<void> {
      await push();
      stopped ??= 'passive';
      show('passive');
    },
    /** Writes on here with the server's text as it is now. */
    resume(): void {
      if (stopped === 'passive') stopped = null;
      show(isClean() ? 'saved' : 'device');
      if (!isClean()) void push();
    },
    /** Nothing more is tried after what is on its way now; the rest stays on the device. */
    end(): void {
      ended = true;
      clearTimeout(localTimer);
      clearTimeout(serverTimer);
    },
  };
}
