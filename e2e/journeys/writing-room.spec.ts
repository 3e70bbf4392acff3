import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { newMember } from '../kit/people.ts';
import type { SiteAddress } from '../kit/site-deps.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, PHONE, REVIEWED, test, type Visit } from '../kit/test.ts';
import { storyIn } from '../kit/texts.ts';
import { branchingStory, letIn } from '../kit/together.ts';
import { wordsOf } from '../kit/words.ts';
import { expectKept, textOf } from '../kit/writing.ts';

const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const NO_NETWORK = /Failed to fetch|Network ?Error|ERR_INTERNET_DISCONNECTED/;
/** Where the text is saved, as announced to assistive technology. */
const stateOf = (page: Page, name: string) => page.getByRole('status').getByText(name, { exact: true });

/** A relay of two, and the open editor of the one whose turn it is. */
async function openTurn(site: SiteAddress, open: (visit: Visit) => Promise<Page>, name: string, visit: Visit = {}) {
  const [mara, jonas] = [await newMember(site, 'turn-mara'), await newMember(site, 'turn-jonas')];
  const story = await publishedStory(site, mara, name, 1, 330, 'relay');
  await letIn(site, mara, story.id, jonas);
  const page = await open({ as: mara, ...visit });
  // From then on, the editor receives changes.
  const isLive = page.waitForResponse(
    (response) => response.ok() && (new URL(response.url()).searchParams.get('topics') ?? '').includes(story.id),
  );
  await page.goto(to.editChapter({ storyId: story.id }));
  await expect(textOf(page)).toBeEditable();
  await isLive;
  const pass = () =>
    createDemoApi(site.url).call(relayApi.passTurn, { storyId: story.id, nextAuthorId: jonas.id }, mara.accessToken);
  const isOver = () => expect(page.getByText(t('relay.turn_with', { name: jonas.username }))).toBeVisible();
  return { page, story, mara, jonas, pass, isOver };
}

test('the turn passes before the first words are saved: the editor says so, and they become a draft', async ({
  open,
  site,
}) => {
  const { page, pass, isOver } = await openTurn(site, open, 'The Slow Pen of');
  await pass();
  await isOver();
  await textOf(page).click();
  await page.keyboard.insertText('The gull said nothing.');
  await expectKept(page, 'saved');
  await page.reload();
  await expect(textOf(page)).toContainText('The gull said nothing.');
  await isOver();
});

test('words that are only on the device are shown where nothing can be written, and become a draft', async ({
  open,
  site,
}) => {
  const { page, story, pass } = await openTurn(site, open, 'The Lost Line of', { breaks: NO_NETWORK });
  const context = page.context();
  await context.setOffline(true);
  await textOf(page).click();
  await page.keyboard.insertText('Nobody had counted the gulls.');
  await expectKept(page, 'offline');
  await pass();
  // Closed while still offline, so nothing of it reaches the server.
  await page.close();
  await context.setOffline(false);
  const later = await context.newPage();
  await later.goto(to.editChapter({ storyId: story.id }));
  await expect(later.getByRole('heading', { level: 1, name: t('chapters.not_your_turn') })).toBeVisible();
  await expect(later.getByText('Nobody had counted the gulls.')).toBeVisible();
  await expect(button(later, t('chapters.copy_words'))).toBeVisible();
  await button(later, t('chapters.keep_draft')).click();
  await expect(textOf(later)).toContainText('Nobody had counted the gulls.');
  await later.reload();
  await expect(textOf(later)).toContainText('Nobody had counted the gulls.');
});

test('words that a story no longer accepts become a story of their author’s own', async ({ open, site }) => {
  const { page, story, mara, pass, jonas } = await openTurn(site, open, 'The Closed Door of');
  await pass();
  const writer = await open({ as: jonas });
  await writer.goto(to.editChapter({ storyId: story.id }));
  await expect(textOf(writer)).toBeEditable();
  await createDemoApi(site.url).call(storyApi.update, { storyId: story.id, progress: 'ended' }, mara.accessToken);
  await textOf(writer).click();
  await writer.keyboard.insertText('The last gull came back.');
  await expect(stateOf(writer, t('chapters.state_closed'))).toHaveCount(1);
  await expect(writer.getByRole('alert').filter({ hasText: t('chapters.kept_here') })).toBeVisible();
  await writer.reload();
  await expect(writer.getByText('The last gull came back.')).toBeVisible();
  await button(writer, t('chapters.own_story')).click();
  await expect(writer).toHaveURL(/edit_story/);
  await expect(writer.getByText(t('chapters.own_story_made'))).toBeVisible();
  await expect(writer.getByLabel(t('story_editor.title'), { exact: true })).toHaveValue('The last gull came back.');
  await page.close();
});

test('following a link to the editor doesn’t join the story: a button does, and until then the text stays on the device', async ({
  open,
  site,
}) => {
  const [author, guest] = [await newMember(site, 'link-host'), await newMember(site, 'link-guest')];
  const { storyId, wayId } = await branchingStory(site, author, 'The Open Gate of');
  const api = createDemoApi(site.url);
  await api.call(storyApi.update, { storyId, joinPolicy: 'open' }, author.accessToken);
  const writers = async () => (await api.call(participationApi.participants, { storyId })).items.map(({ id }) => id);
  const page = await open({ as: guest });
  const writes: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/\/api\/(branch|chapter|participation|story)\//.test(pathname) && request.method() === 'POST')
      writes.push(pathname);
  });
  await page.goto(to.editChapter({ storyId, parentChapterId: wayId }));
  await textOf(page).click();
  await page.keyboard.insertText('The gate was open all along.');
  await expect(stateOf(page, t('chapters.state_device'))).toHaveCount(1);
  await page.reload();
  await expect(textOf(page)).toContainText('The gate was open all along.');
  await expect(page.getByText(t('reservation.not_in'))).toBeVisible();
  expect(writes).toEqual([]);
  expect(await writers()).not.toContain(guest.id);

  await button(page, t('reservation.join')).click();
  await expectKept(page, 'saved');
  expect(writes).toContain('/api/branch/reserve');
  expect(await writers()).toContain(guest.id);
  await page.reload();
  await expect(textOf(page)).toContainText('The gate was open all along.');
});

test('on a phone, the first screen has the line to write on, and the rest is asked when submitting', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'phone-writer');
  const { storyId, wayId } = await branchingStory(site, author, 'The Small Screen of');
  const page = await open({ as: author, viewport: PHONE });
  await page.goto(to.editChapter({ storyId, parentChapterId: wayId }));
  const line = textOf(page).locator('p').first();
  await expect(textOf(page)).toBeFocused();
  await expect(line).toBeInViewport({ ratio: 1 });
  const strip = await page.getByRole('contentinfo').boundingBox();
  const place = await line.boundingBox();
  expect(place!.y + place!.height).toBeLessThanOrEqual(strip!.y);
  await expect(page.getByTitle(t('chapters.written_in', { language: 'English' }))).toBeVisible();

  await page.keyboard.insertText(freshProse(130));
  await expectKept(page, 'saved');
  const submit = button(page, t('chapters.submit'));
  await expect(submit).toBeInViewport({ ratio: 1 });
  expect((await submit.boundingBox())!.y).toBeGreaterThan(PHONE.height / 2);
  await submit.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: t('chapters.submit'), exact: true }).click();
  await expect(dialog.getByRole('textbox', { name: t('chapters.choice_label') })).toBeFocused();
  await dialog.getByRole('textbox', { name: t('chapters.choice_label') }).fill('Look closer');
  await dialog.getByRole('textbox', { name: t('chapters.title') }).fill('The small print');
  await dialog.getByRole('textbox', { name: t('chapters.summary') }).fill('A ferry leaves late.');
  // The member still has the generated name, and is asked for one once. They could leave it empty.
  const name = `Nora${Date.now() % 1_000_000}`;
  await dialog.getByRole('textbox', { name: t('ask_name.label') }).fill(name);
  await dialog.getByRole('button', { name: t('chapters.submit'), exact: true }).click();
  await expect(page.getByRole('link', { name: t('chapters.read_it') })).toBeVisible(REVIEWED);
  const { items } = await createDemoApi(site.url).call(participationApi.participants, { storyId });
  expect(items.map(({ username }) => username)).toEqual([name]);
});

test('the editor notices another language, and makes a story of the author’s own from the text', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'foreign-writer');
  const { storyId, wayId } = await branchingStory(site, author, 'The Other Tongue of');
  const page = await open({ as: author });
  await page.goto(to.editChapter({ storyId, parentChapterId: wayId }));
  const { content } = storyIn('pt').chapters[0]!;
  await textOf(page).click();
  await page.keyboard.insertText(content);
  await expectKept(page, 'saved');
  await expect(page.getByText(t('chapters.seems_in', { language: 'Portuguese', story: 'English' }))).toBeVisible();
  const others = page.getByRole('link', { name: t('chapters.stories_in', { language: 'Portuguese' }) });
  await expect(others).toHaveAttribute('href', /language=pt/);
  await button(page, t('chapters.own_story')).click();
  await expect(page).toHaveURL(/edit_story/);
  await expect(page.getByText(t('chapters.own_story_moved'))).toBeVisible();
  await expect(page.getByLabel(t('story_editor.language'), { exact: true })).toHaveValue('pt');
});

test('the editor finds words, repeats what was undone, and shows the chapter as readers will find it', async ({
  open,
  site,
}) => {
  const author = await newMember(site, 'finder');
  const story = await publishedStory(site, author, 'The Finder of');
  const page = await open({ as: author });
  await page.goto(to.editChapter({ storyId: story.id }));
  await textOf(page).click();
  await page.keyboard.insertText('A heron stood there. Another Heron came. ');
  await page.keyboard.insertText('No heron left.');
  await page.keyboard.press('Control+z');
  await expect(textOf(page)).not.toContainText('heron left');
  await page.keyboard.press('Control+Shift+z');
  await expect(textOf(page)).toContainText('No heron left.');
  await button(page, t('chapters.undo')).click();
  await expect(textOf(page)).not.toContainText('heron left');
  await expect(textOf(page)).toBeFocused();
  await button(page, t('chapters.redo')).click();
  await expect(textOf(page)).toContainText('No heron left.');
  await expect(button(page, t('chapters.redo'))).toHaveAttribute('aria-disabled', 'true');

  await page.keyboard.press('Control+f');
  const field = page.getByRole('searchbox', { name: t('chapters.find') });
  await expect(field).toBeFocused();
  await field.fill('heron');
  const count = (at: number) => page.getByText(t('chapters.found', { at, count: 3 }), { exact: true });
  await expect(count(1)).toBeVisible();
  await field.press('Enter');
  await expect(count(2)).toBeVisible();
  await field.press('Shift+Enter');
  await button(page, t('chapters.find_previous')).click();
  await expect(count(3)).toBeVisible();
  await field.fill('pelican');
  await expect(page.getByText(t('chapters.found_none'))).toBeVisible();
  await field.press('Escape');
  await expect(field).toBeHidden();
  await expect(textOf(page)).toBeFocused();

  await button(page, t('chapters.more')).click();
  await button(page, t('chapters.preview')).click();
  await expect(page.getByText(t('chapters.preview_says'))).toBeVisible();
  await expect(page.locator('#main').getByText(story.chapters[0]!.text.at(-1)!)).toBeVisible();
  await expect(page.getByRole('article')).toContainText('No heron left.');
  await page.keyboard.press('Escape');
  await expect(textOf(page)).toBeVisible();
});
