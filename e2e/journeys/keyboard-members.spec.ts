import type { Page } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { untilFound } from '../kit/english-stories.ts';
import { tabAndPress, tabTo } from '../kit/keys.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { newAddress, newMember, PASSWORD } from '../kit/people.ts';
import { draftStory, freshProse, freshStory, publishedStory } from '../kit/stories.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

// Keyboard only: accounts, reading and moderation.
const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const menuOf = (page: Page) => button(page, t('common.your_menu'));

async function logInByKeys(page: Page, email: string): Promise<void> {
  await tabAndPress(page, button(page, t('common.log_in')));
  await expect(page.getByRole('dialog').getByLabel(t('accounts.email'), { exact: true })).toBeFocused();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(menuOf(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('keyboard only: sign up, log out, log in, change the language', async ({ open, site }) => {
  const page = await open();
  const email = newAddress('keys');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel(t('accounts.email'), { exact: true });
  await page.goto('/');
  await tabAndPress(page, button(page, t('common.log_in')));
  await expect(field).toBeFocused();
  await tabAndPress(page, dialog.getByRole('button', { name: t('accounts.create_account_title') }));
  await expect(field).toBeFocused();
  await page.keyboard.type(email);
  await tabTo(page, dialog.getByLabel(t('accounts.password'), { exact: true }));
  await page.keyboard.type(PASSWORD);
  await tabAndPress(page, dialog.getByRole('checkbox', { name: /./ }).last(), 'Space');
  await tabAndPress(page, dialog.getByRole('button', { name: t('accounts.check') }));
  await expect(dialog.getByRole('button', { name: t('accounts.check_done') })).toBeFocused();
  await tabAndPress(page, dialog.getByRole('button', { name: t('accounts.create_account') }));
  await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();

  await page.goto(linkIn(await mailTo(site.dataDir, email, 'verify=')));
  await tabAndPress(page, button(page, t('accounts.verify_confirm')));
  await expect(page.getByText(t('accounts.verified'))).toBeVisible();
  // The focus is in the main part of the home page, whose links would all come first.
  await tabTo(page, menuOf(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await tabAndPress(page, button(page, t('common.exit')));
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  await logInByKeys(page, email);

  await tabAndPress(page, menuOf(page));
  await tabAndPress(page, page.locator('summary', { hasText: t('common.language') }));
  await tabAndPress(page, page.getByRole('link', { name: 'Deutsch' }));
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.de);
  await tabTo(page, button(page, wordsOf('de')('common.your_menu')));
});

test('keyboard only: search, filters and recent searches', async ({ open, site }) => {
  const author = await newMember(site, 'keys-search');
  const title = `Zither Weather of ${author.username}`;
  const { storyId } = await publishedStory(site, author, freshStory(title));
  await untilFound(site, { id: storyId, title });
  const page = await open();
  // The home page contains the story, too, until the results are shown.
  const results = page.getByRole('heading', { level: 1, name: title });
  const box = page.getByRole('textbox', { name: t('common.search') });
  const found = page.getByRole('main').getByRole('link', { name: title, exact: true });
  await page.goto('/');
  await tabTo(page, box);
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  await expect(results).toBeVisible();
  await expect(found).toBeVisible();

  // A filter applies immediately, and keeps the focus for the next key.
  const all = page.getByRole('radio', { name: t('search.all_modes') });
  const solo = page.getByRole('radio', { name: t('mode.solo') });
  await tabTo(page, all);
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/mode=solo/);
  await expect(solo).toBeFocused();
  await expect(found).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page).not.toHaveURL(/mode=/);
  await expect(all).toBeFocused();
  const sort = page.getByRole('combobox', { name: t('search.sort') });
  await tabTo(page, sort, 'Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page).toHaveURL(/sort=/);
  await expect(sort).toBeFocused();

  await page.goto('/');
  await tabTo(page, box);
  await tabAndPress(page, page.getByRole('button', { name: title }));
  await expect(results).toBeVisible();
  await expect(found).toBeVisible();
  await tabAndPress(page, found);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('keyboard only: the member’s own profile and its lists, account deletion, and logging in again', async ({
  open,
  site,
}) => {
  const member = await newMember(site, 'keys-self');
  const page = await open({ as: member });
  const name = `Keys_${member.username.slice(-6)}`;
  const edit = button(page, t('account.edit_profile'));
  const form = page.getByRole('dialog');
  await page.goto(to.profile());
  await tabAndPress(page, edit);
  const username = form.getByLabel(t('account.username'), { exact: true });
  await tabTo(page, username);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(name);
  await tabTo(page, form.getByLabel(t('account.bio')));
  await page.keyboard.type('Ferries, mostly.');
  await tabAndPress(page, form.getByRole('button', { name: t('common.save') }));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(edit).toBeFocused();
  const tabs = page.getByRole('navigation', { name: t('account.tabs') });
  for (const [tab, address] of [
    [t('account.joined'), /tab=joined/],
    [t('account.reviewing'), /tab=reviewing/],
  ] as const) {
    const link = tabs.getByRole('link', { name: new RegExp(`^${tab}`) });
    await tabAndPress(page, link);
    await expect(page).toHaveURL(address);
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(link).toBeFocused();
  }

  await tabAndPress(page, page.locator('summary', { hasText: t('leaving.delete_account') }));
  await tabTo(page, page.getByRole('radio', { name: t('leaving.stay_title') }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: t('leaving.go_title') })).toBeChecked();
  // Without the right password nothing happens, and the error is shown at its field.
  const password = page.getByLabel(t('proof.password'));
  await tabTo(page, password);
  await page.keyboard.type(`${PASSWORD}0`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(t('field.password_wrong'))).toBeVisible();
  await page.keyboard.press('Backspace');
  await tabAndPress(page, button(page, t('leaving.delete')));
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText(t('leaving.keep'))).toBeVisible();
  // Logging in would cancel the deletion, so the page doesn’t ask for it.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto(to.about());
  await logInByKeys(page, member.email);
  await expect(page.getByText(t('accounts.account_kept'))).toBeVisible();
  await page.goto(`${to.profile()}#texts-and-you`);
  await expect(page.locator('summary', { hasText: t('leaving.delete_account') })).toBeVisible();
});

test('keyboard only: report a chapter and read the confirmation', async ({ open, site }) => {
  const author = await newMember(site, 'keys-reported');
  const reporter = await newMember(site, 'keys-reporter');
  const story = freshStory(`Reported to the keys of ${author.username}`);
  const { storyId, chapterIds } = await publishedStory(site, author, story);
  const page = await open({ as: reporter });
  await page.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  const report = button(page, t('common.report'));
  const form = page.getByRole('dialog');
  await tabAndPress(page, report);
  await expect(form.getByRole('radio').first()).toBeFocused();
  await tabAndPress(page, form.getByRole('button', { name: t('report.send') }));
  await expect(form.getByRole('alert')).toBeVisible();
  await expect(form.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowDown');
  await expect(form.getByRole('radio', { name: t('rule.spam') })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('The second paragraph is an advertisement.');
  await tabAndPress(page, form.getByRole('button', { name: t('report.send') }));
  await expect(form.getByRole('heading', { name: t('report.thanks') })).toBeFocused();
  await tabAndPress(page, form.getByRole('button', { name: t('report.back') }));
  await expect(form).toHaveCount(0);
  await expect(report).toBeFocused();

  const bell = page.getByRole('button', { name: new RegExp(t('inbox.bell', { count: 1 })) });
  await page.goto('/');
  await tabAndPress(page, bell);
  await tabAndPress(page, page.getByRole('link', { name: t('inbox.all_messages') }));
  await expect(page).toHaveURL(/\/messages/);
  const receipt = page.getByRole('main').getByRole('listitem').filter({ hasText: story.chapters[0]!.title });
  await tabAndPress(page, receipt.getByRole('button', { name: t('inbox.ok') }));
  await expect(receipt.getByRole('button', { name: t('inbox.ok') })).toHaveCount(0);
});

test('keyboard only: a moderator approves a story, moves on, and rejects one with a reason', async ({ open, site }) => {
  const [author, judge] = [
    await newMember(site, 'keys-doubtful'),
    await newMember(site, 'keys-judge', 'en', 'moderator'),
  ];
  const api = createDemoApi(site.url);
  const names = [`Approved by keys, ${author.username}`, `Sent back by keys, ${author.username}`] as const;
  const ids: string[] = [];
  for (const name of names) {
    const story = freshStory(name);
    const content = `${freshProse(120)}\n\nAll at www.lemon-shop.com, the rest at www.ferry-shop.com.`;
    const { storyId } = await draftStory(site, author, {
      ...story,
      chapters: [{ ...story.chapters[0]!, content }],
    });
    ids.push(storyId);
    await api.call(storyApi.submit, { storyId }, author.accessToken);
    await expect(async () => {
      const { review } = await api.call(storyApi.draft, { storyId }, author.accessToken);
      expect(review?.state).toBe('manual');
    }).toPass();
  }
  const page = await open({ as: judge });
  await page.goto(to.moderation({ kind: 'story' }));
  const listed = page.getByRole('navigation', { name: t('moderation.queue') });
  await tabAndPress(page, listed.getByRole('link', { name: names[1] }));
  const opened = page.locator('h2:focus');
  /** Moves to a story with j or k. Submissions of other tests can be in between. */
  const goTo = async (name: string, key: 'j' | 'k') => {
    for (let at = await opened.innerText(); at !== name; at = await opened.innerText()) {
      await page.keyboard.press(key);
      await expect(opened).not.toHaveText(at);
    }
  };
  await expect(opened).toHaveText(names[1]);
  await goTo(names[0], 'k');
  await page.keyboard.press('a');
  await expect(page.getByText(t('moderation.approved')).first()).toBeVisible();
  await expect(opened).not.toHaveText(names[0]);
  await goTo(names[1], 'j');

  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Space');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: t('rule.spam') })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Please without the shops.');
  await tabAndPress(page, dialog.getByRole('button', { name: t('moderation.reject_next') }));
  await expect(page.getByText(t('moderation.rejected')).first()).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator(':focus')).toBeAttached();
  for (const [i, status] of (['published', 'rejected'] as const).entries())
    await expect
      .poll(async () => (await api.call(storyApi.draft, { storyId: ids[i]! }, author.accessToken)).status)
      .toBe(status);
});
