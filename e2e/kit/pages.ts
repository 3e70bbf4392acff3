import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { reviewAddress } from '#features/translation/web/review/review-address.ts';
import { newAddress, PASSWORD } from './people.ts';
import { expect } from './test.ts';
import { wordsOf } from './words.ts';
import type { World } from './world.ts';

/** A page of the site, or a state of a page that looks different. */
export interface TestPage {
  readonly name: string;
  go: (page: Page, world: World) => Promise<void>;
}

const level1 = (page: Page) => page.getByRole('heading', { level: 1 }).first();

function at(name: string, path: (world: World) => string): TestPage {
  return {
    name,
    async go(page, world) {
      await page.goto(path(world));
      await expect(level1(page)).toBeAttached();
    },
  };
}

async function openLogin(page: Page, { language }: World) {
  const t = wordsOf(language);
  await page.goto(to.about());
  await page.getByRole('button', { name: t('common.log_in'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(t('accounts.email'), { exact: true })).toBeFocused();
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  return { t, dialog, press };
}

async function fillRegister(page: Page, world: World) {
  const login = await openLogin(page, world);
  const { t, dialog, press } = login;
  await press(t('accounts.create_account_title'));
  // A second dialog replaces the login form.
  await expect(page.getByRole('dialog', { name: t('accounts.create_account_title') })).toBeVisible();
  await dialog.getByLabel(t('accounts.email'), { exact: true }).fill(newAddress('place'));
  await dialog.getByLabel(t('accounts.password'), { exact: true }).fill(PASSWORD);
  await dialog.getByRole('checkbox').last().check();
  await dialog.getByRole('button', { name: t('accounts.check') }).click();
  await expect(dialog.getByRole('button', { name: t('accounts.check_done') })).toBeVisible();
  return login;
}

const chapterAt = ({ story }: World, nth: number) =>
  to.chapter({ storyId: story.storyId, chapterId: story.chapterIds[nth]! });

/** Pages that anyone can open. */
export const PUBLIC_PAGES: readonly TestPage[] = [
  at('home', () => '/'),
  at('story', ({ story }) => to.story({ storyId: story.storyId })),
  at('story, newest first', ({ story }) => to.story({ storyId: story.storyId }, { order: 'newest' })),
  at('chapter', (world) => chapterAt(world, 0)),
  at('story, translated', ({ story, translation }) => to.story({ storyId: story.storyId }, { lang: translation.into })),
  at('chapter, translated', (world) => `${chapterAt(world, 0)}?lang=${world.translation.into}`),
  at('chapter beside its original', (world) => `${chapterAt(world, 0)}?lang=${world.translation.into}&beside=1`),
  at('relay', ({ relayId }) => to.story({ storyId: relayId })),
  at('branch', ({ branch }) => to.story({ storyId: branch.storyId })),
  at('chapter of a branch', ({ branch }) => to.chapter({ storyId: branch.storyId, chapterId: branch.chapterId })),
  at('open end of a branch', ({ branch }) => to.chapter({ storyId: branch.storyId, chapterId: branch.wayId })),
  at('path of a branch', ({ branch }) => to.path({ storyId: branch.storyId, chapterId: branch.wayId })),
  at('map of a branch', ({ branch }) => to.storyMap({ storyId: branch.storyId })),
  at('round that is written in', ({ contest }) => to.voting({ roundId: contest.roundId })),
  at('member', ({ author }) => to.user({ userSlug: author.slug })),
  at('unknown member', () => to.user({ userSlug: 'nobody-has-this' })),
  at('search', ({ text }) => to.search({ q: text.title })),
  at('search, nothing found', () => to.search({ q: 'qqqqqqq', mode: 'relay' })),
  at('all stories', () => to.search({ sort: 'latest_created' })),
  at('about', () => to.about()),
  at('user agreement', () => to.agreement({ type: 'user' })),
  at('privacy', () => to.agreement({ type: 'privacy' })),
  at('accessibility statement', () => to.accessibility()),
  at('transparency', () => to.transparency()),
  at('report something', ({ story }) => to.report({ url: to.story({ storyId: story.storyId }) })),
  at('no network', () => to.offline()),
  at('no page', () => '/nowhere/at/all'),
  at('no story', () => to.story({ storyId: '999999999' })),
  at('back from Google, without an answer', () => to.googleCallback()),
  at('back from another provider, without an answer', () => to.openidCallback()),
  at('new password', () => to.resetPassword({ token: 'abc' })),
  at('new password without a link', () => to.resetPassword()),
  at('a link to log in', () => to.loginLink({ token: 'abc' })),
  at('a link to log in without its token', () => to.loginLink()),
  at('the end of a login that doesn’t exist', () => to.endLogin({ token: 'abc' })),
  at('a link to become administrator that doesn’t exist', () => to.firstAdmin({ token: 'abc' })),
  at('an invitation that doesn’t exist', () => to.invitation({ token: 'abc' })),
];

/** States of these pages after actions of visitors. */
export const VISITOR_PAGES: readonly TestPage[] = [
  at('unsubscribe', ({ stopToken }) => to.unsubscribe({ token: stopToken })),
  {
    name: 'chapter with settings open, eye care',
    async go(page, world) {
      const t = wordsOf(world.language);
      await page.goto(chapterAt(world, 1));
      await page.getByRole('button', { name: t('reader.settings') }).click();
      await page.getByRole('radio', { name: t('reader.background_care') }).check();
      await page.getByRole('radio', { name: t('reader.size_large'), exact: true }).check();
      await expect(page.locator('html')).toHaveAttribute('data-size', 'large');
    },
  },
  {
    name: 'chapter on paper',
    async go(page, world) {
      const t = wordsOf(world.language);
      await page.goto(chapterAt(world, 1));
      await page.getByRole('button', { name: t('reader.settings') }).click();
      await page.getByRole('radio', { name: t('reader.background_paper') }).check();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    },
  },
  {
    name: 'menu of languages',
    async go(page, { language }) {
      await page.goto('/');
      await page.getByRole('button', { name: new RegExp(`^${wordsOf(language)('common.language')}\\s?[:：]`) }).click();
      await expect(page.locator('[popover]:popover-open')).toBeVisible();
    },
  },
  {
    name: 'login',
    async go(page, world) {
      const { dialog, press, t } = await openLogin(page, world);
      await dialog.getByLabel(t('accounts.email'), { exact: true }).fill('nobody');
      await press(t('common.log_in'));
      await expect(dialog.locator('[aria-invalid]').first()).toBeVisible();
    },
  },
  { name: 'login: register', go: async (page, world) => void (await fillRegister(page, world)) },
  {
    name: 'login: check your email',
    async go(page, world) {
      const { t, dialog, press } = await fillRegister(page, world);
      await press(t('accounts.create_account'));
      await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();
    },
  },
  {
    name: 'login: forgotten password and its email',
    async go(page, world) {
      const { t, dialog, press } = await openLogin(page, world);
      await press(t('accounts.forgot'));
      await dialog.getByLabel(t('accounts.email_of_account')).fill(newAddress('place'));
      await dialog.getByRole('button', { name: t('accounts.check') }).click();
      await expect(dialog.getByRole('button', { name: t('accounts.check_done') })).toBeVisible();
      await press(t('accounts.send_link'));
      await expect(dialog.getByRole('heading', { name: t('accounts.look_in_mail') })).toBeVisible();
    },
  },
  {
    name: 'login: forgotten password',
    async go(page, world) {
      const { t, dialog, press } = await openLogin(page, world);
      await press(t('accounts.forgot'));
      await expect(dialog.getByLabel(t('accounts.email_of_account'))).toBeFocused();
    },
  },
];

const sheet = (page: Page, { language }: World) =>
  page.getByRole('textbox', { name: wordsOf(language)('chapters.text') });
const newStory = async (page: Page, { language }: World) => {
  await page.goto(to.editStory({ new: 1 }));
  await expect(page.getByLabel(wordsOf(language)('story_editor.title'), { exact: true })).toBeVisible();
};

/** Pages where members write and translate. */
export const WRITER_PAGES: readonly TestPage[] = [
  {
    name: 'chapter editor of a relay',
    async go(page, { relayId, language }) {
      await page.goto(to.editChapter({ storyId: relayId }));
      await expect(page.getByRole('textbox', { name: wordsOf(language)('chapters.text') })).toBeVisible();
    },
  },
  {
    name: 'chapter editor of a branch',
    async go(page, { branch, language }) {
      await page.goto(to.editChapter({ storyId: branch.storyId, parentChapterId: branch.wayId }));
      await expect(page.getByRole('textbox', { name: wordsOf(language)('chapters.text') })).toBeVisible();
    },
  },
  { name: 'new story', go: newStory },
  {
    name: 'new story, with what is missing',
    async go(page, world) {
      await newStory(page, world);
      await page.getByRole('button', { name: wordsOf(world.language)('story_editor.next_chapter') }).click();
      await expect(page.getByRole('alert')).toBeFocused();
    },
  },
  {
    name: 'first chapter',
    async go(page, world) {
      await page.goto(to.editStory({ new: 1, storyId: world.draft.storyId, step: 2 }));
      await expect(sheet(page, world)).toBeVisible();
    },
  },
  {
    name: 'rules',
    async go(page, world) {
      await page.goto(to.editStory({ new: 1, storyId: world.draft.storyId, step: 3 }));
      await expect(
        page.getByRole('button', { name: wordsOf(world.language)('story_editor.publish'), exact: true }),
      ).toBeVisible();
    },
  },
  {
    name: 'settings of a story',
    async go(page, { story, language }) {
      await page.goto(to.editStory({ storyId: story.storyId }));
      await page.getByRole('button', { name: wordsOf(language)('story_editor.delete'), exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a story that is out',
    async go(page, { story, language }) {
      await page.goto(to.editStory({ storyId: story.storyId, sent: 1 }));
      await expect(level1(page)).toHaveText(wordsOf(language)('publishing.story_out'));
    },
  },
  {
    name: 'chapter editor, with the toolbar',
    async go(page, world) {
      await page.goto(to.editChapter({ storyId: world.story.storyId, chapterId: world.story.chapterIds[0] }));
      await sheet(page, world).click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.press('Alt+F10');
      await expect(page.getByRole('toolbar')).toBeVisible();
    },
  },
  {
    name: 'chapter editor, new chapter',
    async go(page, world) {
      await page.goto(to.editChapter({ storyId: world.story.storyId }));
      await sheet(page, world).click();
      await page.keyboard.press('/');
      await expect(page.getByRole('menu')).toBeVisible();
    },
  },
  {
    name: 'versions',
    async go(page, world) {
      await page.goto(to.editChapter({ storyId: world.story.storyId, chapterId: world.story.chapterIds[0] }));
      await page.getByRole('button', { name: wordsOf(world.language)('chapters.versions') }).click();
      await expect(page.getByText(wordsOf(world.language)('chapters.kind_submitted')).first()).toBeVisible();
    },
  },
  {
    name: 'translating a chapter',
    async go(page, { story, translation }) {
      await page.goto(
        to.translateChapter({ storyId: story.storyId, chapterId: story.chapterIds[1]! }, { lang: translation.into }),
      );
      await expect(page.getByRole('listitem').getByRole('textbox').first()).toBeEditable();
    },
  },
  {
    name: 'translating a title and description',
    async go(page, { relayId }) {
      await page.goto(to.translateStory({ storyId: relayId }, { lang: 'es' }));
      await expect(page.getByRole('listitem').getByRole('textbox').first()).toBeEditable();
    },
  },
  at('a translation that is public', ({ story, translation }) => {
    const [chapterId] = story.chapterIds as [string];
    return to.translateChapter({ storyId: story.storyId, chapterId }, { lang: translation.into });
  }),
  {
    name: 'translations to review',
    async go(page, { language }) {
      await page.goto(to.reviewStoryTranslation({ into: 'fr' }));
      await expect(page.getByRole('link', { name: wordsOf(language)('review.read') }).first()).toBeVisible();
    },
  },
  {
    name: 'a translation, being reviewed',
    async go(page, { language, translation }) {
      await page.goto(reviewAddress('story', translation.waitingId));
      await expect(page.getByLabel(wordsOf(language)('review.reason'))).toBeEditable();
    },
  },
  {
    name: 'entry of a round',
    async go(page, world) {
      await page.goto(world.contest.editorPath);
      await expect(sheet(page, world)).toBeEditable();
    },
  },
  at('chapters to review', ({ translation }) => to.reviewChapterTranslation({ into: translation.into })),
];

/** Other pages of members. */
export const MEMBER_PAGES: readonly TestPage[] = [
  at('security of the account', () => to.security()),
  at('a statement of reasons for another member', () => to.reasons({ number: '1' })),
  {
    name: 'home with messages open',
    async go(page, { language }) {
      const t = wordsOf(language);
      await page.goto('/');
      // Messages about chapters and about stories written together.
      const unread = page.getByRole('button', { name: new RegExp(t('inbox.bell', { count: 7 }).replace('7', '\\d+')) });
      await unread.click();
      await expect(page.getByRole('link', { name: t('inbox.all_messages') })).toBeVisible();
    },
  },
  {
    name: 'home with your menu open',
    async go(page, { language }) {
      await page.goto('/');
      await page.getByRole('button', { name: wordsOf(language)('common.your_menu') }).click();
      await expect(page.getByRole('button', { name: wordsOf(language)('common.exit') })).toBeVisible();
    },
  },
  {
    name: 'relay, its writer, inviting',
    async go(page, { relayId, language }) {
      const t = wordsOf(language);
      await page.goto(to.story({ storyId: relayId }));
      await page.getByRole('button', { name: t('participation.invite_users'), exact: true }).click();
      await expect(page.getByRole('dialog').getByRole('searchbox')).toBeVisible();
    },
  },
  {
    name: 'relay, handing on',
    async go(page, { relayId, language }) {
      const t = wordsOf(language);
      await page.goto(to.story({ storyId: relayId }));
      await page
        .getByRole('button', { name: t('relay.pass_turn'), exact: true })
        .first()
        .click();
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible();
    },
  },
  {
    name: 'profile',
    async go(page, { language }) {
      await page.goto(to.profile());
      await expect(page.getByText(wordsOf(language)('account.state_draft')).first()).toBeVisible();
    },
  },
  {
    name: 'profile, being edited',
    async go(page, { language }) {
      await page.goto(to.profile());
      await page.getByRole('button', { name: wordsOf(language)('account.edit_profile') }).click();
      await expect(page.getByRole('dialog').getByLabel(wordsOf(language)('account.bio'))).toBeVisible();
    },
  },
  {
    name: 'messages',
    async go(page, { language }) {
      await page.goto(to.messages());
      await expect(page.getByRole('link', { name: wordsOf(language)('inbox.view_details') }).first()).toBeVisible();
    },
  },
  {
    name: 'email settings',
    async go(page) {
      await page.goto(to.news());
      await expect(page.getByRole('combobox').first()).toBeVisible();
    },
  },
  {
    name: 'messages, none',
    async go(page, { language }) {
      await page.goto(to.messages({ tab: 'pending' }));
      await expect(page.getByText(wordsOf(language)('inbox.none_pending'))).toBeVisible();
    },
  },
  {
    name: 'feedback',
    async go(page, { language }) {
      await page.goto(to.about());
      await page.getByRole('button', { name: wordsOf(language)('common.feedback') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  at('statistics', ({ story }) => to.statistics({ storyId: story.storyId })),
  at('moderation, for others', () => to.moderation()),
  at('administration, for others', () => to.moderation({ administration: 1 })),
];

export const PAGES: readonly TestPage[] = [...PUBLIC_PAGES, ...VISITOR_PAGES, ...WRITER_PAGES, ...MEMBER_PAGES];
