import type { LiveEvent } from '#core/live.ts';
import { newLiveId, type Publication } from './publish.ts';

/** Events that are kept, those of all members together. */
const KEPT = 1000;
/** Who missed more than this asks for everything instead. */
const TOLD_AT_MOST = 100;

/** An event with its id, by which a page says how far it has been told. */
export interface ToldEvent {
  readonly id: string;
  readonly event: LiveEvent;
}

/**
 * The events that this process heard last, so that a stream goes on where another one ended. PostgreSQL delivers
 * notifications to every process in the order of the commits, so an id means the same place in all of them.
 */
export class LivePast {
  readonly #kept: number;
  #events: Publication[] = [];

  constructor(kept = KEPT) {
    this.#kept = kept;
    this.forget();
  }

  /** The id of the newest event: who opens a stream now has heard everything up to there. */
  get place(): string {
    return this.#events.at(-1)!.id;
  }

  add(publication: Publication): void {
    this.#events.push(publication);
    // In large steps, since each of them moves all that is kept.
    if (this.#events.length >= 2 * this.#kept) this.#events = this.#events.slice(-this.#kept);
  }

  /** Begins anew with a place of its own, where something may have been missed. */
  forget(): void {
    this.#events = [{ id: newLiveId(), to: [], event: { type: 'missed' } }];
  }

  /** What this member was told after the event `id`; null when that is not known, or when it is too much. */
  since(accountId: string, id: string): ToldEvent[] | null {
    const at = this.#events.findLastIndex((event) => event.id === id);
    if (at < 0) return null;
    const told = this.#events.slice(at + 1).filter(({ to }) => to.includes(accountId));
    return told.length > TOLD_AT_MOST ? null : told;
  }
}
