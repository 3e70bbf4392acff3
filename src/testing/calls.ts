import { expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { routes } from '#server/features.ts';
import { type Act, answerFor, OK } from './permissions/acts.ts';
import { ACTS } from './permissions/build-world.ts';
import type { Target } from './permissions/targets.ts';

/**
 * The paths of all calls, by feature. Each feature declares its own:
 *
 *     declare module '#testing/calls.ts' {
 *       interface ApiPaths { relay: PathsOf<typeof relayApi> }
 *     }
 */
export interface ApiPaths {}

/** The paths of a contract. */
export type PathsOf<Contract> = Contract[keyof Contract] extends infer E
  ? E extends Endpoint
    ? E['path']
    : never
  : never;

/** The path of any call of the site. */
export type ApiPath = ApiPaths[keyof ApiPaths];

/** A row for each call of the site. */
export type CallTable<T> = Readonly<Record<ApiPath, T>>;

/** All calls of the site. */
export const ENDPOINTS: readonly Endpoint[] = routes.map(({ endpoint }) => endpoint);

/**
 * Makes the row of each call from its acts in the permission matrix, which every feature writes for its own calls. A
 * call without acts gets the row of an empty list.
 */
export function tableOfActs<T>(rowOf: (acts: readonly Act[], endpoint: Endpoint) => T): CallTable<T> {
  const rows = ENDPOINTS.map((endpoint): [string, T] => {
    const acts = ACTS.filter(({ call }) => call.path === endpoint.path);
    return [endpoint.path, rowOf(acts, endpoint)];
  });
  return Object.fromEntries(rows) as CallTable<T>;
}

/** An input with which a call succeeds for a visitor, and the target that it is tried on. */
export interface Example {
  readonly target: Target;
  readonly send: Act['send'];
}

/** Returns the first act that succeeds for a visitor, or null. */
export function exampleOf(acts: readonly Act[]): Example | null {
  for (const { call, send, on } of acts)
    for (const [targets, answers] of on)
      for (const target of targets)
        if (target !== 'missing' && !target.startsWith('own ') && answerFor(call, answers, 'V') === OK)
          return { target, send };
  return null;
}

/**
 * The one way to say something about all calls of the site: runs a test for each call, with its row. A table that is
 * written by hand doesn’t compile without a row for each call, and a test fails if a path has none.
 */
export function everyCall<T>(
  name: string,
  rows: CallTable<T>,
  test: (endpoint: Endpoint, row: T) => void | Promise<void>,
  isMeant: (endpoint: Endpoint) => boolean = () => true,
): void {
  const known = new Map<string, T>(Object.entries(rows));
  const meant = ENDPOINTS.filter((endpoint) => known.has(endpoint.path) && isMeant(endpoint));
  it.each(meant.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    `%s ${name}`,
    (_call, endpoint) => test(endpoint, known.get(endpoint.path)!),
  );
  it(`every call has a row: ${name}`, () => {
    expect([...known.keys()].toSorted()).toEqual(ENDPOINTS.map(({ path }) => path).toSorted());
  });
}
