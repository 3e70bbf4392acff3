import type { LiveEvent } from '#core/live.ts';

const KEY = 'livePlace';
/** Events that are recognised when they are told again: far more than two tabs tell at once. */
const RECOGNISED = 100;

/**
 * How far this tab has been told. It is kept for the next page of the tab, which goes on from there, and in this page, which
 * may come back from the back/forward cache after others have gone on.
 */
export class LivePlace {
  #heard: string[] = [];
  #last: string | null;

  constructor() {
    this.#last = read();
  }

  /** The id of the last event; null when nothing was heard. */
  get last(): string | null {
    return this.#last;
  }

  /** Notes an event, or only a place, and says whether it is new here. */
  reach(id: string, type: LiveEvent['type'] | 'here'): boolean {
    if (type !== 'here') {
      if (this.#heard.includes(id)) return false;
      this.#heard = [...this.#heard.slice(1 - RECOGNISED), id];
    }
    this.#last = id;
    keep(id);
    return true;
  }

  /** Whoever is signed in next begins anew. */
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
    // Full or refused: the next page asks for the messages that it does not know.
  }
}
