import type { Page } from '@playwright/test';
import { LANGUAGE_TAGS } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { AWAKE } from '#web/boot/awake.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { picture } from '../../src/testing/pictures.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { enterBy, newMember, PASSWORD } from '../kit/people.ts';
import { DESKTOP, expect, PHONE, test } from '../kit/test.ts';
import { branchingStory, letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const NEW_PASSWORD = 'Loud8Lighthouse';
const dialogOf = (page: Page) => page.getByRole('dialog');

test('a member sets a username, a profile URL and a profile picture, and others see them', async ({ open, site }) => {
  const neighbour = await newMember(site, 'neighbour');
  const member = await newMember(site, 'face');
  const mark = member.slug.slice(-6);
  // The trace recorder requests every image that it sees, including one that exists only in this browser.
  const page = await open({ as: member, breaks: /^Connecting to 'blob:/ });
  const visitor = await open({ viewport: PHONE });
  await visitor.goto(to.user({ userSlug: member.slug }));
  await expect(visitor.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  await page.goto(to.profile());
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  const form = page.getByRole('dialog', { name: t('account.edit_profile') });
  const choose = form.getByRole('button', { name: t('account.choose_picture') });
  const pick = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser');
    await choose.click();
    await (await chooser).setFiles(file);
  };
  await pick({ name: 'face.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(form.getByRole('alert')).toHaveText(t('picture.types'));
  await pick({ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(form.getByRole('alert')).toHaveText(t('picture.compression_failed'));

  // The crop frame is moved and resized with the keyboard only.
  await pick({ name: 'face.png', mimeType: 'image/png', buffer: await picture(1200, 800).png().toBuffer() });
  const crop = page.getByRole('dialog', { name: t('account.picture_part') });
  const size = crop.getByRole('slider', { name: t('picture.size') });
  await expect(size).toHaveValue('100');
  await crop.getByLabel(t('picture.part')).focus();
  await page.keyboard.press('-');
  await expect(size).toHaveValue('95');
  await crop.getByRole('button', { name: t('picture.use') }).click();
  await expect(crop).toBeHidden();
  const face = form.locator('img');
  await expect(face).toHaveJSProperty('naturalWidth', 512);
  await expect(face).toHaveJSProperty('naturalHeight', 512);

  // Errors are shown at their fields, and a free profile URL is suggested.
  const name = `Élodie_${mark}`;
  await form.getByLabel(t('account.username'), { exact: true }).fill('two words');
  await form.getByLabel(t('account.slug'), { exact: true }).fill(neighbour.slug);
  await form.getByLabel(t('account.bio')).fill(`${'x'.repeat(201)}`);
  await form.getByRole('button', { name: t('common.save') }).click();
  await expect(form.getByText(t('field.username_letters'))).toBeVisible();
  await expect(form.getByText(t('field.bio_too_long', { over: 1, max: 200 }))).toBeVisible();
  await expect(form.getByLabel(t('account.username'), { exact: true })).toBeFocused();
  await form.getByLabel(t('account.username'), { exact: true }).fill(name);
  await form.getByLabel(t('account.bio')).fill('Ferries, mostly.\nNo cages.');
  await form.getByRole('button', { name: t('common.save') }).click();
  await expect(form.getByText(t('field.slug_taken'))).toBeVisible();
  await form.getByRole('button', { name: `${neighbour.slug}-2`, exact: true }).click();
  await form.getByRole('button', { name: t('common.save') }).click();
  await expect(form).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  // The old profile URL redirects to the new one, immediately and for everyone.
  await visitor.goto(to.user({ userSlug: member.slug }));
  await expect(visitor).toHaveURL(new RegExp(`${to.user({ userSlug: neighbour.slug })}-2$`));
  await expect(visitor.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(visitor.getByText('Ferries, mostly.')).toBeVisible();
  await expect(visitor.getByRole('main').locator('img').first()).toHaveJSProperty('naturalWidth', 512);
  await expect(visitor.getByText(t('user.no_stories'))).toBeVisible();

  // A profile URL can only be changed once in a while.
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  await expect(form.getByLabel(t('account.slug'), { exact: true })).not.toBeEditable();
  await form.getByRole('button', { name: t('common.cancel') }).click();
  await page.getByLabel(t('account.language')).selectOption('de');
  await page
    .getByRole('main')
    .getByRole('button', { name: t('common.save') })
    .click();
  await expect(page.locator('html')).toHaveAttribute('lang', LANGUAGE_TAGS.de);
  await expect(page.getByRole('button', { name: wordsOf('de')('account.edit_profile') })).toBeVisible();
});

test('a press on “Edit profile” in the moment when it appears is kept until the page responds', async ({
  open,
  site,
}) => {
  const page = await open({ as: await newMember(site, 'hasty') });
  await page.addInitScript(
    ({ name, awake }) => {
      // The page only learns that it responds after the press, however fast its parts were loaded.
      let held: Event | null = null;
      const hold = (event: Event) => {
        event.stopImmediatePropagation();
        held = event;
      };
      addEventListener(awake, hold);
      const watch = new MutationObserver(() => {
        const edit = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name);
        if (!edit) return;
        watch.disconnect();
        removeEventListener(awake, hold);
        Object.assign(window, { pressedEarly: !('settled' in document.documentElement.dataset) });
        edit.click();
        if (held) dispatchEvent(new Event(awake));
      });
      watch.observe(document, { childList: true, subtree: true });
    },
    { name: t('account.edit_profile'), awake: AWAKE },
  );
  await page.goto(to.profile());
  await expect(page.getByRole('dialog', { name: t('account.edit_profile') })).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, 'pressedEarly'))).toBe(true);
});

test('a new password ends the other sessions but not this one', async ({ open, site }) => {
  const member = await newMember(site, 'password');
  const other = await open();
  await other.goto(to.profile());
  await enterBy(other, member);
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();
  const page = await open({ as: member });
  await page.goto(to.profile());
  const change = page.getByRole('button', { name: t('account.change_password'), exact: true });
  await change.click();
  const dialog = dialogOf(page);
  const [before, after] = [t('account.old_password'), t('account.new_password')].map((label) =>
    dialog.getByLabel(label, { exact: true }),
  );
  const save = dialog.getByRole('button', { name: t('account.change_password') });
  await before!.fill(PASSWORD);
  await after!.fill(PASSWORD);
  await save.click();
  await expect(dialog.getByText(t('field.password_same'))).toBeVisible();
  await before!.fill('Wrong9Harbour');
  await after!.fill(NEW_PASSWORD);
  await save.click();
  await expect(dialog.getByText(t('field.password_wrong'))).toBeVisible();
  await expect(before!).toBeFocused();
  await before!.fill(PASSWORD);
  await save.click();
  await expect(page.getByText(t('account.password_changed'))).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: member.username })).toBeVisible();

  // With the keyboard only: leaving an empty field shows an error, and submitting a form twice makes one call.
  const asked: string[] = [];
  page.on(
    'request',
    (request) => request.url().includes(`/api/${accountApi.askEmailChange.path}`) && asked.push('once'),
  );
  await page.getByRole('button', { name: t('account.change_email'), exact: true }).press('Enter');
  const address = dialog.getByLabel(t('account.new_email'), { exact: true });
  await expect(address).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByText(t('field.email_empty'))).toBeVisible();
  await expect(before!).toHaveAttribute('autocomplete', 'current-password');
  await before!.fill(NEW_PASSWORD);
  await before!.press('Enter');
  await expect(address).toBeFocused();
  await address.fill(` New.${member.email} `);
  await dialog.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await expect(page.getByText(t('account.email_sent', { email: `new.${member.email}` }))).toBeVisible();
  expect(asked).toEqual(['once']);

  await other.reload();
  await expect(other.getByText(t('common.login_first')).first()).toBeVisible();
  await enterBy(other, member);
  await expect(dialogOf(other).getByRole('alert')).toHaveText(t('error.wrong_credentials'));
  await enterBy(other, { email: member.email, password: NEW_PASSWORD });
  await expect(other.getByRole('heading', { level: 1, name: member.username })).toBeVisible();
  await expect(change).toBeVisible();
});

test('messages report what happened to a story until they are read, in every browser', async ({ open, site }) => {
  const author = await newMember(site, 'told');
  const story = await publishedStory(site, author, 'Told in time', 3);
  await expect(async () => {
    expect(await createDemoApi(site.url).call(messageApi.unread, {}, author.accessToken)).toHaveLength(3);
  }).toPass();
  const page = await open({ as: author });
  await page.goto('/');
  const bell = (count: number) => page.getByRole('button', { name: t('inbox.bell', { count }), exact: true });
  await bell(3).click();
  const latest = page.getByRole('list', { name: t('inbox.latest') });
  await expect(latest.getByRole('listitem')).toHaveCount(3);
  const approved = latest.getByRole('listitem').filter({ hasText: 'is now published' }).last();
  await approved.getByRole('link', { name: t('inbox.view_details') }).click();
  await expect(page).toHaveURL(new RegExp(`${to.story({ storyId: story.id })}$`));
  await expect(bell(2)).toBeVisible();

  // The inbox marks messages as read one by one, or all at once.
  await page.goto(to.messages());
  const rows = page.getByRole('main').getByRole('listitem');
  const ok = rows.getByRole('button', { name: t('inbox.ok') });
  await expect(rows).toHaveCount(3);
  await expect(ok).toHaveCount(2);
  await ok.first().click();
  await expect(ok).toHaveCount(1);
  await expect(bell(1)).toBeVisible();
  const tabs = page.getByRole('navigation', { name: t('inbox.tabs') });
  await tabs.getByRole('link', { name: new RegExp(`^${t('inbox.tab_unread')}`) }).click();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: t('inbox.mark_all') }).click();
  await expect(page.getByText(t('inbox.none_unread'), { exact: true }).last()).toBeVisible();
  await tabs.getByRole('link', { name: new RegExp(`^${t('inbox.tab_read')}`) }).click();
  await expect(rows).toHaveCount(3);
  await page.getByLabel(t('inbox.type')).selectOption('story_approved');
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/\?tab=read&type=story_approved$/);

  const phone = await open({ as: author, viewport: PHONE });
  await phone.goto(to.messages({ tab: 'pending' }));
  await expect(phone.getByText(t('inbox.none_pending'), { exact: true })).toBeVisible();
  await expect(phone.getByRole('button', { name: t('inbox.bell', { count: 0 }), exact: true })).toBeVisible();

  // A visitor is asked to log in, and then sees their own messages.
  const visitor = await open();
  await visitor.goto(to.messages());
  await expect(visitor.getByRole('dialog', { name: t('accounts.reason_messages') })).toBeVisible();
  await enterBy(visitor, author);
  await expect(visitor.getByRole('main').getByRole('listitem')).toHaveCount(3);
});

test('the four lists of a profile are links with history entries, and show the next step for each story', async ({
  open,
  site,
}) => {
  const [creator, writer] = [await newMember(site, 'begins'), await newMember(site, 'joins')];
  const { storyId } = await branchingStory(site, creator, 'The marsh road');
  await letIn(site, creator, storyId, writer);
  const page = await open({ as: writer });
  await page.goto(to.profile());
  const main = page.getByRole('main');
  const lists = main.getByRole('navigation', { name: t('account.tabs') });
  const tab = (name: string, count: number) => lists.getByRole('link', { name: `${name}${count}`, exact: true });
  await expect(tab(t('account.created'), 0)).toHaveAttribute('aria-current', 'page');
  await expect(main.getByText(t('account.no_stories'), { exact: true })).toBeVisible();
  // Choosing a username is optional. It’s suggested until the member keeps or changes the current one.
  await main.getByRole('button', { name: t('account.keep_name') }).click();
  await expect(main.getByText(t('account.name_offer'))).toBeHidden();

  await tab(t('account.joined'), 1).click();
  await expect(page).toHaveURL(/tab=joined/);
  const act = main.getByRole('link', { name: t('account.write_branch') });
  await expect(act).toHaveAttribute('href', new RegExp(to.story({ storyId })));
  await tab(t('account.reviewing'), 0).click();
  await expect(main.getByText(t('account.no_waiting'), { exact: true })).toBeVisible();
  await page.goBack();
  await expect(act).toBeVisible();
  await page.reload();
  await expect(main.getByText(t('account.name_offer'))).toBeHidden();
  await expect(act).toBeVisible();

  // On a phone the tabs are one row that scrolls horizontally, to the current one and to the focused one.
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(to.profile({ tab: 'reviewing' }));
  await expect(tab(t('account.reviewing'), 0)).toBeInViewport({ ratio: 1 });
  await expect(tab(t('account.created'), 0)).not.toBeInViewport({ ratio: 1 });
  const tops = await lists.getByRole('link').evaluateAll((links) => links.map((it) => it.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
  await tab(t('account.reviewing'), 0).focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press('Shift+Tab');
  await expect(tab(t('account.created'), 0)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.scrollingElement!.scrollWidth)).toBe(320);
  await page.setViewportSize(DESKTOP);

  // Everyone sees the stories a member created, with or without scripts. The creator can invite others from their
  // profiles.
  const reader = await open({ viewport: PHONE });
  await reader.goto(to.user({ userSlug: creator.slug }));
  await expect(reader.getByRole('link', { name: /^The marsh road/ })).toBeVisible();
  await reader.getByRole('link', { name: new RegExp(`^${t('user.written')}`) }).click();
  await expect(reader.getByText(t('user.no_written'), { exact: true })).toBeVisible();
  const host = await open({ as: creator });
  await host.goto(to.user({ userSlug: writer.slug }));
  await host.getByRole('button', { name: t('user.invite') }).click();
  await expect(host.getByRole('dialog').getByText(t('participation.already_in'))).toBeVisible();
});

test('requesting account deletion leads to the home page, without a login dialog but with a way to cancel', async ({
  open,
  site,
}) => {
  const page = await open({ as: await newMember(site, 'wavering'), viewport: PHONE });
  await page.goto(`${to.profile()}#texts-and-you`);
  const leave = page.getByText(t('leaving.delete_account'), { exact: true });
  await expect(leave).toBeInViewport();
  await leave.click();
  await page.getByLabel(t('proof.password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: t('leaving.delete') }).click();
  const keep = page.getByRole('button', { name: t('leaving.keep') });
  await expect(keep).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(dialogOf(page)).toHaveCount(0);
  // Still possible after a reload.
  await page.reload();
  await keep.click();
  await expect(page.getByText(t('leaving.kept'))).toBeVisible();
  await expect(keep).toHaveCount(0);
});
