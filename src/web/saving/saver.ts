import type { ErrorCode } from '#core/errors.ts';
import { SECOND } from '#core/time.ts';
import { ApiError } from '#web/api/client.ts';

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
  /** A part is too long to be saved. */
  | 'held'
  | 'signed_out'
  /** Two texts wait for a choice. */
  | 'conflict'
  /** The server takes no more of it: it is in review, deleted, or not the caller's to write. */
  | 'closed'
  /** Another window writes. */
  | 'passive';

/** What every draft on the server has. */
interface Stored {
  id: string;
  version: number;
}

/** What is written of one kind, as a chapter or a translation: how it is compared, divided and refused. */
export interface Writable<Draft extends Stored, Text, Changes> {
  readonly nothing: Text;
  textOf: (draft: Draft) => Text;
  isBlank: (text: Text) => boolean;
  /** They read the same. */
  isSame: (a: Text, b: Text) => boolean;
  /** What has to be sent so that the server has what is in hand; null when it has it. */
  changesSince: (base: Text, text: Text) => Changes | null;
  /** What can be sent now; `isWhole` is false where a part is too long. */
  sendable: (
    base: Text,
    text: Text,
    options: { keepPresent: boolean },
  ) => { changes: Changes | null; isWhole: boolean };
  /** What the server has once it took the changes. */
  taken: (answer: Draft, base: Text, text: Text) => Text;
  /**
   * Both texts in one, where each part was changed on one side only; null where a choice is needed. A kind without it
   * always asks.
   */
  merge?: (base: Text, mine: Text, theirs: Text) => Text | null;
  /** The code that comes with the server's present draft when the version is stale. */
  readonly changedCode: ErrorCode;
  /** Codes after which the server takes no more of it. */
  readonly closing: readonly ErrorCode[];
}

export interface SaverCalls<Draft, Changes> {
  /** Begins it; of a kind that can be merged it may answer with what was begun elsewhere, whatever that says. */
  create: () => Promise<Draft>;
  update: (draft: Draft, changes: Changes, options: { keepPresent: boolean; keepalive: boolean }) => Promise<Draft>;
}

export interface SaverEvents<Draft, Text> {
  state: (state: SaveState) => void;
  /** The server has what was in hand at the mark. */
  saved: (draft: Draft, mark: unknown) => void;
  /** The text was changed elsewhere, and both changes are in what has to be in hand now. */
  merged?: (text: Text) => void;
  /** The text was changed elsewhere since `base`. Both are kept until somebody chooses. */
  conflict: (current: Draft, base: Text) => void;
  /** The server takes no more of it. */
  closed: (error: ApiError) => void;
}

export interface SaverOptions<Draft extends Stored, Text, Changes> {
  draft: Draft | null;
  read: () => Text;
  /** A mark of this moment, that the editor can find again in what became of the text. */
  checkpoint: () => unknown;
  /** Keeps the text on this device with what the server has, or lets go of it; false when that fails. */
  keep: (text: Text | null, version: number, base: Text) => boolean;
  calls: SaverCalls<Draft, Changes>;
  on: SaverEvents<Draft, Text>;
  isOnline: () => boolean;
}

/** What was begun has a text already: somebody began it elsewhere. */
class BegunBefore<Draft> extends Error {
  readonly current: Draft;
  constructor(current: Draft) {
    super('Begun before');
    this.current = current;
  }
}

/** After a pause in typing the text is saved on the device, a little later on the server. */
const LOCAL_SAVE_PAUSE = 0.6 * SECOND;
const SERVER_SAVE_PAUSE = 2.5 * SECOND;
/** However long somebody types without a pause, so long at most until it is kept. */
const LOCAL_SAVE_LATEST = 2000;
const SERVER_SAVE_LATEST = 5000;
const RETRIES = [2000, 4000, 8000, 15_000, 30_000];

const SIGNED_OUT = ['login_required', 'refresh_refused', 'banned'];

/**
 * Saves what is written: on this device after a short pause, on the server a little later, one save at a time, each with
 * the version that it goes on from. Whatever fails stays on the device and is tried again by itself.
 */
export function createSaver<Draft extends Stored, Text, Changes>(
  kind: Writable<Draft, Text, Changes>,
  { draft: start, read, checkpoint, keep, calls, on, isOnline }: SaverOptions<Draft, Text, Changes>,
) {
  const { isBlank, isSame, changesSince } = kind;
  let draft = start;
  /** What the server has. */
  let base = start ? kind.textOf(start) : kind.nothing;
  let state: SaveState = isBlank(base) ? 'empty' : 'saved';
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

  const show = (next: SaveState) => {
    if (next === state) return;
    state = next;
    on.state(next);
  };
  const isClean = () => changesSince(base, read()) === null;

  /** Keeps the text on the device at once. */
  const keepHere = () => {
    clearTimeout(localTimer);
    localTimer = undefined;
    unkeptSince = null;
    const written = read();
    if (changesSince(base, written) === null && toKeep.length === 0 && stopped !== 'conflict') {
      keep(null, draft?.version ?? 0, base);
      return;
    }
    isKept = keep(written, draft?.version ?? 0, base);
    if (isKept && (state === 'saved' || state === 'empty')) show('device');
  };

  const schedule = () => {
    if (ended) return;
    const now = Date.now();
    unkeptSince ??= now;
    unsavedSince ??= now;
    clearTimeout(localTimer);
    localTimer = setTimeout(keepHere, Math.max(0, Math.min(LOCAL_SAVE_PAUSE, unkeptSince + LOCAL_SAVE_LATEST - now)));
    if (stopped || failures > 0 || state === 'signed_out') return;
    clearTimeout(serverTimer);
    const pause = Math.max(0, Math.min(SERVER_SAVE_PAUSE, unsavedSince + SERVER_SAVE_LATEST - now));
    serverTimer = setTimeout(() => void push(), pause);
  };

  const took = (answer: Draft, taken: Text, at: unknown) => {
    draft = answer;
    base = taken;
    attempted = [];
    on.saved(answer, at);
  };

  const begin = async (): Promise<Draft> => {
    const begun = await calls.create();
    // What is in hand was not written with that in view, and would be saved over it.
    if (kind.merge && !isBlank(kind.textOf(begun))) throw new BegunBefore(begun);
    return begun;
  };

  /** Sends what can be sent; true when that is all of it. */
  const update = async (
    written: Text,
    options: { keepPresent: boolean; keepalive: boolean },
    at: unknown,
  ): Promise<boolean> => {
    const { changes, isWhole } = kind.sendable(base, written, options);
    if (!changes) return isWhole;
    draft ??= await begin();
    attempted.push(written);
    const answer = await calls.update(draft, changes, options);
    took(answer, kind.taken(answer, base, written), at);
    return isWhole;
  };

  /** One round: everything that is in hand goes to the server. True when it has all of it. */
  const round = async (keepalive: boolean): Promise<boolean> => {
    unsavedSince = null;
    const first = toKeep[0];
    if (first) {
      await update(first, { keepPresent: true, keepalive }, null);
      toKeep = toKeep.slice(1);
      return round(keepalive);
    }
    const written = read();
    if (!draft && isBlank(written)) return true;
    if (changesSince(base, written) === null) return true;
    const isWhole = await update(written, { keepPresent, keepalive }, checkpoint());
    keepPresent = false;
    return isWhole;
  };

  const failed = (error: unknown): boolean => {
    if (error instanceof BegunBefore) return clash(error.current as Draft);
    if (!(error instanceof ApiError)) throw error;
    if (error.code === kind.changedCode) return clash(error.details.current as Draft);
    if (SIGNED_OUT.includes(error.code)) show('signed_out');
    // The next change may mend it; the same text would be refused again.
    else if (error.code === 'invalid_input') show('held');
    else if ((kind.closing as readonly string[]).includes(error.code)) {
      stopped = 'closed';
      show('closed');
      on.closed(error);
    } else {
      show(isOnline() ? 'failed' : 'offline');
      const pause = error.retryAfter ? error.retryAfter * 1000 : RETRIES[Math.min(failures, RETRIES.length - 1)]!;
      failures += 1;
      clearTimeout(serverTimer);
      if (!ended) serverTimer = setTimeout(() => void push(), pause);
    }
    return false;
  };

  /** A stale version. When only the answer to our own save was lost, there is nothing to choose. */
  const clash = (current: Draft): boolean => {
    const theirs = kind.textOf(current);
    const own = [...attempted, read()].find((written) => isSame(written, theirs));
    if (own) {
      took(current, kind.taken(current, base, own), null);
      void push();
      return isClean();
    }
    const merged = kind.merge?.(base, read(), theirs);
    if (merged) {
      took(current, theirs, null);
      on.merged?.(merged);
      void push();
      return isClean();
    }
    stopped = 'conflict';
    keepHere();
    show('conflict');
    on.conflict(current, base);
    return false;
  };

  const settle = (all: boolean) => {
    failures = 0;
    const written = read();
    if (!all) show('held');
    else if (!isClean()) {
      show('device');
      schedule();
      return;
    } else show(isBlank(written) && !draft ? 'empty' : 'saved');
    keepHere();
  };

  function push({ keepalive = false }: { keepalive?: boolean } = {}): Promise<boolean> {
    clearTimeout(serverTimer);
    if (stopped) return Promise.resolve(false);
    if (running) return running.then(() => (isClean() ? true : push({ keepalive })));
    running = round(keepalive).then(
      (all) => {
        running = null;
        settle(all);
        return all && isClean();
      },
      (error) => {
        running = null;
        return failed(error);
      },
    );
    return running;
  }

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
    /** Saves at once, here and on the server. True when the server has all of it. */
    flush(): Promise<boolean> {
      keepHere();
      return isClean() && toKeep.length === 0 && !running ? Promise.resolve(stopped === null) : push();
    },
    /** Tries again at once: the connection is back, or somebody signed in. */
    retry(): void {
      if (stopped || (state !== 'failed' && state !== 'offline' && state !== 'signed_out')) return;
      failures = 0;
      void push();
    },
    /** The page is being left: here at once, on the server if it still goes through. */
    leave(): void {
      keepHere();
      if (!stopped && draft && !isClean()) void push({ keepalive: JSON.stringify(read()).length < 20_000 });
    },
    /** The server's text is known from another call, as going back to a version. */
    accept(next: Draft): void {
      draft = next;
      base = kind.textOf(next);
      stopped = null;
      failures = 0;
      settle(true);
    },
    /** It was begun by another call, or before. What it says then is in hand as well. */
    async begun(next: Draft): Promise<void> {
      while (running) await running;
      if (draft || stopped) return;
      if (!isBlank(kind.textOf(next))) {
        clash(next);
        return;
      }
      took(next, kind.textOf(next), null);
      settle(true);
    },
    /** The server's text is what it was, and all else about it is known anew. */
    renewed(next: Draft): void {
      if (running || next.version !== draft?.version) return;
      draft = next;
      base = kind.textOf(next);
    },
    /** The next save makes the server's present text a version first. */
    keepPresentNext(): void {
      keepPresent = true;
    },
    /** Ends a conflict: the texts that were not chosen go among the versions, and the one in hand goes on. */
    resolve(current: Draft, others: Text[]): void {
      draft = current;
      base = kind.textOf(current);
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
