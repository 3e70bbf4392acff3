import type { Deps, Ports } from '../context.ts';
import type { Metric, Registries, RegularTask, ServerFeature } from './feature.ts';

/** What the use cases of each feature get from all features. Part of every context. */
type Wiring = Ports & Registries & Pick<Deps, 'listeners' | 'guards'>;

type PortsOf<F> =
  | (F extends { readonly provides: infer Provided } ? keyof Provided : never)
  | (F extends { readonly defaults: infer Provided } ? keyof Provided : never);
type EntriesOf<F, Name> = F extends { readonly contributes: infer Given }
  ? Name extends keyof Given
    ? keyof Given[Name]
    : never
  : never;
/**
 * The ports that no feature provides and that have no default, and the keys of closed registries that no feature has an
 * entry for.
 */
type Missing<F> =
  | Exclude<keyof Ports, PortsOf<F>>
  | {
      // A registry that accepts any names needs one entry, so that it is there.
      [Name in keyof Registries]: string extends keyof Registries[Name]
        ? [EntriesOf<F, Name>] extends [never]
          ? Name
          : never
        : Exclude<keyof Registries[Name], EntriesOf<F, Name>>;
    }[keyof Registries];
/** Doesn’t compile if something is missing, and names it. */
type Complete<F> = { readonly [Name in Missing<F> as `missing: ${Name & string}`]: true };

/** Merges maps of features. Throws if two have the same key. */
function merge<T>(what: string, maps: readonly { readonly [key: string]: T }[]): Record<string, T> {
  const merged: Record<string, T> = {};
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) {
    if (key in merged) throw new Error(`Two features have the ${what} “${key}”`);
    merged[key] = value;
  }
  return merged;
}

/** Lists the values of each key, in the order of the features. */
function collect(maps: readonly object[]): Record<string, unknown[]> {
  const lists: Record<string, unknown[]> = {};
  for (const [key, value] of maps.flatMap((map) => Object.entries(map))) lists[key] = [...(lists[key] ?? []), value];
  return lists;
}

function given<Key extends keyof ServerFeature>(features: readonly ServerFeature[], key: Key) {
  return features.flatMap(({ [key]: value }) => (value === undefined ? [] : [value]));
}

/**
 * Puts the features together: their calls, jobs and tasks, and what they do for each other.
 * @throws if two features provide the same port, or have an entry, a task or a call of the same name
 */
export function composeFeatures<const F extends readonly ServerFeature[]>(features: F & Complete<F[number]>) {
  const contributed = collect(given(features, 'contributes')) as Record<string, Record<string, unknown>[]>;
  const registries = Object.fromEntries(
    Object.entries(contributed).map(([name, maps]) => [name, merge(`entry of ${name}`, maps)]),
  );
  const combined = {
    ...merge('default of the port', given(features, 'defaults') as Record<string, unknown>[]),
    ...merge('port', given(features, 'provides') as Record<string, unknown>[]),
    ...registries,
    listeners: collect(given(features, 'on')),
    guards: collect(given(features, 'guards')),
  };
  // Each key has the type that its owner declared for it. `Complete` has checked that none is missing.
  const wiring = combined as unknown as Wiring;
  return {
    names: features.map(({ name }) => name),
    routes: given(features, 'routes').flatMap((routes) => (typeof routes === 'function' ? routes(wiring) : routes)),
    rawRoutes: given(features, 'rawRoutes').flat(),
    jobs: given(features, 'jobs').flat(),
    // Later features first: their rows refer to those of earlier ones.
    everyMinute: merge<RegularTask>('task', given(features, 'everyMinute').toReversed()),
    everyHour: merge<RegularTask>('task', given(features, 'everyHour').toReversed()),
    watches: given(features, 'watch'),
    metrics: merge<Metric>('metric', given(features, 'metrics')),
    wiring,
  };
}
