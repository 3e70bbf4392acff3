import { LANGUAGE_NAMES, LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { newMember } from '../kit/people.ts';
import { draftStory, freshStory } from '../kit/stories.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

test('a category is suggested in the editor, named in eight languages by a moderator, and can be chosen', async ({
  open,
  site,
}) => {
  test.setTimeout(180_000);
  const t = wordsOf('en');
  const author = await newMember(site, 'suggester');
  const moderator = await newMember(site, 'namer', 'en', 'moderator');
  const { storyId } = await draftStory(site, author, freshStory(`Letters of ${author.username}`));
  const letters = [...author.username].map((sign) => (/\d/.test(sign) ? 'abcdefghij'[Number(sign)] : sign)).join('');
  const name = `Epistolary ${letters}`.replaceAll(/[^A-Za-z ]/g, '').slice(0, 35);

  const editor = await open({ as: author });
  await editor.goto(to.editStory({ storyId }));
  await editor.getByRole('button', { name: t('story_editor.suggest_category') }).click();
  const form = editor.getByRole('dialog');
  await form.getByRole('textbox', { name: t('suggest.name') }).fill(name);
  await form.getByRole('textbox', { name: t('suggest.reason') }).fill('Stories in letters have no place.');
  await form.getByRole('button', { name: t('suggest.send') }).click();
  await expect(form).toHaveCount(0);
  await expect(editor).toHaveURL(to.editStory({ storyId }));

  const queue = await open({ as: moderator });
  await queue.goto(to.moderation({ kind: 'suggestion' }));
  await queue.getByRole('navigation').getByRole('link', { name }).click();
  await expect(queue.getByRole('heading', { level: 2, name })).toBeVisible();
  await queue.keyboard.press('a');
  const answer = queue.getByRole('dialog');
  const nameIn = (language: (typeof LANGUAGES)[number]) =>
    answer.getByRole('textbox', { name: LANGUAGE_NAMES[language], exact: true });
  await expect(nameIn('en')).toHaveValue(name);
  for (const language of LANGUAGES) if (language !== 'en') await nameIn(language).fill(`${name} ${language}`);
  await nameIn('zh').fill('奇幻');
  await answer.getByRole('button', { name: t('moderation.accept_act') }).click();
  await expect(nameIn('zh')).toHaveAttribute('aria-invalid', 'true');
  await expect(nameIn('zh')).toBeFocused();
  await nameIn('zh').fill(`${name} zh`);
  await answer.getByRole('button', { name: t('moderation.accept_act') }).click();
  await expect(queue.getByText(t('moderation.suggestion_decided', { name: author.username }))).toBeVisible();

  await editor.goto(to.messages());
  await expect(editor.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible();
  await editor.goto(to.editStory({ storyId }));
  const choice = editor.getByRole('checkbox', { name, exact: true });
  await choice.check();
  await expect(choice).toBeChecked();
  const visitor = await open();
  await visitor.goto(to.search({ q: 'ferry' }));
  await expect(visitor.getByText(name).first()).toBeAttached();
});
