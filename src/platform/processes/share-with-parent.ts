import { RateLimiterRes } from 'rate-limiter-flexible';
import { MINUTE, SECOND } from '#core/time.ts';
import type { OthersResponse } from '../cache/fills.ts';
import type { Allowance } from './allowances.ts';
import type { Channel } from './channel.ts';
import type { ChildCalls, MetricsJson, ParentCalls } from './protocol.ts';
import type { Shared } from './shared.ts';

/** How long a process decides alone before it asks the parent again, in ms. */
const ALONE_MS = 10 * SECOND;

interface Held {
  points: number;
  until: number;
  /** True once the parent has no points left. It gets none before the window ends. */
  isRefused: boolean;
  /** The running call to the parent, for which concurrent requests wait. */
  asking: Promise<void> | null;
}

/** Points of the parent that this process hands out itself. */
class Allotted {
  readonly #held = new Map<string, Held>();

  /** `alone` is what the process hands out if the parent doesn’t answer. */
  async take(name: string, key: string, ask: () => Promise<Allowance>, alone: number): Promise<void> {
    const id = `${name} ${key}`;
    for (;;) {
      let held = this.#held.get(id);
      const left = (held?.until ?? 0) - performance.now();
      if (held && left > 0) {
        if (held.isRefused) throw new RateLimiterRes(0, left);
        if (held.points > 0) {
          held.points -= 1;
          return;
        }
      }
      if (!held) {
        held = { points: 0, until: 0, isRefused: false, asking: null };
        this.#held.set(id, held);
      }
      held.asking ??= this.#refill(held, ask, alone);
      await held.asking;
    }
  }

  recall(name: string, key: string): number {
    const held = this.#held.get(`${name} ${key}`);
    if (!held || held.until <= performance.now()) return 0;
    const { points } = held;
    held.points = 0;
    return points;
  }

  sweep(): void {
    const now = performance.now();
    for (const [id, { until, asking }] of this.#held) if (until <= now && !asking) this.#held.delete(id);
  }

  async #refill(held: Held, ask: () => Promise<Allowance>, alone: number): Promise<void> {
    const { points, left } = await ask().catch(() => ({ points: alone, left: ALONE_MS }));
    Object.assign(held, { points, until: performance.now() + left, isRefused: points === 0, asking: null });
  }
}

/** What other processes ask this one. */
export type SharedAnswers = Pick<ChildCalls, 'recall' | 'giveFill' | 'outOfRoom' | 'ownMetrics'>;

/**
 * Shares limits, places, fills and metrics with the other web processes through their parent. If it doesn’t answer, this
 * process decides alone.
 */
export function shareWithParent(
  parent: Channel<ParentCalls>,
  processes: number,
): { shared: Shared; answers: SharedAnswers } {
  const allotted = new Allotted();
  setInterval(() => allotted.sweep(), MINUTE).unref();
  let readFill: (key: string) => OthersResponse | null = () => null;
  let heardOutOfRoom = () => {};
  let readMetrics = async (): Promise<MetricsJson> => [];
  const shared: Shared = {
    processes,
    counter(name, points, seconds) {
      const limit = { name, points, seconds };
      const alone = Math.ceil(points / processes);
      return { consume: (key) => allotted.take(name, key, () => parent.ask('allowance', limit, key), alone) };
    },
    places: (name, most) => ({
      take: (key) => parent.ask('takePlace', name, most, key).catch(() => true),
      free: (key) => parent.tell('freePlace', name, most, key),
    }),
    fills: {
      await: (key) => parent.ask('awaitFill', key).catch(() => null),
      done: (key) => parent.tell('filled', key),
      give(read) {
        readFill = read;
      },
    },
    outOfRoom(heard) {
      heardOutOfRoom = heard;
      return () => parent.tell('outOfRoom');
    },
    metrics(own) {
      readMetrics = () => own.getMetricsAsJSON() as Promise<MetricsJson>;
      return async () => parent.ask('metrics', await readMetrics());
    },
  };
  return {
    shared,
    answers: {
      recall: (name, key) => allotted.recall(name, key),
      giveFill: (key) => readFill(key),
      outOfRoom: () => heardOutOfRoom(),
      ownMetrics: () => readMetrics(),
    },
  };
}
