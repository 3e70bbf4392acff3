import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findBlockedWords } from './blocked-words.ts';
import { COPY_SHARE, fingerprint, sharedPart } from './fingerprint.ts';
import { findGibberish } from './gibberish.ts';
import { findContacts } from './links.ts';

const LIBRARY = join(import.meta.dirname, '../../../../../scripts/demo/library');

interface Story {
  title: string;
  description: string;
  chapters: { title: string; summary: string; content: string }[];
}

/** Returns all texts in the JSON files of a folder. */
function textsIn(folder: string): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect);
  };
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.json')) collect(JSON.parse(readFileSync(join(folder, name), 'utf8')));
  return texts;
}

const stories: Story[] = readdirSync(LIBRARY)
  .filter((name) => name !== 'members.json')
  .map((name) => JSON.parse(readFileSync(join(LIBRARY, name), 'utf8')));
const chapters = stories.flatMap((story) => story.chapters);

describe('the demo library', () => {
  it('passes every check, in all eight languages', () => {
    const findings = stories.flatMap((story) => [
      ...findContacts('title', story.title),
      ...findContacts('description', story.description),
      ...findBlockedWords('description', story.description),
      ...story.chapters.flatMap(({ title, summary, content }) => [
        ...findContacts('title', title),
        ...findContacts('summary', summary),
        ...findBlockedWords('summary', summary),
        ...findContacts('content', content),
        ...findGibberish('content', content),
        ...findBlockedWords('content', content),
      ]),
    ]);
    expect(findings).toEqual([]);
  });

  it('and all other texts of the demo, the site and its fixtures pass as a chapter', () => {
    const root = join(LIBRARY, '../../..');
    // Some texts of the site have real addresses, as examples and in emails.
    const texts = ['scripts/demo', 'locales', 'fixtures']
      .flatMap((folder) => textsIn(join(root, folder)))
      .filter((text) => !/@\w|<a href|https?:/.test(text));
    expect(texts.length).toBeGreaterThan(10_000);
    const found = [...texts, texts.join('\n')].flatMap((text) =>
      [findContacts, findBlockedWords].flatMap((check) => check('content', text)),
    );
    expect(found).toEqual([]);
  });

  it('has no two chapters that look like copies', () => {
    const prints = chapters.map(({ content }) => fingerprint(content)).filter((bands) => bands !== null);
    const seen = new Set<number>();
    for (const bands of prints) {
      for (const band of bands) {
        expect(seen.has(band)).toBe(false);
        seen.add(band);
      }
    }
  });
});

describe('links and contacts', () => {
  it.each([
    ['content', 'See www.example.com and https://other.example/x for more', 'links'],
    ['summary', 'Read it at best-books.shop', 'links'],
    ['content', 'Write to someone@mail.example.org', 'contact'],
    ['content', 'Call +49 171 234 56 78 now', 'contact'],
    ['content', '加微信: lovely8899 领红包', 'contact'],
    ['content', 'Telegram: @best_seller_99', 'contact'],
    ['content', 'LINE ID: bestseller', 'contact'],
    ['content', 'line @bestseller', 'contact'],
    ['content', '카카오톡 ID: happy777 문의', 'contact'],
    ['content', 'See example [dot] com and other-example(dot)net', 'links'],
    ['content', 'Go to hxxps://example.com/a and example . com', 'links'],
    ['content', 'First e x a m p l e . c o m, then w w w . other . org', 'links'],
    ['content', 'See еxample.com, or ｅｘａｍｐｌｅ．ｏｒｇ', 'links'],
    ['content', 'Two more: t.me/a and t.me/b', 'links'],
    ['content', 'Click <a href="x">here</a> or [url=x]there[/url]', 'links'],
    ['content', 'Join us: t.me/best_seller', 'contact'],
    ['content', 'Write to me, @best_seller99, for more', 'contact'],
    ['content', 'We are @salt, @pepper and @cinnamon', 'contact'],
    ['title', 'By @pepper', 'contact'],
    ['content', 'Call 0 1 7 1 2 3 4 5 9 7 now', 'contact'],
    ['content', 'Call 0.1.7.1.2.3.4.5.9.7 now', 'contact'],
    ['content', '电话：１３８－００１３－８００５', 'contact'],
    ['content', '打一三八零零一三八零零五找我', 'contact'],
  ])('%s: %s', (field, text, check) => expect(findContacts(field, text).map((mark) => mark.check)).toContain(check));

  it.each([
    ['content', 'The letter said only: www.example.com. He laughed.'],
    ['content', 'In 1786 he paid 1,234,567.89 livres, 12 sous and 3 deniers; by 1789, 2,000,000.'],
    ['content', 'He lived at No. 17, third floor, from 1914-1918.'],
    ['title', 'Salt Tax'],
    ['content', 'She stood in line waiting for 3 hours. The last line: nobody knew.'],
    ['content', '他在微信里说：好的，明天见。'],
    ['content', 'He counted 1 2 3 4 5 6 7 8 9 10, then 9 8 7 6 5 4 3 2 1 0. The screen said 0 1 0 1 0 1 0 1 0 1 0 1.'],
    ['content', '@anna wrote: where are you? @ben wrote: here. @anna: good.'],
    ['content', 'J. R. R. Tolkien, C. S. Lewis, a. m. and p. m., U. S. A., w. w. w.'],
    ['content', 'He stopped . . . and then . com plete silence. Me and the others, and so on.'],
    ['content', 'Ele fechou o livro . com calma, e disse: ponto com ponto.'],
    ['content', 'À ce point (point) de l’histoire, il dit . Me voilà.'],
    ['content', 'Am 3. 4. 2024, um 10. 30 Uhr, Punkt. De facto (Punkt) ohne Ende.'],
    ['content', 'El punto (punto) es este. Es así. 12. 30. 45. 60.'],
    ['content', '一九八四年，二〇二四年十一月，三百六十五天，一二三四五六七八九十。'],
    ['content', '彼は言った。「一、二、三、四、五、六、七、八、九」。三・一四一五九二六五三五八九七九。'],
    ['content', '하나 둘 셋. 일 이 삼 사 오 육 칠 팔 구 십. 이 책 저 책.'],
  ])('accepts %s: %s', (field, text) => expect(findContacts(field, text)).toEqual([]));
});

describe('gibberish and repetition', () => {
  it.each([
    ['gibberish', `He said ${'a'.repeat(60)} and left.`],
    ['gibberish', 'sdkfj wrtpl qzxcv mnbvx trwqp lkjhg fdsxz '.repeat(20)],
    ['gibberish', 'ababab bababa '.repeat(40)],
    ['repetition', 'Buy the best story that was ever told today. '.repeat(20)],
    ['repetition', '这是一句重复了很多很多次的广告语言。'.repeat(30)],
    ...['f.u.c.k ', 't.me/ @a ', '+1 234 ', '<a href="', '!?', '. ', '广告 ', '哈!'].map((filling) => [
      'repetition',
      `${chapters[0]!.content.slice(0, 3000)}\n\n${filling.repeat(110_000 / filling.length)}`,
    ]),
  ])('finds %s', (check, text) => expect(findGibberish('content', text).map((mark) => mark.check)).toContain(check));
});

describe('blocked words', () => {
  it.each([
    'The best ONLINE CASINO in town',
    'onl1ne cas1no bonus',
    'Das ist Kinderpornografie',
    '他给我发了裸聊的消息',
    '여기 사설토토 추천해요',
    'The best o.n.l.i.n.e c.a.s.i.n.o in town',
    'o n l i n e   c a s i n o',
    'Get v-i-a-g-r-a and b*l*o*w*j*o*b here',
    'The best onlinе cаsino in town',
    '他给我发了裸.聊的消息',
    '这里有 网 赌 群 消息',
    '여기 사.설.토.토 추천해요',
    'これはオ・ン・ラ・イ・ン・カ・ジ・ノです',
  ])('finds %s', (text) => expect(findBlockedWords('content', text)).not.toEqual([]));

  it.each([
    'What the hell, he swore, and damned the fucking rain.',
    'Scunthorpe and Cockburn',
    '体操你妈妈也会',
    '发展中国家的城市',
    'A. B. C. D. E. F. G. – the alphabet, T-H-E E-N-D, s l o w l y.',
    'J.R.R. et C.S. ont dit n-o-n, l.a., d’a.b.c.d.e.',
    '金·黑，鬼·火；一 二 三 四 五。甲/乙/丙/丁。',
    'ジョン・スミス・ブラック、あ・い・う・え・お。',
    '가 나 다 라 마 바 사 아. 이 책 저 책 그 책.',
  ])('accepts %s', (text) => expect(findBlockedWords('content', text)).toEqual([]));
});

describe('near copies', () => {
  const { content } = chapters.find((chapter) => chapter.content.length > 1500)!;
  const bandsShared = (a: number[] | null, b: number[] | null) => (a ?? []).filter((band, i) => band === b?.[i]).length;

  it('are found if a text is slightly changed', () => {
    const copy = content
      .replaceAll(', ', ' , ')
      .replace(/\bthe\b/g, 'The')
      .replace(/(\S+) (\S+) (\S+)\n/g, '$1 $3\n');
    expect(bandsShared(fingerprint(content), fingerprint(copy))).toBeGreaterThan(0);
    expect(sharedPart(content, copy)).toBeGreaterThan(COPY_SHARE);
  });

  it('are found in Chinese, and within a longer text', () => {
    const zh = stories.find((story) => /\p{Script=Han}/u.test(story.title))!.chapters;
    const whole = `${zh[0]!.content}\n\n${zh[1]!.content}`;
    expect(sharedPart(zh[0]!.content, whole)).toBeGreaterThan(0.95);
    expect(sharedPart(zh[0]!.content, zh[2]!.content)).toBeLessThan(0.2);
  });

  it('are found if letters of another script look the same', () => {
    const english = chapters.find(({ content: text }) => / the /.test(text) && text.length > 1500)!.content;
    const copy = english.replaceAll('e', 'е').replaceAll('o', 'ο').replaceAll('a', 'а');
    expect(bandsShared(fingerprint(english), fingerprint(copy))).toBe(16);
    expect(sharedPart(english, copy)).toBe(1);
  });

  it('are not looked for in a few words', () => {
    expect(fingerprint('Once upon a time.')).toBeNull();
  });
});
