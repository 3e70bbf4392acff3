import type { HeardEvent } from './live-stream.ts';
import { type Locks, withTabLock } from './tab-lock.ts';

const NAME = 'skein-live';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

/** What the tabs of a browser share. Without locks, each tab listens for itself. */
export interface Shared {
  readonly locks: (Locks & Pick<LockManager, 'query'>) | undefined;
  readonly openChannel: () => Channel | undefined;
}

/** Listens until the signal aborts. */
type Listen = (tell: (heard: HeardEvent) => void, signal: AbortSignal) => Promise<void>;

/**
 * One tab of a browser. One of the tabs that want to listen has the stream, and passes events on to the others. When it
 * closes or stops listening, the next tab opens the stream.
 */
export class LiveTab {
  readonly #shared: Shared;
  readonly #listen: Listen;
  readonly #hear: (heard: HeardEvent) => void;
  #channel: Channel | undefined;
  #control: AbortController | null = null;
  #wasAway: boolean;

  /** `wasAway`: this page listened before, so it may have missed events since. */
  constructor(shared: Shared, listen: Listen, hear: (heard: HeardEvent) => void, wasAway = false) {
    this.#shared = shared;
    this.#listen = listen;
    this.#hear = hear;
    this.#wasAway = wasAway;
    this.#openChannel();
  }

  /** Starts or stops listening. Call whenever the result of that decision may have changed. */
  want(wants: boolean): void {
    if (wants === (this.#control !== null)) return;
    if (!wants) {
      this.#control?.abort();
      this.#control = null;
      this.#wasAway = true;
      return;
    }
    const control = new AbortController();
    this.#control = control;
    const { locks } = this.#shared;
    let isHolder = false;
    const listen = (signal: AbortSignal) => {
      isHolder = true;
      return this.#listen((heard) => this.#tell(heard), signal);
    };
    // Rejects when this tab no longer wants to listen before it has the lock.
    withTabLock(locks, NAME, listen, control.signal).catch(() => {});
    if (!this.#wasAway) return;
    this.#wasAway = false;
    // The server replays missed events only to the tab that opens the stream. Other tabs have to refetch everything.
    locks?.query().then(
      () => {
        if (!isHolder && !control.signal.aborted) this.#hear({ id: null, event: { type: 'missed' } });
      },
      () => {},
    );
  }

  /** Drops the stream of the previous session, and starts a new one if `wants` is true. */
  restart(wants: boolean): void {
    this.want(false);
    this.#wasAway = false;
    this.want(wants);
  }

  /**
   * Releases the lock and closes the channel. The browser drops a page from the back/forward cache as soon as another
   * tab requests its lock or posts a message to its channel.
   */
  leave(): void {
    this.want(false);
    // Set even if this tab wasn't listening: with its channel closed, it misses events from now on.
    this.#wasAway = true;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Reopens the channel. Call `want` to listen again. */
  comeBack(): void {
    if (!this.#channel) this.#openChannel();
  }

  #openChannel(): void {
    this.#channel = this.#shared.openChannel();
    if (this.#channel) this.#channel.onmessage = ({ data }: MessageEvent<HeardEvent>) => this.#hear(data);
  }

  #tell(heard: HeardEvent): void {
    this.#hear(heard);
    this.#channel?.postMessage(heard);
  }
}

/** What the tabs of this browser share. */
export function sharedByTabs(): Shared {
  return {
    // Both are missing on pages without HTTPS.
    locks: globalThis.navigator?.locks,
    openChannel: () => (typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME)),
  };
}
