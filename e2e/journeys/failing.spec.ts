import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { participationApi } from '#features/participation/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { picture } from '../../src/testing/pictures.ts';
import { draftStory, publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

// What a page says when a call fails: the sentences of the specification (§8), and a way on.
const t = wordsOf('en');
/** Logged for requests without a response. */
const NO_NETWORK = /^Network Error$/;
const fail = (page: Page, path: string) => page.route(`**/api/${path}?*`, (route) => route.abort());
const mend = (page: Page, path: string) => page.unroute(`**/api/${path}?*`);

test('what can’t be loaded is named, and can be loaded again', async ({ open, site }) => {
  const author = await newMember(site, 'unlucky');
  const story = await draftStory(site, author, 'Behind the cupboard');
  const page = await open({ as: author, breaks: NO_NETWORK });
  const again = page.getByRole('main').getByRole('button', { name: t('common.load_again') });

  // The lists of the own profile.
  await fail(page, 'profile/created');
  await page.goto(to.profile());
  await expect(page.getByText('Failed to load data.')).toBeVisible();
  await mend(page, 'profile/created');
  await again.click();
  await expect(page.getByRole('link', { name: story.title }).first()).toBeVisible();

  // The settings of a story.
  await fail(page, 'story/draft');
  await page.goto(to.editStory({ new: 1, storyId: story.id, step: 3 }));
  await expect(page.getByText('Failed to load settings')).toBeVisible();
  await mend(page, 'story/draft');
  await again.click();
  await expect(page.getByText('Failed to load settings')).toBeHidden();

  // The member in the header, on a page that doesn’t depend on it.
  await fail(page, 'user/info');
  await page.goto(to.about());
  await page.getByRole('button', { name: t('common.your_menu') }).click();
  await expect(page.getByText('Failed to fetch user information')).toBeVisible();
});

test('a page of messages shows that it is loading, and that it could not be', async ({ open, site }) => {
  const page = await open({ as: await newMember(site, 'waiting'), breaks: NO_NETWORK });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/message/list?*', (route) => answered.then(() => route.abort()));
  await page.goto(to.messages());
  const spinner = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
  await expect(spinner).toBeVisible();
  answer();
  await expect(page.getByRole('main').getByText('Failed to fetch messages')).toBeVisible();
  await expect(spinner).toHaveCount(0);
});

test('pictures that can’t be sent are named at their fields', async ({ open, site }) => {
  const author = await newMember(site, 'painter');
  const story = await draftStory(site, author, 'Wet paint');
  const page = await open({ as: author, breaks: /^Network Error$|^Connecting to 'blob:/ });
  const file = { name: 'face.png', mimeType: 'image/png', buffer: await picture(1200, 800).png().toBuffer() };
  await fail(page, 'user/upload_avatar');
  await page.goto(to.profile());
  await page.getByRole('button', { name: t('account.edit_profile') }).click();
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('picture.use') })
    .click();
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to upload avatar!' })).toBeVisible();

  await fail(page, 'story/upload_cover');
  await page.goto(to.editStory({ new: 1, storyId: story.id }));
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('picture.use') })
    .click();
  await expect(page.getByText('Story cover upload failed!')).toBeVisible();
});

test('a refusal is shown for a moment, in the server’s words', async ({ open, site }) => {
  const refusal = 'The last chair has just been taken.';
  const host = await newMember(site, 'host');
  const guest = await newMember(site, 'late-guest');
  const { id: storyId } = await publishedStory(site, host, 'Musical chairs', 1, 320, 'relay');
  await createDemoApi(site.url).call(participationApi.invite, { storyId, userId: guest.id }, host.accessToken);
  const page = await open({ as: guest });
  await page.route('**/api/message/handle_story_invite?*', (route) =>
    route.fulfill({ status: 409, json: { code: 'story_full', error: refusal } }),
  );
  await page.goto(to.messages());
  const accept = page.getByRole('main').getByRole('button', { name: t('inbox.accept') });
  await accept.click();
  await expect(page.getByRole('status').getByText(refusal)).toBeVisible();
  await expect(accept).toBeVisible();
  await expect(page.getByText(refusal)).toBeHidden();
});

test('feedback that can’t be sent says so, and keeps what was written', async ({ open, site }) => {
  const page = await open({ as: await newMember(site, 'critic'), breaks: NO_NETWORK });
  await fail(page, 'user/feedback');
  await page.goto(to.about());
  await page.getByRole('button', { name: t('common.feedback') }).click();
  const dialog = page.getByRole('dialog', { name: t('feedback.title') });
  const description = dialog.getByLabel(t('feedback.description'));
  await description.fill('The clock on the tower is late.');
  await dialog.getByRole('button', { name: t('feedback.send') }).click();
  await expect(page.getByText('Feedback submit failed')).toBeVisible();
  await expect(description).toHaveValue('The clock on the tower is late.');
  await mend(page, 'user/feedback');
  await dialog.getByRole('button', { name: t('feedback.send') }).click();
  await expect(page.getByText(t('footer.feedback.successToast'))).toBeVisible();
});
