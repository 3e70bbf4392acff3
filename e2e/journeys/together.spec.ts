import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { SECOND } from '#core/time.ts';
import { addChapter, publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { endTurnSoon, letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';
import { unfoldFields } from '../kit/writing.ts';

const t = wordsOf('en');
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: t('inbox.bell', { count: unread }), exact: true });

/** Writes a whole chapter in the open editor and waits until it’s saved. */
async function writeChapter(page: Page, title: string): Promise<void> {
  await unfoldFields(page);
  await page.getByRole('textbox', { name: t('chapters.title') }).fill(title);
  await page.getByRole('textbox', { name: t('chapters.text') }).click();
  await page.keyboard.insertText(freshProse(330));
  await page.getByRole('textbox', { name: t('chapters.summary') }).fill('A ferry leaves late.');
  await expect(page.getByRole('status').filter({ hasText: t('chapters.state_saved') })).toBeAttached();
}

test('two writers side by side: invite, notify, accept, write, pass the turn, read', async ({ open, site }) => {
  test.setTimeout(180_000);
  const mara = await newMember(site, 'mara');
  const jonas = await newMember(site, 'jonas');
  const story = await publishedStory(site, mara, 'The Dog of', 1, 330, 'relay');
  const maras = await open({ as: mara });
  const jonass = await open({ as: jonas, viewport: PHONE });
  // From then on the page receives messages.
  const hears = jonass.waitForResponse((response) => response.url().includes('/api/live') && response.ok());
  await jonass.goto('/');
  await expect(bell(jonass, 0)).toBeVisible();
  await hears;

  await maras.goto(to.story({ storyId: story.id }));
  await press(maras, t('participation.invite_users'));
  const dialog = maras.getByRole('dialog');
  await dialog.getByRole('searchbox').fill('nobody_has_this_name');
  await maras.keyboard.press('Enter');
  await expect(dialog.getByText(t('participation.none_found'), { exact: true })).toBeVisible();
  await dialog.getByRole('searchbox').fill(jonas.username);
  await maras.keyboard.press('Enter');
  await dialog.getByRole('button', { name: t('participation.invite_named', { name: jonas.username }) }).click();
  const invited = Date.now();
  await expect(bell(jonass, 1)).toBeVisible({ timeout: 10 * SECOND });
  // The bench measures the delay. Here it only has to be shorter than the refetch interval of five minutes.
  expect(Date.now() - invited).toBeLessThan(10 * SECOND);

  await bell(jonass, 1).click();
  const message = jonass.getByRole('listitem').filter({ hasText: story.title });
  await message.getByRole('button', { name: t('inbox.accept') }).click();
  await expect(bell(jonass, 0)).toBeVisible();
  await expect(jonass.getByRole('button', { name: t('inbox.to_story') })).toBeVisible();
  // Her open dialog follows the answer.
  await expect(
    dialog.getByRole('button', { name: t('participation.remove_named', { name: jonas.username }) }),
  ).toBeVisible();
  await expect(dialog.getByRole('heading', { name: t('participation.waiting') })).toHaveCount(0);
  await maras.keyboard.press('Escape');
  // Besides the publication of her story: he has joined, and so her turn now has a deadline.
  await expect(bell(maras, 3)).toBeVisible();

  await maras.goto(to.editChapter({ storyId: story.id }));
  await writeChapter(maras, 'What we told the vet');
  await press(maras, new RegExp(`^${t('chapters.submit')}`));
  await expect(maras.getByRole('dialog').getByRole('radio', { name: new RegExp(jonas.username) })).toBeChecked();
  await maras
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.submit_then', { name: jonas.username }) })
    .click();
  await expect(bell(jonass, 1)).toBeVisible({ timeout: 30 * SECOND });

  await jonass.goto(to.story({ storyId: story.id }));
  await expect(jonass.getByRole('main').getByText(t('relay.your_turn')).first()).toBeVisible();
  // The page is the same for all, but the writer isn’t shown as someone else.
  await expect(jonass.getByText(t('relay.you_write', { number: 3 })).first()).toBeVisible();
  await expect(jonass.getByText(t('relay.in_your_hands', { number: 3 }))).toBeVisible();
  await expect(jonass.getByText(t('relay.in_hands', { number: 3, name: jonas.username }))).toBeHidden();
  // Writing is the one primary action now.
  const backgroundOf = (name: string) =>
    jonass
      .getByRole('link', { name, exact: true })
      .first()
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  await expect.poll(() => backgroundOf(t('story.start'))).toBe('rgba(0, 0, 0, 0)');
  expect(await backgroundOf(t('relay.write'))).not.toBe('rgba(0, 0, 0, 0)');
  await jonass
    .getByRole('link', { name: t('relay.write'), exact: true })
    .first()
    .click();
  await expect(jonass).toHaveURL(/edit_chapter/);
  await expect(jonass.getByRole('textbox', { name: t('chapters.text') })).toBeVisible();
  await writeChapter(jonass, 'Two dinners');

  const reader = await open();
  await reader.goto(to.story({ storyId: story.id }));
  await expect(reader.getByText(t('relay.whose_turn')).first()).toBeAttached();
  await expect(reader.getByText(jonas.username).first()).toBeVisible();
  await expect(reader.getByText(t('relay.in_hands', { number: 3, name: jonas.username }))).toBeVisible();
  await reader
    .getByRole('link', { name: /What we told the vet/ })
    .first()
    .click();
  await expect(reader.getByRole('heading', { level: 1, name: 'What we told the vet' })).toBeVisible();
});

test('a turn expires in real time: the next writer is notified, and the late one keeps the draft', async ({
  open,
  site,
}) => {
  test.setTimeout(180_000);
  const [mara, jonas] = [await newMember(site, 'late'), await newMember(site, 'next')];
  const story = await publishedStory(site, mara, 'The Clock of', 1, 330, 'relay');
  await letIn(site, mara, story.id, jonas);
  const late = await open({ as: mara });
  await late.goto(to.editChapter({ storyId: story.id }));
  await writeChapter(late, 'Too late');
  const next = await open({ as: jonas });
  await next.goto('/');
  await expect(bell(next, 0)).toBeVisible();
  await endTurnSoon(site, story.id);
  // The tick runs once a minute.
  await expect(bell(next, 1)).toBeVisible({ timeout: 90 * SECOND });
  // The open editor hears of it without reloading.
  await expect(late.getByText(t('relay.turn_with', { name: jonas.username }))).toBeVisible();
  await expect(late.getByText('Too late').first()).toBeAttached();
  await next.goto(to.story({ storyId: story.id }));
  await expect(next.getByRole('main').getByText(t('relay.your_turn')).first()).toBeVisible();
});

test('the open page of another member shows a new chapter and their turn at once', async ({ open, site }) => {
  const [mara, jonas] = [await newMember(site, 'writes'), await newMember(site, 'watches')];
  const story = await publishedStory(site, mara, 'The Echo of', 1, 330, 'relay');
  await letIn(site, mara, story.id, jonas);
  const page = await open({ as: jonas });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const subscribed = page.waitForResponse(
    (response) => response.ok() && new URL(response.url()).searchParams.get('topics') === `story:${story.id}`,
  );
  await page.goto(to.story({ storyId: story.id }));
  await subscribed;
  await expect(page.getByRole('main').getByText(mara.username).first()).toBeVisible();
  const path = to.story({ storyId: story.id });
  const fetched = () => asked.filter((each) => each === path || each === '/api/relay/viewer_state');
  await expect.poll(() => new Set(fetched()).size).toBe(2);
  const before = fetched().length;

  const chapter = await addChapter(site, mara, story.id, { words: 330, nextAuthorId: jonas.id });
  await expect(page.getByRole('link', { name: new RegExp(chapter.title) }).first()).toBeVisible({
    timeout: 8 * SECOND,
  });
  await expect(page.getByRole('main').getByText(t('relay.your_turn')).first()).toBeVisible();
  // Without events, it would ask in five minutes.
  expect(new Set(fetched().slice(before))).toEqual(new Set([path, '/api/relay/viewer_state']));
});
