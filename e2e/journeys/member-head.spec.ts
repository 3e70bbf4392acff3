import type { Page } from '@playwright/test';
import { notify } from '#features/messages/server/index.ts';
import { newMember } from '../kit/people.ts';
import { siteDeps } from '../kit/site-deps.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const SCRIPTS = /\/assets\/[^/]*\.js$/;
const t = wordsOf('en');

/** Returns the `::before` content of a link's spans: the member's picture or message count before React has loaded. */
function drawnIn(page: Page, link: string): Promise<string[]> {
  return page
    .getByRole('link', { name: link, exact: true })
    .locator('span')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::before').content));
}

test('the head shows picture and messages from the first paint of the second page on, and nothing of who has left', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'early-head');
  const { deps } = await siteDeps(site);
  await notify(deps, { to: member.id, type: 'system_notice', params: { text: 'The kettle is on.' } });
  const page = await open({ as: member });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: t('inbox.bell', { count: 1 }) })).toBeVisible();
  await expect(page.getByRole('button', { name: t('common.your_menu') })).toBeVisible();

  await page.route(SCRIPTS, () => new Promise(() => {}));
  await page.goto('/agreement/user');
  expect(await drawnIn(page, t('common.profile'))).toEqual([`"${[...member.username][0]!.toLocaleUpperCase()}"`]);
  expect(await drawnIn(page, t('common.messages'))).toEqual(['"1"']);

  // Simulates that another window ended the session. This window only sees the change in storage.
  await page.evaluate(() => {
    localStorage.removeItem('accessToken');
    localStorage.removeItem('refreshToken');
    localStorage.setItem('sessionMark', 'another');
  });
  await page.goto('/about');
  await expect(page.getByRole('button', { name: t('common.log_in'), exact: true })).toBeVisible();
  // Simulates that another member signed in. Their header is empty until its data is fetched.
  await page.evaluate(() => localStorage.setItem('refreshToken', 'another'));
  await page.goto('/agreement/user');
  expect(await drawnIn(page, t('common.profile'))).toEqual(['""']);
});
