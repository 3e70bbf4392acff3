import { AggregatorRegistry, collectDefaultMetrics, Registry } from 'prom-client';
import { SECOND } from '#core/time.ts';
import type { OthersResponse } from '../cache/fills.ts';
import { Allowances } from './allowances.ts';
import type { Channel } from './channel.ts';
import type { ChildCalls, MetricsJson, ParentCalls } from './protocol.ts';

/** Requests within this time are of the same moment, in ms. */
const SAME_MOMENT_MS = SECOND;
/** How often limits of the past are dropped, in ms. */
const SWEEP_MS = 60 * SECOND;

type Calls = Pick<
  ParentCalls,
  'allowance' | 'takePlace' | 'freePlace' | 'awaitFill' | 'filled' | 'outOfRoom' | 'metrics'
>;

interface Fill {
  readonly by: number;
  /** The process has made it a moment ago. */
  isDone: boolean;
  readonly waiting: ((response: OthersResponse | null) => void)[];
}

/** True for figures that only grow, of which a process that has ended leaves its part. */
function isSum(metric: object): boolean {
  const { name, type } = metric as { name: string; type: string };
  return type === 'counter' || type === 'histogram' || name === 'skein_cache_hits' || name === 'skein_cache_misses';
}

/** The parent’s part of `Shared`: what its web processes have in common. */
export class ShareOut {
  readonly #channels = new Map<number, Channel<ChildCalls>>();
  readonly #allowances = new Allowances(async (id, name, key) => this.#ask(id).ask('recall', name, key));
  /** Places taken by each process, by name and key. They are free once the process is gone. */
  readonly #places = new Map<string, Map<number, number>>();
  readonly #fills = new Map<string, Fill>();
  readonly #ownMetrics = new Registry();
  readonly #processes: number;
  /** The latest figures of each process, and those of the ones that have ended, so that no sum goes back. */
  readonly #latest = new Map<number, MetricsJson>();
  #ended: MetricsJson[] = [];

  constructor(processes: number) {
    this.#processes = processes;
    collectDefaultMetrics({ register: this.#ownMetrics });
    setInterval(() => this.#allowances.sweep(), SWEEP_MS).unref();
  }

  add(id: number, channel: Channel<ChildCalls>): void {
    this.#channels.set(id, channel);
  }

  /** Frees what the process held. Requests that wait for its response make their own. */
  remove(id: number): void {
    this.#channels.delete(id);
    const figures = this.#latest.get(id)?.filter(isSum);
    if (figures) this.#ended.push(figures);
    this.#latest.delete(id);
    for (const [name, taken] of this.#places) {
      taken.delete(id);
      if (taken.size === 0) this.#places.delete(name);
    }
    for (const [key, { by, waiting }] of this.#fills) {
      if (by !== id) continue;
      this.#fills.delete(key);
      for (const resolve of waiting) resolve(null);
    }
  }

  /** Returns what a web process may call. */
  callsOf(id: number): Calls {
    return {
      allowance: (limit, key) => this.#allowances.take(id, limit, key, this.#processes),
      takePlace: (name, most, key) => this.#takePlace(id, `${name} ${key}`, most),
      freePlace: (name, _most, key) => this.#freePlace(id, `${name} ${key}`),
      awaitFill: (key) => this.#awaitFill(id, key),
      filled: (key) => void this.#filled(id, key),
      outOfRoom: () => this.tellOutOfRoom(id),
      metrics: (own) => this.#metrics(id, own),
    };
  }

  /** Tells all processes but this one. */
  tellOutOfRoom(except: number | null): void {
    for (const [id, channel] of this.#channels) if (id !== except) channel.tell('outOfRoom');
  }

  #ask(id: number): Channel<ChildCalls> {
    const channel = this.#channels.get(id);
    if (!channel) throw new Error('The process is gone');
    return channel;
  }

  #takePlace(id: number, place: string, most: number): boolean {
    // A call of a process that has ended since.
    if (!this.#channels.has(id)) return false;
    const taken = this.#places.get(place) ?? new Map<number, number>();
    const all = taken.values().reduce((sum, count) => sum + count, 0);
    if (all >= most) return false;
    taken.set(id, (taken.get(id) ?? 0) + 1);
    this.#places.set(place, taken);
    return true;
  }

  #freePlace(id: number, place: string): void {
    const taken = this.#places.get(place);
    const left = (taken?.get(id) ?? 0) - 1;
    if (left > 0) taken!.set(id, left);
    else taken?.delete(id);
    if (taken?.size === 0) this.#places.delete(place);
  }

  async #awaitFill(id: number, key: string): Promise<OthersResponse | null> {
    if (!this.#channels.has(id)) return null;
    const fill = this.#fills.get(key);
    if (fill && fill.by !== id) {
      if (!fill.isDone) return new Promise((resolve) => fill.waiting.push(resolve));
      const response = await this.#responseOf(fill.by, key);
      if (response) return response;
    }
    // By now, another process may be making it, or this one may have ended.
    const isFree = this.#fills.get(key)?.isDone ?? true;
    if (isFree && this.#channels.has(id)) this.#fills.set(key, { by: id, isDone: false, waiting: [] });
    return null;
  }

  async #filled(id: number, key: string): Promise<void> {
    const fill = this.#fills.get(key);
    if (fill?.by !== id || fill.isDone) return;
    fill.isDone = true;
    // Requests of the same moment may arrive a little later.
    setTimeout(() => {
      if (this.#fills.get(key) === fill) this.#fills.delete(key);
    }, SAME_MOMENT_MS).unref();
    if (fill.waiting.length === 0) return;
    const response = await this.#responseOf(id, key);
    for (const resolve of fill.waiting) resolve(response);
  }

  async #responseOf(id: number, key: string): Promise<OthersResponse | null> {
    return (
      (await this.#channels
        .get(id)
        ?.ask('giveFill', key)
        .catch(() => null)) ?? null
    );
  }

  async #metrics(id: number, own: MetricsJson): Promise<string> {
    this.#latest.set(id, own);
    const others = [...this.#channels].filter(([each]) => each !== id);
    await Promise.all(
      others.map(async ([each, channel]) => {
        const theirs = await channel.ask('ownMetrics').catch(() => null);
        if (theirs && this.#channels.has(each)) this.#latest.set(each, theirs);
      }),
    );
    if (this.#ended.length > 1)
      this.#ended = [(await AggregatorRegistry.aggregate(this.#ended).getMetricsAsJSON()) as MetricsJson];
    const parent = (await this.#ownMetrics.getMetricsAsJSON()) as MetricsJson;
    return AggregatorRegistry.aggregate([...this.#latest.values(), ...this.#ended, parent]).metrics();
  }
}
