import type { Language } from '#core/languages.ts';
import { LANGUAGE_NAMES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createDemoApi } from '../../scripts/demo/api.ts';
import { compose, penOf, show, take, type Word, written } from '../kit/pen.ts';
import { newMember } from '../kit/people.ts';
import { expect, test } from '../kit/test.ts';
import { wordsOf } from '../kit/words.ts';

const WORDS: Partial<
  Record<Language, Record<'title' | 'description' | 'chapter' | 'summary' | 'text', readonly Word[]>>
> = {
  zh: {
    title: [
      [['y', 'yu', "yu's", "yu'shui"], '雨水'],
      [['zhang', "zhang'ben"], '账本'],
    ],
    description: [[['t', 'tu', "tu'zi"], '兔子申请工伤。']],
    chapter: [[['di', "di'yi", "di'yi'zhang"], '第一章：屋顶']],
    summary: [[['ye', "ye'li"], '夜里下雨了。']],
    text: [
      [['w', 'wo', "wo'men"], '我们'],
      [['zai', "zai'wu'ding"], '在屋顶上数雨。'],
    ],
  },
  ja: {
    title: [
      [['う', 'うさ', 'うさぎ', '兎'], 'うさぎ'],
      [['が', 'がい', 'が一'], 'が一羽多い'],
    ],
    description: [[['ふ', 'ふく', '喪服'], '三日早い喪服。']],
    chapter: [[['だ', 'だい', '第一'], '第一話']],
    summary: [[['あ', 'あめ', '雨'], '雨が降る。']],
    text: [
      [['や', 'やね', '屋根'], '屋根の'],
      [['う', 'うえ', '上'], '上で待つ。'],
    ],
  },
  ko: {
    title: [
      [['ㅌ', '토', '톢'], '토'],
      [['ㄲ', '끼'], '끼는 사흘만'],
    ],
    description: [[['ㅂ', '비', '빗'], '빗물 장부를 쓴다.']],
    chapter: [[['ㅈ', '제'], '제1화']],
    summary: [[['ㅂ', '바', '밤'], '밤에 비가 왔다.']],
    text: [
      [['ㅇ', '우', '울'], '우리는 '],
      [['ㅈ', '지', '집'], '지붕에 있었다.'],
    ],
  },
};

for (const [language, words] of Object.entries(WORDS) as [Language, NonNullable<(typeof WORDS)[Language]>][]) {
  test(`text composed in ${LANGUAGE_NAMES[language]} is saved as intended`, async ({ open, site }) => {
    const author = await newMember(site, `ime-${language}`, language);
    const api = createDemoApi(site.url);
    const t = wordsOf(language);
    const page = await open({ language, as: author });
    const pen = await penOf(page);
    /** The texts sent to the server, in order. */
    const sent: string[] = [];
    page.on('request', (request) => {
      if (/\/api\/(story|chapter)\/(create|update)/.test(request.url())) sent.push(request.postData() ?? '');
    });

    await page.goto(to.editStory({ new: 1 }));
    const title = page.getByLabel(t('story_editor.title'), { exact: true });
    const description = page.getByLabel(t('story_editor.description'), { exact: true });
    await compose(pen, title, words.title);
    await expect(title).toHaveValue(written(words.title));
    await compose(pen, description, words.description);
    await expect(description).toHaveValue(written(words.description));
    await page.getByRole('radio', { name: t('mode.solo') }).check();
    await page.getByRole('checkbox', { name: t('category.fantasy'), exact: true }).check();
    await page.getByRole('button', { name: t('story_editor.next_chapter') }).click();
    await expect(page).toHaveURL(/storyId=\d+/);
    const storyId = /storyId=(\d+)/.exec(page.url())![1]!;
    const chapterTitle = page.getByLabel(t('chapters.title'), { exact: true });
    const text = page.getByRole('textbox', { name: t('chapters.text') });
    await compose(pen, chapterTitle, words.chapter);
    // An Enter outside of a composition moves to the next field.
    await page.keyboard.press('Enter');
    const summary = page.getByLabel(t('chapters.summary'));
    await expect(summary).toBeFocused();
    await compose(pen, summary, words.summary);
    await compose(pen, text, words.text);
    await page.keyboard.press('Enter');
    await expect(text.locator('p')).toHaveCount(2);
    const saved = page.getByText(t('story_editor.chapter_saved'), { exact: true }).first();
    await expect(saved).toBeVisible();

    // A save that completes during a composition doesn’t interrupt it.
    const [steps, word] = words.text[0]!;
    const answered = page.waitForResponse(/chapter\/update/);
    for (const step of steps) await show(pen, step);
    await answered;
    await show(pen, `${steps.at(-1)}x`);
    await expect(text.locator('p').last()).toHaveText(`${steps.at(-1)}x`);
    await take(pen, word);
    await expect(text.locator('p')).toHaveText([written(words.text), word.trim()]);

    const paragraphs = [written(words.text), word.trim()];
    await expect(async () => {
      const { draft } = await api.call(chapterApi.editor, { storyId }, author.accessToken);
      const { title: chapter, summary: short, content } = draft!;
      const lines = content.content.map((block) =>
        ('content' in block ? (block.content ?? []) : [])
          .map((it) => ('text' in it ? it.text : ''))
          .join('')
          .trim(),
      );
      expect({ chapter, short, lines }).toEqual({
        chapter: written(words.chapter),
        short: written(words.summary),
        lines: paragraphs,
      });
    }).toPass();
    expect(await api.call(storyApi.draft, { storyId }, author.accessToken)).toMatchObject({
      title: written(words.title),
      description: written(words.description),
    });

    // After a reload the text is the same. Nothing is duplicated or missing.
    await expect(saved).toBeVisible();
    await page.reload();
    await expect(text.locator('p')).toHaveText(paragraphs);
    await expect(chapterTitle).toHaveValue(written(words.chapter));
    await expect(summary).toHaveValue(written(words.summary));
    expect(sent.length).toBeGreaterThan(2);
  });
}
