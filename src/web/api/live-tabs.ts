import type { LiveEvent } from '#core/live.ts';
import { type Locks, withTabLock } from './tab-lock.ts';

const NAME = 'skein-live';

/** What the tabs of a browser share. Without it each tab listens for itself. */
export interface Shared {
  readonly locks: Locks | undefined;
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | undefined;
}

/** Listens until the signal; `resumed` as the stream takes it. */
type Listen = (options: { resumed: boolean; tell: (event: LiveEvent) => void }, signal: AbortSignal) => Promise<void>;

/**
 * One tab of a browser. Of all that want to hear, one holds the stream and tells the others; when it goes, or wants no
 * more, the next takes its place.
 */
export class LiveTab {
  readonly #shared: Shared;
  readonly #listen: Listen;
  readonly #hear: (event: LiveEvent) => void;
  #control: AbortController | null = null;
  #resumed = false;

  constructor(shared: Shared, listen: Listen, hear: (event: LiveEvent) => void) {
    this.#shared = shared;
    this.#listen = listen;
    this.#hear = hear;
    if (shared.channel) shared.channel.onmessage = ({ data }: MessageEvent<LiveEvent>) => hear(data);
  }

  /** Whether this tab wants to hear now; asked anew whenever something has changed. */
  want(wants: boolean): void {
    if (wants === (this.#control !== null)) return;
    if (!wants) {
      this.#control?.abort();
      this.#control = null;
      this.#resumed = true;
      return;
    }
    this.#control = new AbortController();
    const listen = (signal: AbortSignal) =>
      this.#listen({ resumed: this.#resumed, tell: (event) => this.#tell(event) }, signal);
    // Rejects when this tab no longer wants to listen before it has the lock.
    withTabLock(this.#shared.locks, NAME, listen, this.#control.signal).catch(() => {});
  }

  /** Forgets who was signed in: whoever is now begins anew. */
  restart(wants: boolean): void {
    this.want(false);
    this.#resumed = false;
    this.want(wants);
  }

  close(): void {
    this.want(false);
    this.#shared.channel?.close();
  }

  #tell(event: LiveEvent): void {
    this.#hear(event);
    this.#shared.channel?.postMessage(event);
  }
}

/** What the tabs of this browser share. */
export function sharedByTabs(): Shared {
  return {
    // Neither is there on pages without https.
    locks: globalThis.navigator?.locks,
    channel: typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(NAME),
  };
}
