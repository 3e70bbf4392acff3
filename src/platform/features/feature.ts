import type { Ctx, Deps, Ports } from '../context.ts';
import type { Route } from '../http/pipeline.ts';
import type { RawRoute } from '../http/raw-routes.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Listeners } from './events.ts';
import type { GuardsOfFeature } from './guards.ts';

/**
 * Maps that features add entries to, such as what can be reported, by kind. The feature that reads a map declares it by
 * declaration merging, and finds all entries in `ctx.<map>`. If the keys are a closed set, each needs exactly one entry.
 */
export interface Registries {}
declare module '../context.ts' {
  interface Deps extends Registries {}
}

export type Contributions = { readonly [Name in keyof Registries]?: Partial<Registries[Name]> };

/** A regular task. Each runs independently: if one fails, the others still run. */
export type RegularTask = (ctx: Ctx) => Promise<void>;

/** A number that operators can watch. It is read whenever `/metrics` is. */
export interface Metric {
  /** A counter only grows while the process runs. */
  readonly type: 'gauge' | 'counter';
  readonly help: string;
  readonly read: (deps: Deps) => number | Promise<number>;
}

/** What a feature adds to the server. `src/server/features.ts` lists all features. */
export interface ServerFeature {
  readonly name: string;
  /** Its calls. A function if their input or response depends on what other features contribute. */
  readonly routes?: readonly Route[] | ((registries: Registries) => readonly Route[]);
  /** What it serves besides its calls. */
  readonly rawRoutes?: readonly RawRoute[];
  readonly jobs?: readonly Job[];
  /** Tasks by name, for what is due. None is a delayed job, so it can’t get lost with one. Later features run first. */
  readonly everyMinute?: Readonly<Record<string, RegularTask>>;
  /** Tasks by name, for cleaning up. Later features run first. */
  readonly everyHour?: Readonly<Record<string, RegularTask>>;
  /** Runs with each heartbeat of a worker and not in the queue, see `startWorker`. */
  readonly watch?: { readonly after: number; readonly run: RegularTask };
  /** What it does when something happens in an earlier feature, or in itself. */
  readonly on?: Listeners;
  /** Actions of earlier features that it may refuse. */
  readonly guards?: GuardsOfFeature;
  /** Ports of earlier features. */
  readonly provides?: Partial<Ports>;
  /** Ports that it declares and that later features can provide instead. */
  readonly defaults?: Partial<Ports>;
  readonly contributes?: Contributions;
  /** What `/metrics` shows of it, by name. */
  readonly metrics?: Readonly<Record<`skein_${string}`, Metric>>;
}

/** Declares the server’s face of a feature. */
export function serverFeature<const F extends ServerFeature>(feature: F): F {
  return feature;
}
