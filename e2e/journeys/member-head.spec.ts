import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { notify } from '#features/messages/server/index.ts';
import { newMember, type Person } from '../kit/people.ts';
import { type SiteAddress, siteDeps, untilNotified } from '../kit/site-deps.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const SCRIPTS = /\/assets\/[^/]*\.js$/;
/** All scripts except the plain ones of the header. */
const REACT = /\/assets\/(?!member-|plain-)[^/]*\.js$/;
const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const bell = (page: Page, count: number) => button(page, t('inbox.bell', { count }));
const menu = (page: Page) => button(page, t('common.your_menu'));

async function tell(site: SiteAddress, { id }: Person, ...texts: string[]): Promise<void> {
  const { deps } = await siteDeps(site);
  for (const text of texts) await notify(deps, 'system_notice', { to: id, params: { text } });
  await untilNotified(site);
}

/** Returns the `::before` content of a button’s spans: the member’s picture or message count. */
function drawnIn(page: Page, button: string): Promise<string[]> {
  return page
    .getByRole('button', { name: button, exact: true })
    .locator('span')
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span, '::before').content));
}

test('from the second page on, the header shows picture and messages at first paint, until logout', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'early-head');
  await tell(site, member, 'The kettle is on.');
  const page = await open({ as: member });
  await page.goto(to.about());
  await expect(bell(page, 1)).toBeVisible();
  await expect(menu(page)).toBeVisible();

  await page.route(SCRIPTS, () => new Promise(() => {}));
  await page.goto(to.agreement({ type: 'user' }));
  expect(await drawnIn(page, t('common.your_menu'))).toEqual([`"${[...member.username][0]!.toLocaleUpperCase()}"`]);
  expect(await drawnIn(page, t('common.messages'))).toEqual(['"1"']);

  // Simulates that another window ended the session. This window only sees the change in storage.
  await page.evaluate(() => {
    localStorage.removeItem('accessToken');
    localStorage.removeItem('refreshToken');
    localStorage.setItem('sessionMark', 'another');
  });
  await page.goto(to.about());
  await expect(button(page, t('common.log_in'))).toBeVisible();
  // Simulates that another member logged in. Their header is empty until its data is fetched.
  await page.evaluate(() => localStorage.setItem('refreshToken', 'another'));
  await page.goto(to.agreement({ type: 'user' }));
  expect(await drawnIn(page, t('common.your_menu'))).toEqual(['""']);
});

test('the bell and the menu open before their script is loaded, and Exit is carried out once', async ({
  open,
  site,
}) => {
  const page = await open({ as: await newMember(site, 'early-exit') });
  const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
  await page.route(SCRIPTS, (route) => scriptsMayCome.then(() => route.continue()));
  const exits: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/user/logout')) exits.push(request.url());
  });
  await page.goto(to.about());
  await button(page, t('common.messages')).click();
  await expect(button(page, t('common.messages'))).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('heading', { name: t('inbox.unread') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('inbox.all_messages') })).toBeVisible();

  await menu(page).click();
  const exit = button(page, t('common.exit'));
  await exit.click();
  await expect(exit).toHaveAttribute('aria-busy', 'true');
  await exit.click();
  letScriptsCome();
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  await expect(button(page, t('common.log_in'))).toBeVisible();
  await expect(exit).toBeHidden();
  await expect.poll(() => exits.length).toBe(1);
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('the header works without React: messages, account, and a login in another window', async ({ open, site }) => {
  const member = await newMember(site, 'plain-head', 'en', 'moderator');
  await tell(site, member, 'The kettle is on.', 'The tea is ready.');
  const page = await open({ breaks: /Network Error/ });
  await page.route(REACT, () => new Promise(() => {}));
  await page.route('**/api/message/unread*', (route) => route.abort());
  await page.goto(to.about());
  await expect(button(page, t('common.log_in'))).toBeVisible();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto(to.about());
  await elsewhere.evaluate(({ accessToken, refreshToken }) => {
    localStorage.setItem('accessToken', accessToken);
    localStorage.setItem('refreshToken', refreshToken);
  }, member);

  await menu(page).click();
  await expect(page.getByText(member.username, { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: t('common.moderation'), exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await button(page, t('common.messages')).click();
  await expect(page.getByRole('alert').getByText(t('messages.fetchError'))).toBeVisible();
  await page.unroute('**/api/message/unread*');
  await button(page, t('inbox.try_again')).click();
  await expect(bell(page, 2)).toBeVisible();

  // The newest message is first. The focus moves on with each one.
  const rows = page.getByRole('list', { name: t('inbox.latest') }).getByRole('listitem');
  await expect(rows.first()).toContainText('The tea is ready.');
  await tell(site, member, 'The biscuits are gone.');
  await expect(bell(page, 3)).toBeVisible();
  await expect(rows.first()).toContainText('The biscuits are gone.');
  await page.route('**/api/message/mark_read*', (route) => route.abort());
  const ok = (text: string) => rows.filter({ hasText: text }).getByRole('button', { name: t('inbox.ok') });
  await ok('The tea is ready.').click();
  await expect(page.getByText(t('inbox.mark_failed'))).toBeVisible();
  await expect(bell(page, 3)).toBeVisible();
  await page.unroute('**/api/message/mark_read*');
  await ok('The tea is ready.').click();
  await expect(bell(page, 2)).toBeVisible();
  await expect(ok('The kettle is on.')).toBeFocused();
  await button(page, t('inbox.mark_all')).click();
  await expect(page.getByText(t('inbox.none_unread'))).toBeVisible();
  await expect(page.getByRole('heading', { name: t('inbox.unread') })).toBeFocused();

  await elsewhere.evaluate(() => {
    localStorage.removeItem('accessToken');
    localStorage.removeItem('refreshToken');
  });
  await expect(button(page, t('common.log_in'))).toBeVisible();
  expect(await page.getByRole('banner').textContent()).not.toContain(member.username);
});

test('the bell and the inbox agree about what is read', async ({ open, site }) => {
  const member = await newMember(site, 'agreeing');
  await tell(site, member, 'The kettle is on.', 'The tea is ready.', 'The biscuits are gone.');
  const page = await open({ as: member });
  await page.goto(to.messages({ tab: 'unread' }));
  const inbox = page.getByRole('main').getByRole('listitem');
  await expect(bell(page, 3)).toBeVisible();
  await expect(inbox).toHaveCount(3);
  await inbox
    .filter({ hasText: 'tea' })
    .getByRole('button', { name: t('inbox.ok') })
    .click();
  await expect(bell(page, 2)).toBeVisible();
  await expect(inbox).toHaveCount(2);

  await bell(page, 2).click();
  const latest = page.getByRole('list', { name: t('inbox.latest') }).getByRole('listitem');
  await expect(latest).toHaveCount(2);
  await latest
    .filter({ hasText: 'kettle' })
    .getByRole('button', { name: t('inbox.ok') })
    .click();
  await expect(bell(page, 1)).toBeVisible();
  await expect(inbox).toHaveCount(1);
  await expect(inbox).toContainText('The biscuits are gone.');
});
