import type { Page } from '@playwright/test';
import { to } from '#core/pages.ts';
import { otherWords } from '#testing/other-words.ts';
import { compose, type Pen, penOf, show, take, type Word, written } from '../kit/pen.ts';
import { newMember } from '../kit/people.ts';
import { freshStory, publishedStory, type StoryText } from '../kit/stories.ts';
import { expect, PHONE, test } from '../kit/test.ts';
import {
  editStatus,
  endLease,
  fieldOf,
  newReviewer,
  publishEdit,
  rowOf,
  savedTranslation,
  saveTranslation,
  sendTranslation,
  startOwnSite,
} from '../kit/translations.ts';
import { wordsOf } from '../kit/words.ts';
import { expectKept, openChapterEditor, writeAfter } from '../kit/writing.ts';

/** Paragraphs of a chapter with their German translations. Null is left out, ✎ is a term from the glossary. */
const FERRY: readonly (readonly [original: string, german: string | null])[] = [
  [
    'Nora Vale bought a ticket for two at the harbour office, although she had come alone and meant to leave alone.',
    '✎ kaufte im Hafenamt eine Fahrkarte für zwei, obwohl sie allein gekommen war und allein fahren wollte.',
  ],
  [
    '“Return?” asked the clerk, who had a pencil behind each ear and trusted neither of them.',
    '„Hin und zurück?“, fragte der Mann am Schalter, der hinter jedem Ohr einen Bleistift hatte und keinem von beiden traute.',
  ],
  [
    '“Single,” said Nora Vale. “The other one has been over there since March, and I am told the view is better from the far side of the water.”',
    '„Einfach“, sagte ✎. „Der andere ist seit März drüben, und die Aussicht soll von der anderen Seite des Wassers besser sein.“',
  ],
  [
    'On the crossing the captain pointed out what there was to see: a buoy, a second buoy, and the place where a third one had been before the winter took it.',
    null,
  ],
  [
    'Nobody on board said very much after that. The engine had a cough, the gulls had opinions, and the island came nearer in the manner of a person who is not sure of having been recognised.',
    'Danach sprach an Bord kaum noch jemand. Der Motor hustete, die Möwen hatten Ansichten, und die Insel kam näher wie ein Mensch, der nicht sicher ist, ob man ihn erkannt hat.',
  ],
  [
    'At the landing stood a man with two umbrellas. It was not raining.',
    'Am Anleger stand ein Mann mit zwei Schirmen. Es regnete nicht.',
  ],
];
const STORY: StoryText = {
  language: 'en',
  title: 'The Ferry to Quill Island',
  description: 'Somebody buys a ticket for two and crosses alone.',
  categories: ['mystery'],
  chapters: [
    {
      title: 'A Ticket for Two',
      summary: 'She crosses beside an empty seat.',
      content: FERRY.map(([original]) => original).join('\n\n'),
    },
  ],
};
const GERMAN_TITLE = 'Eine Fahrkarte für zwei';
const REASON = 'Im letzten Absatz bitte „Landungsbrücke“: Ein Anleger ist das Schiff, das anlegt.';

/** Types a paragraph. Inserts the first term of the row at each ✎ with its shortcut. */
async function typeWithName(page: Page, text: string): Promise<void> {
  const [before = '', ...rest] = text.split('✎');
  await page.keyboard.insertText(before);
  for (const more of rest) {
    await page.keyboard.press('Alt+1');
    await page.keyboard.insertText(more);
  }
}

test('a chapter translation is rejected, changed, approved, and out of date when the original changes', async ({
  open,
  site,
}) => {
  test.setTimeout(240_000);
  const t = wordsOf('de');
  const author = await newMember(site, 'ferry');
  const translator = await newMember(site, 'uebersetzt', 'de');
  const reviewer = await newReviewer(site, 'prueft', 'de');
  const story = await publishedStory(site, author, STORY);
  const chapterId = story.chapterIds[0]!;
  const task = { storyId: story.storyId, chapterId, language: 'de' } as const;
  const readAt = to.chapter({ storyId: story.storyId, chapterId });
  const german = (text: string) => text.replace('✎', 'Nora Vale');

  const editor = await open({ language: 'de', as: translator });
  await editor.goto(to.translateChapter({ storyId: story.storyId, chapterId }));
  const title = fieldOf(editor, 'A Ticket for Two').first();
  await title.click();
  await editor.keyboard.insertText(GERMAN_TITLE);
  await editor.keyboard.press('Control+Enter');
  await expect(fieldOf(editor, 'She crosses beside an empty seat.')).toBeFocused();
  await editor.keyboard.insertText('Sie setzt über, neben einem leeren Platz.');
  await editor.keyboard.press('Control+Enter');

  // A term of the glossary. Only translators who have started can add one.
  await expect(async () => expect(await savedTranslation(site, translator, task)).not.toBeNull()).toPass();
  const sheet = editor.getByRole('complementary', { name: t('translate.names') });
  await sheet.getByLabel(t('translate.add_name')).fill('Nora Vale');
  await sheet.getByLabel(t('translate.name_translation')).fill('Nora Vale');
  await sheet.getByRole('button', { name: t('translate.add'), exact: true }).click();
  await expect(sheet.getByRole('term').filter({ hasText: 'Nora Vale' })).toBeVisible();

  for (const [i, [original, text]] of FERRY.entries()) {
    const row = rowOf(editor, original);
    if (text === null) {
      const part = t('translate.paragraph', { number: i + 1 });
      await row.getByRole('button', { name: t('translate.row_menu', { part }) }).click();
      await row.getByRole('button', { name: t('translate.leave_out') }).click();
      await expect(row.getByText(t('translate.left_out'))).toBeVisible();
      continue;
    }
    await row.getByRole('textbox').click();
    await typeWithName(editor, text);
    await expect(row.getByRole('textbox')).toHaveValue(german(text));
    await editor.keyboard.press('Control+Enter');
  }
  await editor.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  const dialog = editor.getByRole('dialog');
  await dialog.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await expect(editor.getByRole('heading', { level: 1, name: t('translate.waits') })).toBeVisible();

  // The reviewer rejects the translation. The translator sees why, but not the reviewer’s name.
  const judge = await open({ language: 'de', as: reviewer });
  const openTask = async () => {
    await judge.goto(to.reviewChapterTranslation());
    await judge
      .getByRole('listitem')
      .filter({ hasText: STORY.title })
      .getByRole('link', { name: t('review.read') })
      .click();
    await expect(judge.getByRole('heading', { level: 1, name: 'A Ticket for Two' })).toBeVisible();
  };
  await openTask();
  await expect(judge.getByText(german(FERRY[0]![1]!))).toBeVisible();
  await expect(judge.getByText(t('review.left_out'))).toBeVisible();
  await judge.getByLabel(t('review.reason')).fill('Nein');
  await judge.getByRole('button', { name: t('review.send_back') }).click();
  await expect(judge.getByLabel(t('review.reason'))).toHaveAttribute('aria-invalid', 'true');
  await judge.getByLabel(t('review.reason')).fill(REASON);
  await judge.getByRole('button', { name: t('review.send_back') }).click();
  await expect(judge.getByText(t('review.sent_back'), { exact: true })).toBeVisible();

  await editor.goto(to.messages());
  const message = editor.getByRole('listitem').filter({ hasText: REASON });
  await expect(message).not.toContainText(reviewer.username);
  await message.getByRole('link', { name: t('inbox.view_details') }).click();
  await expect(editor.getByText(REASON)).toBeVisible();
  await fieldOf(editor, 'two umbrellas').fill(
    'An der Landungsbrücke stand ein Mann mit zwei Schirmen. Es regnete nicht.',
  );
  await editor.keyboard.press('Control+Enter');
  await editor.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await dialog.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await expect(editor.getByRole('heading', { level: 1, name: t('translate.waits') })).toBeVisible();

  await openTask();
  await judge.getByRole('button', { name: t('review.approve') }).click();
  await expect(judge.getByText(t('review.approved'), { exact: true })).toBeVisible();

  // German readers get the translation by default, and an English browser gets the original.
  const reader = await open({ language: 'de', viewport: PHONE });
  await reader.goto(readAt);
  await expect(reader.getByRole('heading', { level: 1, name: GERMAN_TITLE })).toBeVisible();
  await expect(reader.getByText('An der Landungsbrücke')).toBeVisible();
  await expect(reader.getByRole('link', { name: translator.username })).toBeVisible();
  await expect(reader.getByText(t('translations.stale'))).toHaveCount(0);
  await reader.goto(`${readAt}?lang=de&beside=1`);
  await expect(reader.getByText(FERRY[0]![0])).toBeVisible();
  await expect(reader.getByText(german(FERRY[0]![1]!))).toBeVisible();
  const topOf = async (language: string) =>
    (await reader.getByRole('main').locator(`article[lang^="${language}"]`).first().boundingBox())!.y;
  expect(await topOf('en')).toBeLessThan(await topOf('de'));
  await reader.getByRole('checkbox', { name: t('translations.first') }).check();
  expect(await topOf('de')).toBeLessThan(await topOf('en'));
  // It stays so on the next page, like the other reader settings.
  await reader.goto(`${readAt}?lang=de&beside=1`);
  await expect(reader.getByRole('checkbox', { name: t('translations.first') })).toBeChecked();
  expect(await topOf('de')).toBeLessThan(await topOf('en'));
  const english = await open();
  await english.goto(readAt);
  await expect(english.getByRole('heading', { level: 1, name: 'A Ticket for Two' })).toBeVisible();

  // The author makes a minor edit and marks it as such. The translation stays up to date.
  const room = await open({ as: author });
  const e = wordsOf('en');
  await openChapterEditor(room, story.storyId, chapterId);
  await writeAfter(room, 'It was not raining.', '..');
  await expectKept(room, 'saved');
  await room.getByRole('button', { name: e('chapters.submit'), exact: true }).click();
  await room
    .getByRole('dialog')
    .getByRole('checkbox', { name: e('publishing.minor_edit') })
    .check();
  await room
    .getByRole('dialog')
    .getByRole('button', { name: e('chapters.submit'), exact: true })
    .click();
  await expect(async () => expect(await editStatus(site, author, chapterId)).toBeNull()).toPass();
  await english.reload();
  await expect(english.getByText('It was not raining...')).toBeVisible();
  await reader.goto(readAt);
  await expect(reader.getByText('An der Landungsbrücke')).toBeVisible();
  await expect(reader.getByText(t('translations.stale'))).toHaveCount(0);

  // A paragraph of the original changes: readers see a note, and the translator sees one row with the difference.
  await publishEdit(site, author, chapterId, { from: 'two umbrellas', to: 'three umbrellas' });
  await reader.goto(readAt);
  await expect(reader.getByText(t('translations.stale')).filter({ visible: true }).first()).toBeVisible();
  await editor.goto(to.messages());
  await editor
    .getByRole('listitem')
    .filter({ hasText: t('inbox.type.translation_stale') })
    .getByRole('link', { name: t('inbox.view_details') })
    .click();
  await editor.getByRole('button', { name: t('translate.bring_up') }).click();
  await expect(editor.getByText(t('translate.source_changed'))).toHaveCount(1);
  const changed = rowOf(editor, 'umbrellas');
  await expect(changed.locator('del')).toHaveText('two');
  await expect(changed.locator('ins')).toHaveText('three');
  await expect(changed.getByRole('textbox')).toHaveValue(/Landungsbrücke/);

  // The change is translated, and the translation is up to date again.
  await changed.getByRole('textbox').fill('An der Landungsbrücke stand ein Mann mit drei Schirmen. Es regnete nicht.');
  await editor.keyboard.press('Control+Enter');
  await editor.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await dialog.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await openTask();
  await expect(judge.getByText(t('review.state_changed'), { exact: false }).first()).toBeVisible();
  await judge.getByRole('button', { name: t('review.approve') }).click();
  await expect(judge.getByText(t('review.approved'), { exact: true })).toBeVisible();
  await reader.goto(readAt);
  await expect(reader.getByText('mit drei Schirmen')).toBeVisible();
  await expect(reader.getByText(t('translations.stale'))).toHaveCount(0);
  expect(await savedTranslation(site, translator, task)).toBeNull();
});

const CHINESE = {
  title: [
    [['d', 'du', "du'chuan"], '渡船'],
    [['ren'], '人'],
  ],
  description: [[['y', 'yi', "yi'ge'ren"], '一个人过河。']],
  first: [
    [['m', 'ma', "ma'tou"], '码头'],
    [['shang', "shang'mei'you'ren"], '上没有人。'],
  ],
  second: [[['feng'], '风停了。']],
} satisfies Record<string, readonly Word[]>;

test('Chinese input survives a closed tab, a killed server and an expired review lease', async ({ open }) => {
  test.setTimeout(300_000);
  const own = await startOwnSite();
  try {
    const { site } = own;
    const t = wordsOf('zh');
    const author = await newMember(site, 'ferryman');
    const translator = await newMember(site, 'fanyi', 'zh');
    const reviewer = await newReviewer(site, 'shenjiao', 'zh');
    const story = freshStory('The Ferryman’s Ledger');
    const { storyId, chapterIds } = await publishedStory(site, author, story);
    const chapterId = chapterIds[0]!;
    const [first, second] = story.chapters[0]!.content.split('\n\n') as [string, string];
    const at = { baseURL: site.url, language: 'zh' } as const;

    // Title and description. A save completes during a composition.
    const editor = await open({ ...at, as: translator, breaks: /Network Error|: 50\d$/ });
    await editor.goto(to.translateStory({ storyId }));
    const pen: Pen = await penOf(editor);
    const title = fieldOf(editor, story.title).first();
    const answered = editor.waitForResponse(/translation\/(create|update)/);
    await compose(pen, title, CHINESE.title.slice(0, 1));
    const [steps, word] = CHINESE.title[1]!;
    for (const step of steps) await show(pen, step);
    await answered;
    await expect(title).toHaveValue(`${CHINESE.title[0]![1]}${steps.at(-1)}`);
    await take(pen, word);
    await expect(title).toHaveValue(written(CHINESE.title));
    await compose(pen, fieldOf(editor, story.description), CHINESE.description);
    await editor.keyboard.press('Control+Enter');
    await expect(async () => {
      const draft = await savedTranslation(site, translator, { storyId, language: 'zh' });
      expect(draft?.fields).toMatchObject({
        title: written(CHINESE.title),
        summary: written(CHINESE.description),
      });
      expect(draft?.done).toHaveLength(2);
    }).toPass();

    // The tab is closed while nothing can be sent. The next tab restores the text.
    const task = { storyId, chapterId, language: 'zh' } as const;
    const savedText = async () =>
      (await savedTranslation(site, translator, task))?.paragraphs.map(({ text }) => text).join('\n');
    await editor.goto(to.translateChapter({ storyId, chapterId }));
    await compose(pen, fieldOf(editor, first), CHINESE.first.slice(0, 1));
    await expect(async () => expect(await savedText()).toBe(CHINESE.first[0]![1])).toPass();
    await own.kill();
    await compose(pen, fieldOf(editor, first), CHINESE.first.slice(1));
    await editor.close();
    await own.startAgain();
    const again = await editor.context().newPage();
    const secondPen = await penOf(again);
    await again.goto(to.translateChapter({ storyId, chapterId }));
    await expect(fieldOf(again, first)).toHaveValue(written(CHINESE.first));
    await expect(async () => expect(await savedText()).toBe(written(CHINESE.first))).toPass();

    // The server is killed while the page is open. The page continues, and saves once there is a server again.
    await own.kill();
    await compose(secondPen, fieldOf(again, second), CHINESE.second);
    await own.startAgain();
    await expect(fieldOf(again, second)).toHaveValue(written(CHINESE.second));
    await expect(async () =>
      expect(await savedText()).toBe(`${written(CHINESE.first)}\n${written(CHINESE.second)}`),
    ).toPass({ timeout: 60_000 });
    await again.close();

    // The lease expires before the reason is submitted. The reason is kept and can still be submitted.
    const translationId = await sendTranslation(site, translator, task, (text) => `译：${otherWords(text)}`);
    const judge = await open({ ...at, as: reviewer });
    await judge.goto(to.reviewChapterTranslation());
    await judge
      .getByRole('link', { name: t('review.read') })
      .first()
      .click();
    const reason = judge.getByLabel(t('review.reason'));
    const why = '第二段的语气太正式，原文是两个熟人在说话。';
    await reason.fill(why);
    await endLease(site, translationId);
    await judge.getByRole('button', { name: t('review.send_back') }).click();
    await expect(judge.getByText(t('review.over', { minutes: 30 }))).toBeVisible();
    await judge.getByRole('button', { name: t('review.take_again', { minutes: 30 }) }).click();
    await expect(reason).toHaveValue(why);
    await judge.reload();
    await expect(reason).toHaveValue(why);
    await judge.getByRole('button', { name: t('review.send_back') }).click();
    await expect(judge.getByText(t('review.sent_back'), { exact: true })).toBeVisible();
    expect(await savedTranslation(site, translator, task)).toMatchObject({ status: 'rejected', reason: why });
  } finally {
    await own.end();
  }
});

test('a copy of the original is sent back, and a text in another language is marked', async ({ open, site }) => {
  const t = wordsOf('de');
  const author = await newMember(site, 'copied');
  const translator = await newMember(site, 'copies', 'de');
  const reviewer = await newReviewer(site, 'copies-reviewer', 'de');
  // Not the text of the first journey, whose edit would be escalated as a copy.
  const fresh = freshStory('The Copied Ferry');
  const summary = 'She crosses beside an empty seat.';
  const { title, content } = fresh.chapters[0]!;
  const paragraphs = content.split('\n\n');
  const story = await publishedStory(site, author, { ...fresh, chapters: [{ title, summary, content }] });
  const chapterId = story.chapterIds[0]!;
  const task = { storyId: story.storyId, chapterId, language: 'de' } as const;
  const translationId = await saveTranslation(site, translator, task, (text) => text);
  const editor = await open({ language: 'de', as: translator });
  await editor.goto(to.translateChapter({ storyId: story.storyId, chapterId }));
  const submit = editor.getByRole('button', { name: t('translate.submit'), exact: true });
  await expect(rowOf(editor, paragraphs[0]!).getByText(t('translate.same_words'))).toBeVisible();
  // Nothing is promised that the server refuses.
  await expect(editor.getByText(t('translate.all_copied'))).toBeVisible();
  await editor.getByRole('button', { name: t('translate.show_copied') }).click();
  await expect(fieldOf(editor, summary)).toBeFocused();
  await submit.click();
  const dialog = editor.getByRole('dialog');
  await dialog.getByRole('button', { name: t('translate.submit'), exact: true }).click();
  await expect(dialog.getByRole('alert')).toHaveText(t('error.translation_copied'));
  await dialog.getByRole('button', { name: t('translate.show_copied') }).click();
  await expect(fieldOf(editor, summary)).toBeFocused();

  // Paragraphs in French are not a copy. The check only marks them.
  const FRENCH =
    'Au bureau du port, elle acheta un billet pour deux, bien qu’elle fût venue seule et qu’elle eût l’intention de repartir seule avant la nuit.';
  for (const paragraph of paragraphs) {
    const field = rowOf(editor, paragraph).getByRole('textbox');
    await field.fill(FRENCH);
    await expect(rowOf(editor, paragraph).getByText(t('translate.same_words'))).toHaveCount(0);
  }
  await submit.click();
  await editor
    .getByRole('dialog')
    .getByRole('button', { name: t('translate.submit'), exact: true })
    .click();
  const says = { language: 'Französisch', into: 'Deutsch' };
  await expect(editor.getByText(t('translate.seems_in', says))).toBeVisible();
  const desk = await open({ language: 'de', as: reviewer });
  await desk.goto(to.reviewChapterTranslation());
  await expect(desk.getByText(t('review.is_doubtful')).first()).toBeVisible();
  await desk.goto(to.reviewChapterTranslation({ id: translationId }));
  await expect(desk.getByText(t('review.seems_in', says))).toBeVisible();
});
