import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { draftStory, publishedStory } from '../kit/english-stories.ts';
import { enterBy, newMember, type Person } from '../kit/people.ts';
import { slowLine } from '../kit/slow-line.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';
import { expectKept, openChapterEditor, savedText, textOf, writeAfter } from '../kit/writing.ts';

const t = wordsOf('en');
/** What the site logs without a network (spec §8: no response at all is logged like this). */
const NO_NETWORK = /^Network Error$/;

test('text written on a train without a network is restored, and saved once there is a network', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'train');
  const story = await draftStory(site, author, 'Through the tunnel');
  const [chapter] = story.chapters;
  const page = await open({ as: author, viewport: PHONE, breaks: NO_NETWORK });
  await openChapterEditor(page, story.id, chapter!.id);
  const network = page.context();

  await network.setOffline(true);
  await writeAfter(page, chapter!.text[0]!, ' First tunnel.');
  await expectKept(page, 'offline');
  await network.setOffline(false);
  await expectKept(page, 'saved');
  expect(await savedText(site, author, chapter!.id)).toContain('First tunnel.');

  // The window crashes while there is no network, so nothing can be sent before it closes.
  await network.setOffline(true);
  await writeAfter(page, 'First tunnel.', ' Second tunnel.');
  await expectKept(page, 'offline');
  const death = page.waitForEvent('crash');
  await page.goto('chrome://crash').catch(() => {});
  await death;
  await page.close();
  await network.setOffline(false);
  expect(await savedText(site, author, chapter!.id)).not.toContain('Second tunnel.');

  const again = await network.newPage();
  await openChapterEditor(again, story.id, chapter!.id);
  await again.getByRole('button', { name: t('chapters.use_newer') }).click();
  await expect(textOf(again).getByText('First tunnel. Second tunnel.')).toBeVisible();
  await expectKept(again, 'saved');
  expect(await savedText(site, author, chapter!.id)).toContain('Second tunnel.');
});

test('a save in progress is completed when the page is left', async ({ open, site }) => {
  const member = await newMember(site, 'hasty');
  const bio = 'I never wait for anything.';
  const line = await slowLine(site, '/api/user/update_info');
  const page = await open({ as: member, baseURL: line.url });
  await page.goto(to.profile());
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('account.bio')).fill(bio);
  await form.getByRole('button', { name: t('common.save') }).click();
  await line.held;
  await page.goto(to.about());
  line.letThrough();
  const { call } = createDemoApi(site.url);
  await expect.poll(async () => (await call(accountApi.info, {}, member.accessToken)).bio).toBe(bio);
  // The page would complain about requests that the closed line breaks.
  await page.close();
  line.close();
});

test('text typed into a dialog is restored after a reload, for the same member only', async ({ open, site }) => {
  const said = 'The footer hides my last line.';
  const member = await newMember(site, 'observant');
  const page = await open({ as: member });
  const dialog = page.getByRole('dialog', { name: t('feedback.title') });
  const description = dialog.getByLabel(t('feedback.description'));
  const openFeedback = async () => {
    await page.getByRole('button', { name: t('common.feedback') }).click();
    await expect(description).toBeVisible();
  };
  const logIn = async (person: Person) => {
    await page.getByRole('button', { name: t('common.log_in'), exact: true }).click();
    await enterBy(page, person);
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await page.goto(to.about());
  await openFeedback();
  await dialog.getByRole('radio', { name: t('feedback.type.ui') }).check();
  await description.fill(said);
  await page.reload();
  await openFeedback();
  await expect(description).toHaveValue(said);
  await expect(dialog.getByRole('radio', { name: t('feedback.type.ui') })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('common.your_menu') }).click();
  await page.getByRole('button', { name: t('common.exit') }).click();
  await expect(page.getByText(t('common.exited'))).toBeVisible();

  for (const person of [await newMember(site, 'next'), member]) {
    await logIn(person);
    await page.goto('/');
    await openFeedback();
    await expect(description).toHaveValue('');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('common.your_menu') }).click();
    await page.getByRole('button', { name: t('common.exit') }).click();
    await expect(page.getByRole('button', { name: t('common.log_in'), exact: true })).toBeVisible();
  }
});

test('a message about an action is shown once on the next page, as plain text, even after a full page load', async ({
  open,
  site,
}) => {
  const page = await open({ as: await newMember(site, 'leaver') });
  await page.goto(to.profile());
  await page.getByRole('button', { name: t('common.your_menu') }).click();
  await page.getByRole('button', { name: t('common.exit') }).click();
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  const heading = page.getByRole('main').getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();

  // With a full page load, only the window's session storage carries the message to the next page.
  const said = '<img src=x onerror=alert(1)> is gone';
  await page.evaluate(
    (say) => sessionStorage.setItem('arrival', JSON.stringify({ at: Date.now(), say, undo: null })),
    said,
  );
  await page.goto(to.about());
  await expect(page.getByRole('status').getByText(said)).toBeVisible();
  await expect(heading).toBeFocused();
  await page.reload();
  await page.getByRole('button', { name: t('common.log_in'), exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.getByText(said)).toHaveCount(0);
});

test('nothing is lost if the server fails or asks to wait, and an expired session is renewed in place', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'patient');
  const story = await draftStory(site, author, 'Third attempt');
  const [chapter] = story.chapters;
  const page = await open({ as: author, breaks: /chapter\/update\S*: 500$/ });
  await openChapterEditor(page, story.id, chapter!.id);

  for (const [status, words, headers] of [
    [500, 'It failed.', {}],
    [429, 'It was busy.', { 'retry-after': '1' }],
  ] as const) {
    await page.route('**/api/chapter/update?*', (route) =>
      route.fulfill({
        status,
        headers,
        json: { error: 'Not now.', code: status === 429 ? 'rate_limited' : 'internal' },
      }),
    );
    await writeAfter(page, chapter!.text[0]!, ` ${words}`);
    await expectKept(page, 'failed');
    await page.unrouteAll({ behavior: 'wait' });
    await expectKept(page, 'saved');
    expect(await savedText(site, author, chapter!.id)).toContain(words);
  }

  // The session ends without a logout. What is typed since is encrypted on the device.
  const token = (await page.evaluate(() => localStorage.getItem('refreshToken')))!;
  await createDemoApi(site.url).call(accountApi.logout, { token });
  await writeAfter(page, chapter!.text[1]!, ' Whoever I am.');
  await expectKept(page, 'signed_out');
  expect(await storedWords(page)).toMatch(/^draft:\d+:\S+ sealed:/m);
  expect(await storedWords(page)).not.toContain('Whoever');
  await page.getByRole('button', { name: t('chapters.log_in_again') }).click();
  await enterBy(page, author);
  await expectKept(page, 'saved');
  await expect(textOf(page).getByText('Whoever I am.')).toBeVisible();
  await page.reload();
  await expect(textOf(page).getByText('Whoever I am.')).toBeVisible();
});

/** Returns everything in local storage, one entry for each line. */
const storedWords = (page: Page) =>
  page.evaluate(() =>
    Object.entries({ ...localStorage })
      .map((entry) => entry.join(' '))
      .join('\n'),
  );

async function pressExit(page: Page): Promise<void> {
  await page.getByRole('button', { name: t('common.your_menu') }).click();
  await page.getByRole('button', { name: t('common.exit') }).click();
}

test('after Exit no tab shows a text, the device has it only encrypted, and it is back after logging in', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'leaving-room');
  const story = await draftStory(site, author, 'Left on the table');
  const [chapter] = story.chapters;
  const page = await open({ as: author, breaks: /chapter\/update\S*: 500$/ });
  await openChapterEditor(page, story.id, chapter!.id);
  await page.route('**/api/chapter/update?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'Not now.', code: 'internal' } }),
  );
  await writeAfter(page, chapter!.text[0]!, ' Only here.');
  await expectKept(page, 'failed');
  // An earlier version has stored this.
  await page.evaluate((id) => localStorage.setItem(`story:${id}:new`, '{"title":"In clear"}'), author.id);

  const other = await page.context().newPage();
  await other.goto('/');
  await expect.poll(() => storedWords(other)).not.toContain('In clear');
  await pressExit(other);
  await expect(other.getByText(t('common.exited'))).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: t('chapters.page_title') })).toBeVisible();
  await expect(page.getByText('Only here.')).toBeHidden();
  expect(await storedWords(page)).toContain(`draft:${author.id}:`);
  expect(await storedWords(page)).not.toMatch(/Only here|In clear/);

  // Another member of this device sees none of it, and it isn’t sent in their name.
  await page.unrouteAll({ behavior: 'wait' });
  await other.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(other, await newMember(site, 'next-at-the-table'));
  await expect(other.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
  await page.goto(to.editChapter({ storyId: story.id, chapterId: chapter!.id }));
  await expect(page.getByText(t('common.not_found_title')).or(page.getByRole('alert')).first()).toBeVisible();
  await expect(page.getByText('Only here.')).toBeHidden();
  await pressExit(other);
  await expect(other.getByText(t('common.exited'))).toBeVisible();

  await other.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(other, author);
  await expect(other.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
  await openChapterEditor(page, story.id, chapter!.id);
  await page.getByRole('button', { name: t('chapters.use_newer') }).click();
  await expect(textOf(page).getByText('Only here.')).toBeVisible();
  await expectKept(page, 'saved');
});

test('without HTTPS, Exit asks what should become of texts that are only on the device', async ({ open, site }) => {
  const author = await newMember(site, 'plain-http');
  const story = await draftStory(site, author, 'On an open line');
  const [chapter] = story.chapters;
  const page = await open({ as: author });
  await page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { get: () => false }));
  const title = page.getByLabel(t('chapters.title'));
  const dialog = page.getByRole('dialog', { name: t('exit.title') });
  /** A title that is too long isn’t sent. */
  const exitWithUnsent = async () => {
    await openChapterEditor(page, story.id, chapter!.id);
    await title.fill('long '.repeat(30));
    await expectKept(page, 'held');
    await page.goto('/');
    await pressExit(page);
    await expect(dialog.getByText(/^One of your texts/)).toBeVisible();
  };
  await exitWithUnsent();
  await dialog.getByRole('button', { name: t('common.close') }).click();
  await pressExit(page);
  await dialog.getByRole('button', { name: t('exit.send') }).click();
  await page.getByRole('button', { name: t('chapters.use_newer') }).click();
  await title.fill('Sent first');
  await expectKept(page, 'saved');

  await exitWithUnsent();
  await dialog.getByRole('button', { name: t('exit.delete') }).click();
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  expect(await storedWords(page)).not.toContain('draft:');

  await page.getByRole('button', { name: t('common.log_in') }).click();
  await enterBy(page, author);
  await expect(page.getByRole('button', { name: t('common.your_menu') })).toBeVisible();
  await exitWithUnsent();
  await dialog.getByRole('button', { name: t('exit.keep') }).click();
  await expect(page.getByText(t('common.exited'))).toBeVisible();
  expect(await storedWords(page)).toContain(`draft:${author.id}:`);
  expect(await storedWords(page)).not.toContain('long long');
});

test('a chapter edited in two places keeps both texts, whichever is chosen', async ({ open, site }) => {
  const author = await newMember(site, 'two-places');
  const story = await draftStory(site, author, 'Two kitchens');
  const [chapter] = story.chapters;
  const [first, second] = chapter!.text;
  const desktop = await open({ as: author });
  const phone = await open({ as: author, viewport: PHONE });
  await openChapterEditor(desktop, story.id, chapter!.id);
  await openChapterEditor(phone, story.id, chapter!.id);

  await writeAfter(desktop, first!, ' At the desk.');
  await expectKept(desktop, 'saved');
  await writeAfter(phone, first!, ' On the phone.');
  const choice = phone.getByRole('region', { name: t('chapters.clash_title') });
  await expect(choice.getByText('At the desk.')).toBeVisible();
  await expect(choice.getByText('On the phone.')).toBeVisible();

  // The decision can be postponed. Until then nothing is overwritten.
  await choice.getByRole('button', { name: t('chapters.decide_later') }).click();
  await expect(phone.getByText(t('chapters.conflict_waits'))).toBeVisible();
  expect(await savedText(site, author, chapter!.id)).not.toContain('On the phone.');
  await phone.getByRole('button', { name: t('chapters.choose') }).click();
  await choice.getByRole('button', { name: t('chapters.keep_all') }).click();
  await expectKept(phone, 'saved');
  expect(await savedText(site, author, chapter!.id)).toContain('On the phone.');

  // The desktop continues from its version, and takes the other text this time.
  await writeAfter(desktop, second!, ' Still at the desk.');
  const atDesktop = desktop.getByRole('region', { name: t('chapters.clash_title') });
  await atDesktop.getByRole('button', { name: t('chapters.take_all') }).click();
  await expectKept(desktop, 'saved');
  await expect(textOf(desktop).getByText('On the phone.')).toBeVisible();
  await expect(textOf(desktop).getByText('At the desk.')).toHaveCount(0);

  // The text that wasn’t chosen is in the version history.
  const api = createDemoApi(site.url);
  const { items } = await api.call(chapterApi.revisions, { chapterId: chapter!.id }, author.accessToken);
  const texts = await Promise.all(
    items.map(async ({ revision }) =>
      JSON.stringify(await api.call(chapterApi.revision, { chapterId: chapter!.id, revision }, author.accessToken)),
    ),
  );
  expect(texts.some((text) => text.includes(' At the desk.') && !text.includes('Still'))).toBe(true);
  expect(texts.some((text) => text.includes(' Still at the desk.'))).toBe(true);
  const openVersions = desktop.getByRole('button', { name: t('chapters.versions') });
  await openVersions.press('Enter');
  await expect(desktop.getByRole('button', { name: t('chapters.close'), exact: true })).toBeFocused();
  await desktop.keyboard.press('Escape');
  await expect(openVersions).toBeFocused();
  await openVersions.click();
  const versions = desktop.getByRole('complementary', { name: t('chapters.versions') });
  await versions
    .getByRole('button', { name: t('chapters.kind_conflict') })
    .first()
    .click();
  await desktop.getByRole('button', { name: t('chapters.restore'), exact: true }).click();
  await expect(textOf(desktop).getByText('Still at the desk.')).toBeVisible();

  // Two windows of the same browser prevent this, because they notify each other.
  const window = await desktop.context().newPage();
  await openChapterEditor(window, story.id, chapter!.id);
  await window.getByRole('button', { name: t('chapters.write_here') }).click();
  await expect(desktop.getByText(t('chapters.elsewhere'))).toBeVisible();
  await expect(textOf(desktop)).not.toBeEditable();
  await writeAfter(window, second!, ' In the new window.');
  await expectKept(window, 'saved');
});

test('changes to a story are kept without a network, and a deleted story can be restored', async ({ open, site }) => {
  const author = await newMember(site, 'keeper');
  const story = await publishedStory(site, author, 'The kept promise');
  const address = to.editStory({ storyId: story.id });
  const page = await open({ as: author, breaks: NO_NETWORK });
  const network = page.context();
  await page.goto(address);
  const description = t('story_editor.description');
  const mine = 'A captain, and a cage with a bird after all.';
  await expect(page.getByLabel(description)).toBeEditable();
  await network.setOffline(true);
  await page.getByLabel(description).fill(mine);
  await expect(page.getByText(t('story_editor.offline'))).toBeVisible();
  await page.close();
  await network.setOffline(false);

  // The story is changed elsewhere.
  const api = createDemoApi(site.url);
  const theirs = 'A girl, and no captain.';
  await api.call(storyApi.update, { storyId: story.id, description: theirs }, author.accessToken);
  const again = await network.newPage();
  await again.goto(address);
  const conflict = again.getByRole('alert', { name: t('story_editor.conflict') });
  await expect(conflict.getByText(theirs)).toBeVisible();
  await expect(conflict.getByText(mine)).toBeVisible();
  await conflict.getByRole('button', { name: t('story_editor.keep_mine') }).click();
  await expect(conflict).toBeHidden();
  await expect(again.getByRole('status').filter({ hasText: t('story_editor.saved') })).toBeVisible();
  await again.reload();
  await expect(again.getByLabel(description)).toHaveValue(mine);

  // Readers still see the published text.
  const reader = await open();
  await reader.goto(to.story({ storyId: story.id }));
  await expect(reader.getByText('A captain, a girl and a cage without a bird.')).toBeVisible();

  await again.getByRole('button', { name: t('story_editor.delete') }).click();
  await again
    .getByRole('dialog')
    .getByRole('button', { name: t('story_editor.delete_yes') })
    .click();
  await expect(again.getByText(t('story_editor.deleted', { title: story.title }))).toBeVisible();
  await expect(again.getByText(t('account.no_stories'), { exact: true })).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { level: 1, name: t('common.not_found_title') })).toBeVisible();

  await again.getByRole('button', { name: t('story_editor.undo') }).click();
  await expect(again.getByText(t('story_editor.deleted_back'))).toBeVisible();
  await expect(again.getByRole('link', { name: story.title }).first()).toBeVisible();
  await reader.reload();
  await expect(reader.getByRole('heading', { level: 1, name: story.title })).toBeVisible();
});
