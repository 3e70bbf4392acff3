import type { LiveEvent } from '#core/live.ts';

const KEY = 'livePlace';
/** Number of recent event ids kept to detect duplicates, far more than two tabs pass on at once. */
const RECOGNISED = 100;

/**
 * This tab’s position in the stream of live events. It is stored for the tab’s next page, which continues from there.
 * It is also kept in memory, because this page may be restored from the back/forward cache after other pages have
 * advanced.
 */
export class LivePlace {
  #heard: string[] = [];
  #last: string | null;

  constructor() {
    this.#last = read();
  }

  /** Id of the last event or position received; null if there was none. */
  get last(): string | null {
    return this.#last;
  }

  /** Records an event, or only a position (`here`). Returns false for an event that was already received. */
  reach(id: string, type: LiveEvent['type'] | 'here'): boolean {
    if (type !== 'here') {
      if (this.#heard.includes(id)) return false;
      this.#heard = [...this.#heard.slice(1 - RECOGNISED), id];
    }
    this.#last = id;
    keep(id);
    return true;
  }

  /** Resets the position, so that the next member to log in starts without one. */
  forget(): void {
    this.#heard = [];
    this.#last = null;
    keep(null);
  }
}

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, id);
  } catch {
    // Storage is full or blocked: the next page fetches the messages that it doesn't know.
  }
}
