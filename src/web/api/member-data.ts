import { SECOND } from '#core/time.ts';
import { onReturn } from '../boot/returning.ts';
import { ApiError } from './client.ts';
import { onSession, refreshToken, sessionMemberId } from './session.ts';

export interface MemberState<T> {
  /** Undefined before the first response. */
  readonly data: T | undefined;
  /** Error of the last fetch, or null. */
  readonly error: Error | null;
  readonly isFetching: boolean;
}

export const NO_DATA: MemberState<never> = { data: undefined, error: null, isFetching: false };

interface Options<T> {
  fetch: () => Promise<T>;
  /** Time after which the data is fetched again, in ms. */
  lasts: number;
  /** Called while anything subscribes. Returns the function that ends it. The data is kept up to date by live events. */
  whileUsed?: () => () => void;
}

const isPassing = (error: unknown) => !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

/** Tries a second time if the server didn't receive the request or failed. It would refuse the same request again. */
async function tryTwice<T>(fetch: () => Promise<T>): Promise<T> {
  try {
    return await fetch();
  } catch (error) {
    if (!isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, SECOND));
    return fetch();
  }
}

/**
 * Data of the logged-in member, shared by the plain scripts and the React parts of a page. It is fetched while anything
 * subscribes, and emptied when the session changes. Visitors have no data.
 */
export class MemberData<T> {
  readonly #options: Options<T>;
  readonly #listeners = new Set<() => void>();
  #state: MemberState<T> = NO_DATA;
  #stop: () => void = () => {};
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the last fetch started, and for which member. */
  #askedAt = -Infinity;
  #askedFor: string | null = null;
  /** Increases with each fetch and each change, so that responses to earlier fetches are ignored. */
  #turn = 0;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get state(): MemberState<T> {
    return this.#state;
  }

  /** Calls back after each change of the state. Returns the function that unsubscribes. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#start();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stop();
    };
  };

  /** Fetches the data now. Never rejects: the state has the error. */
  readonly refetch = async (): Promise<void> => {
    if (refreshToken() === null) return;
    this.#turn += 1;
    const turn = this.#turn;
    this.#askedAt = Date.now();
    this.#askedFor = sessionMemberId();
    this.#refetchLater();
    this.#show({ ...this.#state, isFetching: true });
    const { data: before } = this.#state;
    const next = await tryTwice(this.#options.fetch).then(
      (data) => ({ data, error: null, isFetching: false }),
      (error: Error) => ({ data: before, error, isFetching: false }),
    );
    if (turn === this.#turn) this.#show(next);
  };

  /** Fetches the data again, or as soon as it is used and the page is visible. Resolves when it has been fetched. */
  async renew(): Promise<void> {
    this.#askedAt = -Infinity;
    if (this.#listeners.size > 0) await this.#freshen();
  }

  /** Replaces the data, and ignores the response to a fetch that is under way. */
  set(data: T): void {
    this.#turn += 1;
    this.#show({ data, error: null, isFetching: false });
  }

  #show(state: MemberState<T>): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #start(): void {
    const { whileUsed } = this.#options;
    const onVisible = () => void this.#freshen();
    const onOnline = () => {
      if (this.#state.error !== null) void this.renew();
    };
    const ends = [
      onSession(() => this.#forget()),
      // Subscribed before the first fetch, so that no event is missed.
      whileUsed ? whileUsed() : onReturn(() => void this.renew()),
    ];
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('online', onOnline);
    this.#stop = () => {
      for (const end of ends) end();
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('online', onOnline);
      clearTimeout(this.#timer);
    };
    if (this.#askedFor !== sessionMemberId()) this.#forget();
    else if (this.#state.isFetching) this.#refetchLater();
    else if (this.#isOld()) void this.refetch();
  }

  #isOld(): boolean {
    return Date.now() - this.#askedAt >= this.#options.lasts;
  }

  async #freshen(): Promise<void> {
    if (!document.hidden && this.#isOld()) await this.refetch();
  }

  #refetchLater(): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size > 0) this.#timer = setTimeout(() => void this.#freshen(), this.#options.lasts);
  }

  #forget(): void {
    this.#turn += 1;
    this.#show(NO_DATA);
    void this.refetch();
  }
}
