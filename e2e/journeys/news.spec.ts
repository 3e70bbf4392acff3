import { to } from '#core/pages.ts';
import { relayApi } from '#features/relay/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { newMember } from '../kit/people.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');

test('an email about a turn leads to the text; emails of its kind are stopped by its link, and switched on again', async ({
  open,
  site,
}) => {
  test.setTimeout(120_000);
  const mara = await newMember(site, 'mara');
  const jonas = await newMember(site, 'jonas');
  const story = await publishedStory(site, mara, 'The Mail of', 1, 330, 'relay');
  await letIn(site, mara, story.id, jonas);
  await createDemoApi(site.url).call(relayApi.passTurn, { storyId: story.id }, mara.accessToken);
  const mail = await mailTo(site.dataDir, jonas.email, 'It’s your turn in');
  expect(mail.text).toContain(story.title);

  const page = await open({ as: jonas, viewport: PHONE });
  await page.goto(linkIn(mail));
  await page
    .getByRole('link', { name: t('relay.write'), exact: true })
    .first()
    .click();
  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.insertText(freshProse(60));
  await expect(page.getByRole('status').filter({ hasText: t('chapters.state_saved') })).toBeAttached();

  // The link of the email needs no login, and opening it changes nothing.
  const stop = /https?:\/\/\S+\/unsubscribe\/\S+/.exec(mail.text!)![0];
  const visitor = await open();
  await visitor.goto(stop);
  await expect(visitor.getByRole('heading', { name: t('news.stop_title') })).toBeVisible();
  await page.goto(to.profile());
  await page.getByRole('link', { name: t('news.title') }).click();
  await expect(page).toHaveURL(to.news());
  const turns = page.getByRole('combobox', { name: /^Your turn/ });
  await expect(turns).toHaveValue('at_once');
  await visitor.getByRole('button', { name: t('news.stop') }).click();
  await expect(visitor.getByRole('heading', { name: t('news.stop_done_title') })).toBeVisible();
  await visitor.getByRole('link', { name: t('news.all_settings') }).click();
  await expect(visitor.getByText(t('news.visitor'))).toBeVisible();

  await page.reload();
  await expect(turns).toHaveValue('never');
  await turns.selectOption({ label: t('news.at_once') });
  await expect(page.getByText(t('news.saved'), { exact: true })).toBeVisible();
  await page.reload();
  await expect(turns).toHaveValue('at_once');
  await expect(page.getByText(jonas.email)).toBeVisible();

  // The messages lead to the settings, and a choice can be undone.
  await page.goto(to.messages());
  await page
    .getByRole('main')
    .getByRole('link', { name: t('news.title') })
    .click();
  await expect(page).toHaveURL(to.news());
  await turns.selectOption({ label: t('news.never') });
  await page.getByRole('button', { name: t('news.undo') }).click();
  await expect(turns).toHaveValue('at_once');
  await page.reload();
  await expect(turns).toHaveValue('at_once');
});
