import type { Page } from '@playwright/test';
import { pageAt, PAGES as SITE, to } from '#core/pages.ts';
import { PAGES, PUBLIC_PAGES, type TestPage } from '../kit/pages.ts';
import { expect, test } from '../kit/test.ts';
import { walkThrough } from '../kit/walks.ts';
import type { World } from '../kit/world.ts';

/** A world in which every id is `1`. */
const ONE: unknown = new Proxy({}, { get: (_, name) => (name === Symbol.toPrimitive ? () => '1' : ONE) });
const NOWHERE = new Proxy({} as World, {
  get: (_, name) =>
    name === 'contest' ? { roundId: '1', editorPath: to.editSubmission({ storyId: '1', roundId: '1' }) } : ONE,
});

/** Returns the address at which a page starts, without a browser. */
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
  const walked = addresses.map((address) => pageAt(address.split('?')[0]!).name as string);
  expect(Object.keys(SITE).filter((name) => !walked.includes(name))).toEqual([]);
});

walkThrough('visitors can use the pages', PUBLIC_PAGES, { as: 'visitor' });
