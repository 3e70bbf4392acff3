import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { participationApi } from '#features/participation/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { publishedStory } from '../kit/english-stories.ts';
import { linkIn, mailTo } from '../kit/mails.ts';
import { enterBy, newMember } from '../kit/people.ts';
import { confirmIn, expireLinks, signUpHere } from '../kit/signing-up.ts';
import { type SiteAddress, siteDeps } from '../kit/site-deps.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const t = wordsOf('en');
const WORDS = 'The ferry left without the two of them.';
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const menuOf = (page: Page) => page.getByRole('button', { name: t('common.your_menu') });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const isLoggedIn = (page: Page) => page.evaluate(() => localStorage.getItem('refreshToken') !== null);
const people = async (site: SiteAddress, storyId: string) =>
  (await createDemoApi(site.url).call(participationApi.participants, { storyId })).items.length;

async function languagesOf(site: SiteAddress, email: string): Promise<string[] | null> {
  const { database } = await siteDeps(site);
  const account = database.db.selectFrom('accounts').where('email', '=', email).select('languages_read');
  return (await account.executeTakeFirstOrThrow()).languages_read;
}

test('a wish to write survives signing up, in whichever browser opens the email', async ({ open, site }) => {
  const mara = await newMember(site, 'mara');
  const { id: storyId, chapters } = await publishedStory(site, mara, 'The Ferry', 1, 330, 'branch');
  const chapter = to.chapter({ storyId, chapterId: chapters[0]!.id });
  const writes = (page: Page) => page.locator('[data-grants~="write"]').first();

  const phone = await open({ viewport: PHONE });
  await phone.goto(chapter);
  await writes(phone).click();
  // A few words can be written before. The 51st, Save and Submit ask to log in.
  const words = phone.getByRole('textbox', { name: t('chapters.text') });
  // Above the text is what it continues, as in the writing room.
  await expect(phone.getByText(t('chapters.before', { number: 1 }))).toBeVisible();
  await expect(phone.getByRole('link', { name: t('chapters.before_read') })).toHaveAttribute('href', chapter);
  await words.fill(WORDS);
  await words.fill(`${WORDS} ${'far '.repeat(50)}`);
  const toast = phone.locator('.toasts').getByText(t('common.login_first'));
  await expect(toast).toBeVisible();
  // It covers nothing of the form.
  const ends = (await phone.getByRole('dialog').locator('form').boundingBox())!;
  expect((await toast.boundingBox())!.y).toBeGreaterThan(ends.y + ends.height);
  await phone.keyboard.press('Escape');
  await expect(words).toHaveValue(WORDS);
  await phone.reload();
  await expect(words).toHaveValue(WORDS);
  await press(phone, t('chapters.submit'));
  await expect(dialogOf(phone, t('accounts.reason_write'))).toBeVisible();
  const email = await signUpHere(phone, 'wish', t('accounts.sign_up_write'));

  // Another browser opens the email. It has no reading positions, and says where they are.
  const desk = await open();
  await confirmIn(desk, site, email);
  await expect(desk.getByText(t('accounts.places_elsewhere', { count: 1 }))).toBeVisible();
  await expect(desk.getByText(t('accounts.words_elsewhere'))).toBeVisible();
  await press(desk, t('accounts.go_on'));
  await expect(desk).toHaveURL(new RegExp(`${chapter}$`));
  expect(await isLoggedIn(desk)).toBe(true);
  await expect(writes(desk)).toBeFocused();
  expect(await people(site, storyId)).toBe(1);

  // The tab of the sign-up notices, but doesn’t log in by itself.
  const told = dialogOf(phone, t('accounts.confirmed'));
  await expect(told).toBeVisible();
  expect(await isLoggedIn(phone)).toBe(false);
  await told.getByRole('button', { name: t('common.log_in') }).click();
  const login = phone.getByRole('dialog');
  await expect(login.getByLabel(t('accounts.email'), { exact: true })).toHaveValue(email);
  await expect(login.getByLabel(t('accounts.password'), { exact: true })).toHaveValue('');
  await enterBy(phone, { email });
  await expect(login).toHaveCount(0);

  // There the words are offered, and put into the editor by a press.
  await expect(phone.getByRole('heading', { name: t('chapters.begun_title') })).toBeVisible();
  await press(phone, t('chapters.begun_use'));
  await expect(phone.getByRole('textbox', { name: t('chapters.text') })).toContainText(WORDS);

  // There its reading position is offered, and moves by a press.
  await phone.goto('/');
  const offer = phone.getByText(t('resume.offer'));
  await expect(offer).toBeVisible();
  await press(phone, t('resume.offer_yes'));
  await expect(offer).toBeHidden();
  await expect(phone.locator(`[data-of="${storyId}"]`)).toBeVisible();
  await phone.reload();
  await expect(phone.locator(`[data-of="${storyId}"]`)).toBeVisible();
  await expect(offer).toBeHidden();

  // A third browser opens the same email.
  const third = await open();
  await confirmIn(third, site, email);
  await expect(dialogOf(third, t('accounts.link_spent'))).toBeVisible();
  await third
    .getByRole('dialog')
    .getByRole('button', { name: t('common.log_in') })
    .click();
  await enterBy(third, { email });
  await expect(third).toHaveURL(new RegExp(`${chapter}$`));
  await expect(writes(third)).toBeFocused();
});

test('a wish to join survives an expired link and another member’s session; reading positions move once', async ({
  open,
  site,
}) => {
  const mara = await newMember(site, 'mara');
  const jonas = await newMember(site, 'jonas');
  const { id: storyId, chapters } = await publishedStory(site, mara, 'The Bridge', 1, 330, 'branch');
  const page = await open();
  await page.goto(to.chapter({ storyId, chapterId: chapters[0]!.id }));
  await page.evaluate(() => localStorage.setItem('languagesRead', '["de","en"]'));
  await page.goto(to.story({ storyId }));
  await page.getByRole('button', { name: t('participation.join'), exact: true }).click();
  await expect(dialogOf(page, t('accounts.reason_join'))).toBeVisible();
  const email = await signUpHere(page, 'late', t('accounts.sign_up_join'));
  await expireLinks(site, email);
  const elsewhere = await open();
  await confirmIn(elsewhere, site, email);
  const spent = dialogOf(elsewhere, t('accounts.link_spent'));
  await spent.getByLabel(t('accounts.email'), { exact: true }).fill(email);
  await spent.getByRole('button', { name: t('accounts.send_new_link') }).click();
  await expect(spent.getByRole('status')).toHaveText(t('accounts.verification_sent'));

  // In a browser where another member is logged in, the page names the member that confirming logs out.
  const shared = await open({ as: jonas });
  await shared.goto('/');
  await expect(menuOf(shared)).toBeVisible();
  const second = await open();
  await confirmIn(page, site, email, 2);
  // This browser has kept a reading position, and a toast says once that it was moved.
  await expect(page.getByText(t('reader.places_moved', { count: 1 }))).toBeVisible();
  // So do the languages that were chosen in it.
  const moved = page.getByText(t('languages.moved', { languages: 'Deutsch, English' }));
  await expect(moved).toBeVisible();
  expect(await languagesOf(site, email)).toEqual(['de', 'en']);
  await expect(page).toHaveURL(new RegExp(`${to.story({ storyId })}$`));
  const join = page.getByRole('button', { name: t('participation.join'), exact: true });
  await expect(join).toBeFocused();
  expect(await people(site, storyId)).toBe(1);
  await page.goto('/');
  await expect(page.locator(`[data-of="${storyId}"]`)).toBeVisible();
  await expect(moved).toHaveCount(0);

  await second.goto(to.story({ storyId }));
  await second.getByRole('button', { name: t('participation.join'), exact: true }).click();
  const other = await signUpHere(second, 'other', t('accounts.sign_up_join'));
  await shared.goto('/');
  await shared.goto(linkIn(await mailTo(site.dataDir, other, 'verify=')));
  await expect(shared.getByText(t('accounts.verify_other', { name: jonas.username }))).toBeVisible();
  await press(shared, t('accounts.verify_confirm'));
  await expect(shared.getByRole('button', { name: t('participation.join'), exact: true })).toBeFocused();
  expect(await people(site, storyId)).toBe(1);
  await shared.keyboard.press('Enter');
  await expect.poll(() => people(site, storyId)).toBe(2);
});

test('a friend without an account is invited by a link, and joins by a press', async ({ open, site }) => {
  const mara = await newMember(site, 'mara');
  const { id: storyId, title } = await publishedStory(site, mara, 'The Lamp', 1, 330, 'relay');
  const maras = await open({ as: mara });
  await maras.goto(to.story({ storyId }));
  await press(maras, t('participation.invite_users'));
  await press(maras, t('participation.make_link'));
  const field = maras.getByLabel(t('participation.link'));
  await expect(field).toHaveValue(/\/invitation\?token=/);
  const link = await field.inputValue();

  const friend = await open({ viewport: PHONE });
  await friend.goto(link);
  await expect(friend.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await press(friend, t('participation.accept'));
  await expect(friend.getByText(t('common.login_first')).first()).toBeVisible();
  const email = await signUpHere(friend, 'friend', t('accounts.sign_up_join'));
  const desk = await open();
  await confirmIn(desk, site, email);
  await expect(desk).toHaveURL(link);
  const accept = desk.getByRole('button', { name: t('participation.accept'), exact: true });
  await expect(accept).toBeFocused();
  expect(await people(site, storyId)).toBe(1);
  await desk.keyboard.press('Enter');
  await expect(desk).toHaveURL(new RegExp(`${to.story({ storyId })}$`));
  await expect(desk.getByText(t('participation.joined'))).toBeVisible();
  expect(await people(site, storyId)).toBe(2);

  const late = await open({ as: await newMember(site, 'late') });
  await late.goto(link);
  await expect(late.getByText(t('participation.link_used'))).toBeVisible();
});

test('words that were started before an account can begin a story of one’s own', async ({ open, site }) => {
  const mara = await newMember(site, 'mara');
  const { id: storyId, chapters } = await publishedStory(site, mara, 'The Pier', 1, 330, 'branch');
  const page = await open({ viewport: PHONE });
  await page.goto(to.chapter({ storyId, chapterId: chapters[0]!.id }));
  await page.locator('[data-grants~="write"]').first().click();
  await page.getByRole('textbox', { name: t('chapters.text') }).fill(WORDS);
  await press(page, t('chapters.submit'));
  const email = await signUpHere(page, 'own', t('accounts.sign_up_write'));
  await confirmIn(page, site, email);
  await expect(page.locator('[data-grants~="write"]').first()).toBeFocused();

  await page.goto(to.editStory({ new: 1 }));
  await page.getByLabel(t('story_editor.title'), { exact: true }).fill('The Other Pier');
  await page.getByLabel(t('story_editor.description'), { exact: true }).fill('A ferry leaves, and two stay.');
  await page.getByRole('radio', { name: t('mode.solo') }).check();
  await page.getByRole('checkbox', { name: t('category.fantasy'), exact: true }).check();
  await press(page, t('story_editor.next_chapter'));
  await expect(page.getByText(WORDS)).toBeVisible();
  // They are offered until the member decides.
  await press(page, t('chapters.begun_later'));
  await expect(page.getByRole('textbox', { name: t('chapters.text') })).toHaveText('');
  await page.reload();
  await press(page, t('chapters.begun_use'));
  await expect(page.getByRole('textbox', { name: t('chapters.text') })).toContainText(WORDS);
  await expect(page.getByText(t('story_editor.chapter_saved'), { exact: true }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: t('chapters.text') })).toContainText(WORDS);
  await expect(page.getByText(t('chapters.begun_title'))).toHaveCount(0);
});
