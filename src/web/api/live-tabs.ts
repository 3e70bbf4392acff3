import type { LiveTopic } from '#core/live.ts';
import { newKey } from '../new-key.ts';
import type { HeardEvent } from './live-stream.ts';
import { type Locks, withTabLock } from './tab-lock.ts';

const NAME = 'skein-live';

type Channel = Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>;

/** What the tabs of a browser share. Without locks, each tab listens for itself. */
export interface Shared {
  readonly locks: (Locks & Pick<LockManager, 'query'>) | undefined;
  readonly openChannel: () => Channel | undefined;
}

/** Listens until the signal aborts, also to these topics. */
type Listen = (tell: (heard: HeardEvent) => void, signal: AbortSignal, topics: readonly LiveTopic[]) => Promise<void>;

/** Tells the other tabs which topics a tab shows. `asks` is set by a tab that opens a stream and needs theirs. */
interface Watched {
  readonly tab: string;
  readonly topics: readonly LiveTopic[];
  readonly asks: boolean;
}

/** Maximum topics of a stream. The server accepts no more. */
const TOPICS = 25;
/** Changes of topics within this time, in ms, open one new stream. */
const TOGETHER = 100;

/**
 * One tab of a browser. One of the tabs that want to listen has the stream, and passes events on to the others. When it
 * closes or stops listening, the next tab opens the stream.
 */
export class LiveTab {
  readonly #shared: Shared;
  readonly #listen: Listen;
  readonly #hear: (heard: HeardEvent) => void;
  readonly #name = newKey();
  #topics: readonly LiveTopic[] = [];
  readonly #topicsOfOthers = new Map<string, readonly LiveTopic[]>();
  /** The stream of this tab, with its topics. Null if another tab has it. */
  #stream: { readonly topics: string; readonly renewal: AbortController } | null = null;
  #renewing: ReturnType<typeof setTimeout> | undefined;
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
      return this.#holdStream(signal);
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
    if (this.#topics.length > 0) this.#say([]);
    // Set even if this tab wasn't listening: with its channel closed, it misses events from now on.
    this.#wasAway = true;
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Reopens the channel. Call `want` to listen again. */
  comeBack(): void {
    if (this.#channel) return;
    this.#openChannel();
    if (this.#topics.length > 0) this.#say(this.#topics);
  }

  /** Sets the topics that this tab shows. The tab with the stream subscribes to those of all tabs. */
  watch(topics: readonly LiveTopic[]): void {
    if (topics.join() === this.#topics.join()) return;
    this.#topics = topics;
    this.#say(topics);
    this.#renew();
  }

  #openChannel(): void {
    this.#channel = this.#shared.openChannel();
    if (this.#channel) {
      this.#channel.onmessage = ({ data }: MessageEvent<HeardEvent | Watched>) => {
        if ('event' in data) this.#hear(data);
        else this.#learn(data);
      };
    }
  }

  /** Listens with one stream after another, each with the current topics, until the signal aborts. */
  async #holdStream(signal: AbortSignal): Promise<void> {
    this.#topicsOfOthers.clear();
    this.#say(this.#topics, true);
    let renewal: AbortController;
    do {
      renewal = new AbortController();
      const topics = this.#allTopics();
      this.#stream = { topics: topics.join(), renewal };
      await this.#listen((heard) => this.#tell(heard), AbortSignal.any([signal, renewal.signal]), topics);
    } while (renewal.signal.aborted && !signal.aborted);
    this.#stream = null;
  }

  /** Those of this tab and of the tabs that spoke last, in an order that stays. */
  #allTopics(): LiveTopic[] {
    const others = [...this.#topicsOfOthers.values()].toReversed().flat();
    return [...new Set([...this.#topics, ...others])].slice(0, TOPICS).sort();
  }

  /** Opens a new stream if the topics have changed. It continues where the previous one stopped. */
  #renew(): void {
    clearTimeout(this.#renewing);
    this.#renewing = setTimeout(() => {
      if (this.#stream && this.#stream.topics !== this.#allTopics().join()) this.#stream.renewal.abort();
    }, TOGETHER);
  }

  #say(topics: readonly LiveTopic[], asks = false): void {
    this.#channel?.postMessage({ tab: this.#name, topics, asks } satisfies Watched);
  }

  #learn({ tab, topics, asks }: Watched): void {
    // A tab that was discarded says nothing, so the news of others count before it.
    this.#topicsOfOthers.delete(tab);
    if (topics.length > 0) this.#topicsOfOthers.set(tab, topics);
    if (asks && this.#topics.length > 0) this.#say(this.#topics);
    this.#renew();
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
