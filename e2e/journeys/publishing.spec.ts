import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { newMember, type Person } from '../kit/people.ts';
import type { SiteAddress } from '../kit/site-deps.ts';
import { decide, draftStory, freshProse, freshStory, publishedStory } from '../kit/stories.ts';
import { expect, REVIEWED, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const SPAM = 'All of it is at www.lemon-shop.com, and the rest at www.ferry-shop.com.';
const REASON = 'Please leave the shops out of it; the captain is enough.';
/**
 * A moderator’s decision sends a message, which updates the open page. The page itself only polls every half minute.
 */
const BY_ITSELF = { timeout: 20_000 };

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const textOf = (page: Page) => page.getByRole('textbox', { name: t('chapters.text') });
const savedOf = (page: Page) => page.getByRole('status').filter({ hasText: t('chapters.state_saved') });

/** Replaces the text in the open chapter editor and waits until it’s saved. */
async function write(page: Page, text: string): Promise<void> {
  await textOf(page).click();
  await page.keyboard.press('ControlOrMeta+A');
  const saved = page.waitForResponse((response) => /chapter\/update/.test(response.url()) && response.ok());
  await page.keyboard.insertText(text);
  await saved;
  await expect(savedOf(page)).toBeAttached();
}

/** Submits the text in the chapter editor and confirms the dialog. */
async function submit(page: Page): Promise<void> {
  await press(page, t('chapters.submit'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.submit'), exact: true })
    .click();
}

async function draftOf(site: SiteAddress, author: Person, name: string, text: string, language: 'en' | 'de' = 'en') {
  const story = freshStory(name);
  const chapters = [{ ...story.chapters[0]!, content: text }];
  return draftStory(site, author, { ...story, language, chapters });
}

test('a story with links is rejected with a reason, edited, and published', async ({ open, site }) => {
  test.setTimeout(150_000);
  const author = await newMember(site, 'spam');
  const name = `Lemons of ${author.username}`;
  const { storyId } = await draftOf(site, author, name, `${freshProse(120)}\n\n${SPAM}`);
  const page = await open({ as: author });
  await page.goto(to.editStory({ storyId }));
  await press(page, t('story_editor.publish'));
  await expect(title(page, t('publishing.story_person'))).toBeVisible(REVIEWED);
  await expect(page.getByText(t('publishing.person_text'))).toBeVisible();
  const visitor = await open();
  expect((await visitor.goto(to.story({ storyId })))?.status()).toBe(404);

  await decide(site, storyId, REASON);
  await expect(title(page, t('publishing.story_back'))).toBeVisible(BY_ITSELF);
  await expect(page.getByText(REASON, { exact: true })).toBeVisible();

  await page.goto(to.messages());
  const message = page.getByRole('listitem').filter({ hasText: REASON });
  await expect(message).toContainText(name);
  await message.getByRole('link', { name: t('inbox.view_details') }).click();
  await expect(page).toHaveURL(new RegExp(`${to.editStory()}\\?storyId=${storyId}`));
  await expect(page.getByText(REASON, { exact: true })).toBeVisible();
  await follow(page, t('story_editor.to_chapter'));
  await expect(textOf(page)).toContainText('www.lemon-shop.com');
  await write(page, freshProse(120));
  await follow(page, t('chapters.to_story_settings'));
  await press(page, t('story_editor.publish'));
  await expect(title(page, t('publishing.story_out'))).toBeVisible();
  await follow(page, t('publishing.see_story'));
  await expect(title(page, name)).toBeVisible();
  await visitor.reload();
  await expect(title(visitor, name)).toBeVisible();
});

test('a story whose text is in another language than stated is published after a moderator has approved it', async ({
  open,
  site,
}) => {
  test.setTimeout(150_000);
  const author = await newMember(site, 'wrong-language');
  const name = `Deutsch, sagt ${author.username}`;
  const { storyId } = await draftOf(site, author, name, freshProse(120), 'de');
  const page = await open({ as: author });
  await page.goto(to.editStory({ storyId }));
  await press(page, t('story_editor.publish'));
  await expect(title(page, t('publishing.story_person'))).toBeVisible(REVIEWED);
  // The profile shows the same, in another window of the author.
  const profile = await page.context().newPage();
  await profile.goto(to.profile());
  await expect(profile.getByText(t('account.person_reads'))).toBeVisible();

  await decide(site, storyId);
  await expect(title(page, t('publishing.story_out'))).toBeVisible(BY_ITSELF);
  await page.goto(to.messages());
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('was approved');
});

test('readers see the story unchanged until its edit is approved', async ({ open, site }) => {
  test.setTimeout(180_000);
  const author = await newMember(site, 'edit');
  const before = `The old name, ${author.username}`;
  const after = `See www.lemon-shop.com, ${author.username}`;
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(before));
  const page = await open({ as: author });
  const reader = await open();
  const read = async (path: string, shown: string) => {
    await reader.goto(path);
    await expect(title(reader, shown)).toBeVisible();
  };

  await page.goto(to.editStory({ storyId }));
  await page.getByLabel(t('story_editor.title'), { exact: true }).fill(after);
  await press(page, t('story_editor.send_edit'));
  await expect(page.getByText(t('story_editor.edit_with_person'))).toBeVisible();
  await read(to.story({ storyId }), before);
  await decide(site, storyId);
  await expect(page.getByText(t('story_editor.edit_explained'))).toBeVisible(BY_ITSELF);
  await read(to.story({ storyId }), after);

  // The same for the text of a chapter.
  const chapter = to.chapter({ storyId, chapterId: chapterIds[0]! });
  await page.goto(chapter);
  await follow(page, t('reader.edit'));
  await expect(page.getByText(t('chapters.editing_published'))).toBeVisible();
  await write(page, `${freshProse(110)}\n\n${SPAM}`);
  await submit(page);
  await expect(title(page, t('chapters.person'))).toBeVisible();
  await expect(page.getByText('www.ferry-shop.com')).toBeVisible();
  await read(chapter, `Knot 1 of ${before}`);
  await expect(reader.getByText('www.ferry-shop.com')).toHaveCount(0);
  await decide(site, chapterIds[0]!);
  await expect(title(page, t('chapters.edit_out'))).toBeVisible(BY_ITSELF);
  await reader.reload();
  await expect(reader.getByText('www.ferry-shop.com')).toBeVisible();
});

test('the next chapter is started from the page of the last one, and readers find it', async ({ open, site }) => {
  const author = await newMember(site, 'next-chapter');
  const name = `Two boots of ${author.username}`;
  const { storyId, chapterIds } = await publishedStory(site, author, freshStory(name));
  const page = await open({ as: author });
  await page.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await follow(page, t('reader.write_next'));
  await page.getByLabel(t('chapters.title'), { exact: true }).fill('The right boot');
  await page.getByLabel(t('chapters.summary')).fill('A ferry comes back.');
  await write(page, freshProse(120));
  // The draft can be found again, also from the page of the last chapter.
  await page.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await expect(page.getByText(t('reader.draft_waits'))).toBeVisible();
  await follow(page, t('reader.submit_draft'));
  await expect(page.getByLabel(t('chapters.title'), { exact: true })).toHaveValue('The right boot');
  // A draft deleted by mistake is restored in the editor.
  await press(page, t('chapters.more'));
  await press(page, t('chapters.delete'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('chapters.delete_do') })
    .click();
  await expect(title(page, t('chapters.deleted'))).toBeFocused();
  await page.getByRole('button', { name: t('chapters.undelete') }).click();
  await expect(title(page, t('chapters.write_number', { number: 2 }))).toBeFocused();
  await expect(page.getByLabel(t('chapters.title'), { exact: true })).toHaveValue('The right boot');
  await submit(page);
  await expect(title(page, t('chapters.out', { number: 2 }))).toBeVisible();
  await follow(page, t('chapters.read_it'));
  await expect(title(page, 'The right boot')).toBeVisible();

  const reader = await open();
  await reader.goto(to.chapter({ storyId, chapterId: chapterIds[0]! }));
  await reader.getByRole('link', { name: t('reader.next') }).click();
  await expect(title(reader, 'The right boot')).toBeVisible();
  await expect(reader.getByText('A ferry comes back.')).toHaveCount(0);
});

test('a chapter that copies another one on the site is escalated to a moderator', async ({ open, site }) => {
  const [first, second] = [await newMember(site, 'copied'), await newMember(site, 'copies')];
  const original = freshStory(`First of ${first.username}`);
  const there = await publishedStory(site, first, original);
  const { storyId } = await publishedStory(site, second, freshStory(`Second of ${second.username}`));
  const page = await open({ as: second });
  await page.goto(to.editChapter({ storyId }));
  await page.getByLabel(t('chapters.title'), { exact: true }).fill('Again');
  await page.getByLabel(t('chapters.summary')).fill('The same once more.');
  await write(page, original.chapters[0]!.content);
  await submit(page);
  await expect(title(page, t('chapters.person'))).toBeVisible();
  await expect(page.getByText(t('finding.copy'))).toBeVisible();
  // Its author sees which chapter it resembles, and can withdraw and change it.
  await expect(page.getByRole('link', { name: t('chapters.unsure_copy') })).toHaveAttribute(
    'href',
    new RegExp(to.chapter({ storyId: there.storyId, chapterId: there.chapterIds[0]! })),
  );
  await press(page, t('chapters.take_back_change'));
  await expect(title(page, t('chapters.write_number', { number: 2 }))).toBeFocused();
  await write(page, freshProse(120));
  await submit(page);
  await expect(title(page, t('chapters.out', { number: 2 }))).toBeVisible();
});
