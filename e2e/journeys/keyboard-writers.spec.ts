import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { endPhase, enter, writingRound } from '../kit/contests.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { tabAndFollow, tabAndPress, tabTo } from '../kit/keys.ts';
import { newMember } from '../kit/people.ts';
import { freshProse } from '../kit/stories.ts';
import { expect, REVIEWED, test } from '../kit/test.ts';
import { branchingStory, letIn } from '../kit/together.ts';
import { nameReviewer } from '../kit/translations.ts';
import { wordsOf } from '../kit/words.ts';
import { expectKept, textOf } from '../kit/writing.ts';

// Keyboard only: writing, voting and translating together.
const t = wordsOf('en');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const submitIn = (page: Page) => page.getByRole('button', { name: new RegExp(`^${t('chapters.submit')}`) });

/** Writes a whole chapter in the open editor and waits until it’s saved. */
async function writeByKeys(page: Page, title: string, words: number): Promise<void> {
  const field = page.getByRole('textbox', { name: t('chapters.title') });
  await expect(textOf(page)).toBeEditable();
  await tabTo(page, field);
  await page.keyboard.type(title);
  await tabTo(page, page.getByRole('textbox', { name: t('chapters.summary') }));
  await page.keyboard.type('A ferry leaves late.');
  await tabTo(page, textOf(page));
  await page.keyboard.insertText(freshProse(words));
  await expectKept(page, 'saved');
}

test('keyboard only: write a relay turn and choose the next writer', async ({ open, site }) => {
  const [mara, jonas, lea] = [
    await newMember(site, 'keys-turn'),
    await newMember(site, 'keys-after'),
    await newMember(site, 'keys-chosen'),
  ];
  const story = await publishedStory(site, mara, 'The Keys of', 1, 330, 'relay');
  for (const member of [jonas, lea]) await letIn(site, mara, story.id, member);
  const page = await open({ as: mara });
  await page.goto(to.story({ storyId: story.id }));
  await tabAndPress(page, page.getByRole('link', { name: t('relay.write'), exact: true }).first());
  await writeByKeys(page, 'What the dog knew', 330);
  await tabAndPress(page, submitIn(page).first());
  const dialog = page.getByRole('dialog');
  const first = dialog.getByRole('radio', { name: new RegExp(jonas.username) });
  await expect(first).toBeChecked();
  if (!(await first.evaluate((it) => it === document.activeElement))) await tabTo(page, first);
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('radio', { name: new RegExp(lea.username) })).toBeChecked();
  await tabAndPress(page, dialog.getByRole('button', { name: t('chapters.submit_then', { name: lea.username }) }));
  await expect(page.getByText(t('chapters.way_next', { name: lea.username }))).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: t('chapters.back_to_story'), exact: true }));
});

test('keyboard only: write a continuation of a branch', async ({ open, site }) => {
  const author = await newMember(site, 'keys-fork');
  const { storyId, wayId } = await branchingStory(site, author, 'The Fork of Keys');
  const page = await open({ as: author });
  await page.goto(to.chapter({ storyId, chapterId: wayId }));
  await tabAndPress(page, page.getByRole('link', { name: new RegExp(`^${t('fork.write_first')}`) }));
  await expect(page).toHaveURL(new RegExp(`parentChapterId=${wayId}`));
  await expect(textOf(page)).toBeEditable();
  await tabTo(page, page.getByRole('textbox', { name: t('chapters.choice_label') }));
  await page.keyboard.type('Wade to the other side');
  // Submitted too early: each empty field is marked and has its error as its description.
  await tabTo(page, submitIn(page).first(), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const title = page.getByRole('textbox', { name: t('chapters.title') });
  const summary = page.getByRole('textbox', { name: t('chapters.summary') });
  await expect(title).toBeFocused();
  for (const field of [title, summary, textOf(page)]) await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(summary).toHaveAccessibleDescription(t('field.summary_empty'));
  await page.keyboard.press('Shift+Tab');
  await writeByKeys(page, 'The other side', 130);
  await tabAndPress(page, submitIn(page).first());
  await tabAndPress(page, page.getByRole('dialog').getByRole('button', { name: t('chapters.submit') }));
  // The pressed button is gone. The focus moves to the heading with the status of the chapter.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('link', { name: t('chapters.read_it') })).toBeVisible(REVIEWED);
});

test('keyboard only: enter a round, read the ballot and vote', async ({ open, site }) => {
  const [creator, writer] = [await newMember(site, 'keys-host'), await newMember(site, 'keys-entrant')];
  const { story, roundId } = await writingRound(site, 'The Toll of Keys', creator, writer);
  const other = await enter(site, roundId, creator, 'Exact change');
  const page = await open({ as: writer });
  await page.goto(to.story({ storyId: story.id }));
  await tabAndPress(page, page.getByRole('link', { name: t('contest.write_entry'), exact: true }).first());
  await writeByKeys(page, 'The night rate', 330);
  await tabAndPress(page, submitIn(page).first());
  await tabAndPress(page, page.getByRole('dialog').getByRole('button', { name: t('chapters.submit') }));
  await expect(page.getByText(t('submission.state_approved'))).toBeVisible(REVIEWED);

  await endPhase(site, roundId, 'voting');
  await page.goto(to.voting({ roundId }));
  await tabAndFollow(page, page.getByRole('region', { name: /^\d/ }).getByRole('link', { name: other.title }));
  await expect(page.getByRole('heading', { level: 2, name: other.title, exact: true })).toBeVisible();
  await tabAndPress(page, page.getByRole('button', { name: new RegExp(t('ballot.vote_for', { letter: '[AB]' })) }));
  const withdraw = button(page, t('ballot.withdraw'));
  await expect(withdraw).toBeVisible();
  // The pressed button is gone. The next Tab stop is the button that replaces it.
  await page.keyboard.press('Tab');
  await expect(withdraw).toBeFocused();
});

test('keyboard only: translate and submit a chapter, review and approve it', async ({ open, site }) => {
  const [author, translator, reviewer] = [
    await newMember(site, 'keys-original'),
    await newMember(site, 'keys-translates'),
    await newMember(site, 'keys-reviews'),
  ];
  await nameReviewer(site, reviewer, 'de');
  const story = await publishedStory(site, author, 'The Ferry of Keys');
  const chapter = story.chapters[0]!;
  const page = await open({ as: translator });
  await page.goto(to.translateChapter({ storyId: story.id, chapterId: chapter.id }, { lang: 'de' }));
  const fields = page.getByRole('listitem').getByRole('textbox');
  await expect(fields.first()).toBeEditable();
  await tabTo(page, fields.first());
  const count = await fields.count();
  for (let i = 0; i < count; i += 1) {
    await expect(fields.nth(i)).toBeFocused();
    await page.keyboard.insertText(`Teil ${i + 1}: Die Fähre fährt spät, und niemand an Bord sagt etwas dazu.`);
    await page.keyboard.press('Control+Enter');
  }
  const submitInDialog = async () => {
    await tabAndPress(page, page.getByRole('dialog').getByRole('button', { name: t('translate.submit'), exact: true }));
    await expect(page.getByRole('heading', { level: 1, name: t('translate.waits') })).toBeFocused();
  };
  await tabAndPress(page, button(page, t('translate.submit')));
  await submitInDialog();
  // After it’s withdrawn, the focus is on the title. Shift+Tab leads to submitting it again.
  await tabAndPress(page, button(page, t('translate.take_back')));
  await expect(page.getByRole('heading', { level: 1, name: chapter.title })).toBeFocused();
  await tabTo(page, button(page, t('translate.submit')), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await submitInDialog();

  const judge = await open({ as: reviewer });
  await judge.goto(to.reviewChapterTranslation({ into: 'de' }));
  const task = judge.getByRole('listitem').filter({ hasText: story.title });
  await tabAndPress(judge, task.getByRole('link', { name: t('review.read') }));
  const reason = judge.getByLabel(t('review.reason'));
  await expect(reason).toBeEditable();
  await tabTo(judge, reason);
  await judge.keyboard.type('Nein');
  await tabAndPress(judge, button(judge, t('review.send_back')));
  await expect(reason).toBeFocused();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await tabTo(judge, button(judge, t('review.approve')), 'Shift+Tab');
  await judge.keyboard.press('Enter');
  await expect(judge.getByText(t('review.approved'), { exact: true })).toBeVisible();
});
