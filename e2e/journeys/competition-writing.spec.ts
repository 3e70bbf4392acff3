import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { contestApi } from '#features/contest/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { endWriting, openRound } from '../kit/contest.ts';
import { newMember } from '../kit/people.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, REVIEWED, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';
import { unfoldFields } from '../kit/writing.ts';

const t = wordsOf('en');
const saved = (page: Page) =>
  expect(page.getByRole('status').filter({ hasText: t('chapters.state_saved') })).toBeAttached();
const submit = (page: Page) =>
  page
    .getByRole('button', { name: t('chapters.submit'), exact: true })
    .first()
    .click();

async function writeEntry(page: Page, title: string): Promise<void> {
  await unfoldFields(page);
  await page.getByRole('textbox', { name: t('chapters.title') }).fill(title);
  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.insertText(freshProse(330));
  await page.getByRole('textbox', { name: t('chapters.summary') }).fill('A ferry leaves late.');
  await saved(page);
}

test('an entry is written, submitted, changed and resubmitted, and is read-only after the time for entries', async ({
  open,
  site,
}) => {
  test.setTimeout(180_000);
  const [mara, jonas] = [await newMember(site, 'host'), await newMember(site, 'entrant')];
  const { roundId, editorPath } = await openRound(site, mara, 'The Prize of', [jonas]);
  const page = await open({ as: jonas, viewport: PHONE });
  await page.goto(editorPath);
  await expect(page.getByText(/^Round 1: write until/)).toBeVisible();
  // Submitting an empty entry shows what is missing.
  await page.getByRole('button', { name: t('chapters.submit'), exact: true }).click({ force: true });
  await expect(page.getByText(t('chapters.fill_first'))).toBeVisible();

  await writeEntry(page, 'The second ferry');
  await submit(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.submit'), exact: true })
    .click();
  // The page scrolls to the submitted version.
  const standing = page.getByRole('note').filter({ has: page.getByText(/^Submitted: version from/) });
  await expect(standing.locator('..')).toBeFocused();
  await expect(standing).toBeInViewport();
  await expect(standing.getByRole('link', { name: t('chapters.back_to_story') })).toBeVisible();
  await expect(page.getByText(t('submission.state_approved'))).toBeVisible(REVIEWED);
  await expect(page.getByText(t('submission.newer'))).toBeHidden();

  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.type('And then the bell rang once more. ');
  await expect(page.getByText(t('submission.newer'))).toBeVisible();
  await saved(page);
  await submit(page);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.submit'), exact: true })
    .click();
  await expect(page.getByText(t('submission.newer'))).toBeHidden();
  await submit(page);
  await expect(page.getByText(t('submission.nothing_new'))).toBeVisible();
  await expect(page.getByText(t('submission.state_approved'))).toBeVisible(REVIEWED);

  // With a second entry there is something to vote on.
  const api = createDemoApi(site.url);
  const begun = await api.call(
    contestApi.createSubmission,
    { roundId, title: 'The first ferry', summary: 'It is late.', content: freshProse(330) },
    mara.accessToken,
  );
  await api.call(contestApi.submit, { submissionId: begun.id }, mara.accessToken);
  await expect(async () => {
    const { status } = await api.call(contestApi.submission, { submissionId: begun.id }, mara.accessToken);
    expect(status).toBe('approved');
  }).toPass();
  await endWriting(site, roundId);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: t('submission.on_ballot') })).toBeVisible();
  await expect(page.getByRole('link', { name: t('submission.to_ballot') })).toHaveAttribute('href', /\/voting\//);

  await page.goto(to.profile({ tab: 'joined' }));
  await expect(page.getByRole('heading', { name: t('submission.own') })).toBeVisible();
  await expect(page.getByRole('link', { name: 'The second ferry', exact: true })).toBeVisible();
});

test('a member outside the round sees how to join, and a visitor is asked to log in', async ({ open, site }) => {
  const [mara, jonas, stranger] = [
    await newMember(site, 'host'),
    await newMember(site, 'entrant'),
    await newMember(site, 'stranger'),
  ];
  const { storyId, roundId, editorPath } = await openRound(site, mara, 'The Gate of', [jonas]);
  const visitor = await open();
  await visitor.goto(editorPath);
  await expect(visitor.getByText(t('common.login_first')).first()).toBeVisible();
  await visitor.keyboard.press('Escape');
  await visitor.getByRole('link', { name: t('chapters.back_to_story'), exact: true }).click();
  await expect(visitor).toHaveURL(new RegExp(`${to.story({ storyId })}$`));

  // A window in the background opens no editor, which would warn the window in which the member logged in.
  const behind = await open({ as: jonas });
  await behind.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
  });
  const opened: string[] = [];
  behind.on('request', (request) => request.url().includes(contestApi.editor.path) && opened.push(request.url()));
  await behind.goto(editorPath);
  await expect(behind.getByRole('status')).toBeVisible();
  await behind.waitForLoadState('networkidle');
  expect(opened).toEqual([]);
  await behind.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(behind.getByRole('textbox', { name: t('chapters.text') })).toBeVisible();

  // In a story that anyone can join, writing an entry joins it.
  const page = await open({ as: stranger });
  await page.goto(editorPath);
  await writeEntry(page, 'From outside');
  await page.goto(to.profile({ tab: 'joined' }));
  await expect(
    page.getByText(t('submission.in_round', { round: 1, story: '' }).trim(), { exact: false }),
  ).toBeVisible();

  await endWriting(site, roundId);
  await page.goto(editorPath);
  await expect(page.getByRole('heading', { level: 1, name: t('submission.unsent') })).toBeVisible();
  await page.getByRole('link', { name: t('chapters.back_to_story'), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${to.story({ storyId })}$`));
});
