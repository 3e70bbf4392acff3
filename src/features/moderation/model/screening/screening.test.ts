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

const stories: Story[] = readdirSync(LIBRARY)
  .filter((name) => name !== 'members.json')
  .map((name) => JSON.parse(readFileSync(join(LIBRARY, name), 'utf8')));
const chapters = stories.flatMap((story) => story.chapters);

describe('the demo library', () => {
  it('passes every check, in all eight languages', () => {
    const findings = stories.flatMap((story) => [
      ...findContacts('description', story.description),
      ...findBlockedWords('description', story.description),
      ...story.chapters.flatMap(({ content }) => [
        ...findContacts('content', content),
        ...findGibberish('content', content),
        ...findBlockedWords('content', content),
      ]),
    ]);
    expect(findings).toEqual([]);
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
    ['content', '카카오톡 ID: happy777 문의', 'contact'],
  ])('%s: %s', (field, text, check) => expect(findContacts(field, text).map((mark) => mark.check)).toContain(check));

  it.each([
    ['content', 'The letter said only: www.example.com. He laughed.'],
    ['content', 'In 1786 he paid 1,234,567.89 livres, 12 sous and 3 deniers; by 1789, 2,000,000.'],
    ['content', 'He lived at No. 17, third floor, from 1914-1918.'],
    ['title', 'Salt Tax'],
    ['content', 'She stood in line waiting for 3 hours.'],
    ['content', '他在微信里说：好的，明天见。'],
  ])('accepts %s: %s', (field, text) => expect(findContacts(field, text)).toEqual([]));
});

describe('gibberish and repetition', () => {
  it.each([
    ['gibberish', `He said ${'a'.repeat(60)} and left.`],
    ['gibberish', 'sdkfj wrtpl qzxcv mnbvx trwqp lkjhg fdsxz '.repeat(20)],
    ['gibberish', 'ababab bababa '.repeat(40)],
    ['repetition', 'Buy the best story that was ever told today. '.repeat(20)],
    ['repetition', '这是一句重复了很多很多次的广告语言。'.repeat(30)],
  ])('finds %s', (check, text) => expect(findGibberish('content', text).map((mark) => mark.check)).toContain(check));
});

describe('blocked words', () => {
  it.each([
    'The best ONLINE CASINO in town',
    'onl1ne cas1no bonus',
    'Das ist Kinderpornografie',
    '他给我发了裸聊的消息',
    '여기 사설토토 추천해요',
  ])('finds %s', (text) => expect(findBlockedWords('content', text)).not.toEqual([]));

  it.each([
    'What the hell, he swore, and damned the fucking rain.',
    'Scunthorpe and Cockburn',
    '体操你妈妈也会',
    '发展中国家的城市',
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

  it('are not looked for in a few words', () => {
    expect(fingerprint('Once upon a time.')).toBeNull();
  });
});
