import type { Page } from '@playwright/test';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { matchRoutes, type RouteObject } from 'react-router';
import routes from '#web/routes.ts';
import { PAGES, PUBLIC_PAGES, type TestPage } from '../kit/pages.ts';
import { expect, test } from '../kit/test.ts';
import { walkThrough } from '../kit/walks.ts';
import type { World } from '../kit/world.ts';

/** Every pattern of an address that a page has. */
const PATTERNS = patternsOf(routes);

function patternsOf(entries: readonly RouteConfigEntry[]): RouteObject[] {
  return entries.flatMap(({ index, path, children }) =>
    children ? patternsOf(children) : [{ path: index ? '/' : path! }],
  );
}

/** A world in which every id is `1`. */
const ONE: unknown = new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '1' : ONE) });
const NOWHERE = new Proxy({} as World, {
  get: (_, name) => (name === 'contest' ? { roundId: '1', editorPath: '/edit_submission/story/1/round/1' } : ONE),
});

/** The address that a page begins at, found without a browser. */
async function addressOf(testPage: TestPage): Promise<string> {
  let address = '';
  const page = {
    goto: async (path: string) => {
      address = String(path);
      throw new Error('far enough');
    },
  };
  await testPage.go(page as unknown as Page, NOWHERE).catch(() => {});
  return address;
}

test('every page of the site is in the walks', async () => {
  const addresses = await Promise.all(PAGES.map(addressOf));
  const walked = addresses.map((address) => matchRoutes(PATTERNS, address.split('?')[0]!)?.at(-1)?.route.path);
  expect(PATTERNS.map(({ path }) => path).filter((path) => !walked.includes(path))).toEqual([]);
});

walkThrough('visitors can use the pages', PUBLIC_PAGES, { as: 'visitor' });
