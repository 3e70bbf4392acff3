import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#core/endpoint.ts';
import { CORE_ERRORS } from '#core/errors.ts';
import { FEATURE_ORDER, FEATURES } from '#features/list.ts';
import { names } from './features.ts';
import { errorStatuses, limitRules, settingRules } from './model.ts';

const contracts = import.meta.glob<Record<string, unknown>>('/src/features/*/contract.ts', { eager: true });

const texts = import.meta.glob<Record<string, string>>('/locales/en/*.json', { eager: true, import: 'default' });

/** Returns the endpoints of a feature. */
function endpointsOf(name: string): Endpoint[] {
  const apis = Object.entries(contracts[`/src/features/${name}/contract.ts`] ?? {}).filter(([key]) => /Api$/.test(key));
  return apis.flatMap(([, api]) => Object.values(api as Record<string, Endpoint>));
}

/** Returns the names in a group of declarations, each with the feature that declares it. */
const declared = (group: 'errors' | 'limits' | 'settings') =>
  FEATURES.flatMap((feature) => Object.keys(feature[group]).map((name) => [name, feature.name] as const));

describe('the features', () => {
  it('have the names of their folders, and all of them are listed', () => {
    const folders = Object.keys(import.meta.glob('/src/features/*/model/feature.ts'));
    expect(FEATURES.map(({ name }) => `/src/features/${name}/model/feature.ts`).toSorted()).toEqual(folders.toSorted());
  });
  it.each(['errors', 'limits', 'settings'] as const)('declare none of their %s twice', (group) => {
    const names = [...declared(group).map(([name]) => name), ...(group === 'errors' ? Object.keys(CORE_ERRORS) : [])];
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    const combined = { errors: errorStatuses, limits: limitRules, settings: settingRules }[group];
    expect(Object.keys(combined).toSorted()).toEqual(names.toSorted());
  });
  it('name in their calls only what they, core, or a feature before them declares', () => {
    const groupOf = new Map(FEATURE_ORDER.flatMap((group, i) => group.map(({ name }) => [name, i] as const)));
    const owners = new Map([...declared('errors'), ...declared('limits')].map(([name, owner]) => [name, owner]));
    const wrong = FEATURES.flatMap(({ name }) =>
      endpointsOf(name).flatMap(({ path, errors, limit }) =>
        [...errors, ...(limit ? [limit] : [])]
          .filter((used) => {
            const owner = owners.get(used);
            return owner !== undefined && owner !== name && groupOf.get(owner)! >= groupOf.get(name)!;
          })
          .map((used) => `${path}: ${used} of ${owners.get(used)}`),
      ),
    );
    expect(wrong).toEqual([]);
    expect(FEATURES.flatMap(({ name }) => endpointsOf(name)).length).toBeGreaterThan(100);
  });
});

describe('error codes', () => {
  it('have their sentences in the file of their feature', () => {
    const codesIn = (name: string) =>
      Object.keys(texts[`/locales/en/${name}.json`] ?? {}).flatMap((key) => /^error\.(.*)$/.exec(key)?.[1] ?? []);
    expect(codesIn('errors').toSorted()).toEqual(Object.keys(CORE_ERRORS).toSorted());
    for (const { name, errors } of FEATURES)
      expect(codesIn(`${name}.errors`).toSorted(), name).toEqual(Object.keys(errors).toSorted());
  });
  it('each have an HTTP error status', () => {
    for (const [code, status] of Object.entries(errorStatuses))
      expect([400, 401, 403, 404, 405, 409, 413, 415, 429, 500, 503], code).toContain(status);
  });
  it('use 409 for a state that does not allow the action', () => expect(errorStatuses.wrong_state).toBe(409));
  it('use 401 and 403, which cost a session refresh, only for login and roles', () => {
    const codes = Object.entries(errorStatuses).flatMap(([code, status]) =>
      [401, 403].includes(status) ? [code] : [],
    );
    expect(codes.toSorted()).toEqual([
      'banned',
      'forbidden',
      'login_required',
      'not_over_administrators',
      'not_over_moderators',
      'own_decision',
      'own_factors',
      'own_work',
      'refresh_refused',
    ]);
  });
});

it('features have the same order on the server as in the order of imports', () => {
  expect(names).toEqual(['platform', ...FEATURES.map(({ name }) => name)]);
});
