import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { InputOf } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import { LANGUAGES } from '#core/languages.ts';
import { to } from '#core/pages.ts';
import { SECOND } from '#core/time.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { messageApi } from '#features/messages/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { createCtx } from '#platform/context.ts';
import {
  buildChapterDraft,
  buildMember,
  buildPublishedStory,
  buildStory,
  decide,
  doubtfulProse,
  findQueued,
  type Member,
  prose,
} from '#testing/factories.ts';
import { expectInvariants } from '#testing/invariants.ts';
import { FULL } from '#testing/rounds.ts';
import { setUpTestApp } from '#testing/test-app.ts';
import { moderationApi } from '../contract.ts';
import { escalateOverdueReviews } from './overdue.ts';

const app = setUpTestApp();
let author: Member;
let moderator: Member;

beforeAll(async () => {
  app.app.cache.setListening(false);
  author = await buildMember(app);
  moderator = await buildMember(app, { role: 'moderator' });
});

interface LibraryStory {
  title: string;
  description: string;
  language: Language;
  categories: string[];
  chapters: { title: string; summary: string; content: string }[];
}
const LIBRARY = join(import.meta.dirname, '../../../../scripts/demo/library');
const library = readdirSync(LIBRARY)
  .filter((name) => name.endsWith('.json') && name !== 'members.json')
  .map((name): LibraryStory => JSON.parse(readFileSync(join(LIBRARY, name), 'utf8')));
const inLanguage = (language: Language) => library.find((story) => story.language === language)!;

const look = () => escalateOverdueReviews(createCtx(app.deps, { language: 'en' }));
const reviewOf = async (storyId: string) => (await app.call(storyApi.draft, { storyId }, author)).review;

/** Submits a story with this text as its first chapter, and returns the findings of the automatic check. */
async function findingsFor(
  content: InputOf<typeof chapterApi.create>['content'],
  story: { language?: Language; description?: string; title?: string } = {},
) {
  const { id: storyId } = await buildStory(app, author, story);
  await app.call(storyApi.update, { storyId, minUnits: 50 }, author);
  await app.call(chapterApi.create, { storyId, title: 'x', summary: 'x', content }, author);
  await app.call(storyApi.submit, { storyId }, author);
  await app.work();
  const review = await reviewOf(storyId);
  if (review?.state === 'approved') return [];
  expect(review?.state).toBe('manual');
  return (await findQueued(app, moderator, storyId)).findings;
}

describe('good texts are published in every language', () => {
  it.each(LANGUAGES)('in %s', async (language) => {
    for (const story of library.filter((item) => item.language === language)) {
      const { title, description, categories, chapters } = story;
      const { id: storyId } = await buildStory(app, author, { title, description, categories, language });
      const sent = FULL ? chapters : chapters.slice(0, 2);
      await app.call(chapterApi.create, { storyId, ...sent[0] }, author);
      await app.call(storyApi.submit, { storyId }, author);
      await app.work();
      expect(await reviewOf(storyId), title).toMatchObject({ state: 'approved' });
      for (const chapter of sent.slice(1)) {
        const { id: chapterId } = await app.call(chapterApi.create, { storyId, ...chapter }, author);
        await app.call(chapterApi.submit, { chapterId }, author);
      }
      await app.work();
      expect((await app.call(storyApi.detail, { storyId })).chapterCount, title).toBe(sent.length);
    }
  });

  it('many at once, well within the deadline', async () => {
    const ids: string[] = [];
    for (let i = 0; i < (FULL ? 100 : 10); i += 1) {
      const { id: storyId } = await buildStory(app, author);
      await buildChapterDraft(app, author, storyId, { content: prose(400, 90_000 + i) });
      await app.call(storyApi.submit, { storyId }, author);
      ids.push(storyId);
    }
    const began = performance.now();
    await app.work();
    expect((performance.now() - began) / ids.length).toBeLessThan(2000);
    for (const storyId of ids) expect(await reviewOf(storyId)).toMatchObject({ state: 'approved' });
  });
});

describe('a link whose words hide its address', () => {
  /** Prose in which every fourth word is a link to one of this many addresses. */
  const linked = (words: string, addresses: number) => ({
    type: 'doc' as const,
    content: words.split('\n\n').map((paragraph) => ({
      type: 'paragraph' as const,
      content: paragraph.split(/(?<= )/).map((word, i) => {
        const marks = [{ type: 'link' as const, attrs: { href: `http:casino-${i % addresses}.example/?from=${i}` } }];
        return { type: 'text' as const, text: word, ...(i % 4 === 3 ? { marks } : {}) };
      }),
    })),
  });
  it('escalates, and the moderator sees the address', async () => {
    const findings = await findingsFor(linked(prose(150, 92_000), 9));
    expect(findings).toMatchObject([{ check: 'links', field: 'content' }]);
    expect(findings[0]!.excerpts).toContain('http://casino-3.example/?from=3');
    const { items } = await app.call(moderationApi.queue, { limit: 50 }, moderator);
    const { texts } = await app.call(moderationApi.review, { reviewId: items.at(-1)!.id }, moderator);
    expect(texts.find(({ field }) => field === 'content')?.text).toMatch(/ <http:\/\/casino-3\.example\/\?from=3>/);
  });
  it('is accepted once, even if its formatting changes within', async () => {
    const link = { type: 'link' as const, attrs: { href: 'https://de.wikipedia.org/wiki/Zitronen' } };
    const [first, ...rest] = prose(150, 92_001).split('\n\n');
    const pieces = [
      { type: 'text' as const, text: `${first} ` },
      { type: 'text' as const, text: 'As one ', marks: [link] },
      { type: 'text' as const, text: 'knows', marks: [{ type: 'bold' as const }, link] },
    ];
    const others = rest.map((text) => ({ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }));
    expect(await findingsFor({ type: 'doc', content: [{ type: 'paragraph', content: pieces }, ...others] })).toEqual(
      [],
    );
  });
});

describe('doubtful texts are escalated with their findings', () => {
  const english = prose(150, 91_000);
  it.each<[string, string, string, string, { language?: Language; description?: string; title?: string }?]>([
    ['links', 'links', 'content', `${english}\n\nBuy at www.best-pills.com or https://pills.example/now`],
    [
      'a link in the description',
      'links',
      'description',
      prose(150, 91_001),
      { description: 'Read it at best-books.shop' },
    ],
    ['a link in the title', 'links', 'title', prose(150, 91_002), { title: 'www.best-books.com' }],
    ['an email address', 'contact', 'content', `${prose(150, 91_003)}\n\nWrite to sales@best-pills.com`],
    ['a number to call', 'contact', 'content', `${prose(150, 91_004)}\n\nWhatsApp: @best_pills_now`],
    ['gambling', 'blocked_words', 'content', `${prose(150, 91_005)}\n\nThe best online casino in town.`],
    ['gambling, disguised', 'blocked_words', 'content', `${prose(150, 91_006)}\n\nonl1ne cas1no bonus`],
    ['a slur', 'blocked_words', 'content', `${prose(150, 91_007)}\n\nHe called him a wetback.`],
    ['random keystrokes', 'gibberish', 'content', 'sdkfj wrtpl qzxcv mnbvx trwqp lkjhg fdsxz bcdfg '.repeat(30)],
    ['one letter', 'gibberish', 'content', `${prose(150, 91_008)} ${'a'.repeat(200)}`],
    ['a repeated line', 'repetition', 'content', 'Buy the best story that was ever told today. '.repeat(40)],
    ['English declared as German', 'language', 'content', prose(150, 91_009), { language: 'de' }],
    ['English declared as Chinese', 'language', 'content', prose(150, 91_010), { language: 'zh' }],
    ['Chinese declared as English', 'language', 'content', inLanguage('zh').chapters[2]!.content],
    ['Korean declared as Japanese', 'language', 'content', inLanguage('ko').chapters[2]!.content, { language: 'ja' }],
    ['French declared as Spanish', 'language', 'content', inLanguage('fr').chapters[2]!.content, { language: 'es' }],
  ])('such as %s', async (_, check, field, content, story) => {
    const findings = await findingsFor(content, story);
    expect(findings.map((mark) => `${mark.check} ${mark.field}`)).toContain(`${check} ${field}`);
    for (const mark of findings) expect(mark.excerpts.length).toBeGreaterThan(0);
  });

  it('such as a wrong language, with the detected one', async () => {
    expect(await findingsFor(prose(150, 91_020), { language: 'fr' })).toEqual([
      expect.objectContaining({ check: 'language', detail: 'en' }),
    ]);
  });

  it('such as a near copy of a published chapter of another story, with its path', async () => {
    const { story, chapterId } = await buildPublishedStory(app, author);
    const { text } = await app.call(chapterApi.detail, { chapterId });
    const copy = text!.replaceAll('widow', 'woman').replaceAll('. ', ' . ').toUpperCase().toLowerCase();
    expect(await findingsFor(copy)).toEqual([
      expect.objectContaining({
        check: 'copy',
        field: 'content',
        detail: to.chapter({ storyId: story.id, chapterId }),
      }),
    ]);
  });

  it('but not copies of a draft, of the same story, or of a deleted story', async () => {
    const away = await buildPublishedStory(app, author);
    const { text: gone } = await app.call(chapterApi.detail, { chapterId: away.chapterId });
    await app.call(storyApi.delete, { storyId: away.story.id }, author);
    expect(await findingsFor(gone!)).toEqual([]);
    const { story, chapterId } = await buildPublishedStory(app, author);
    const { text } = await app.call(chapterApi.detail, { chapterId });
    const again = await buildChapterDraft(app, author, story.id, { content: `${text}\n\n${prose(20, 91_030)}` });
    await app.call(chapterApi.submit, { chapterId: again.id }, author);
    await app.work();
    expect(await app.call(chapterApi.detail, { chapterId: again.id })).toMatchObject({ number: 2 });
    const secret = prose(150, 91_031);
    await buildChapterDraft(app, author, (await buildStory(app, author)).id, { content: secret });
    expect(await findingsFor(secret)).toEqual([]);
  });

  it('and can still be approved by a moderator', async () => {
    const { id: storyId } = await buildStory(app, author, { description: 'See www.lemons.com' });
    await app.call(storyApi.submit, { storyId }, author);
    await app.work();
    expect(await app.call(storyApi.draft, { storyId }, author)).toMatchObject({
      status: 'pending',
      review: { state: 'manual' },
    });
    await decide(app, moderator, storyId, 'approve');
    expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ description: 'See www.lemons.com' });
  });
});

describe('if the automatic check fails', () => {
  const unavailable = [{ check: 'unavailable', field: 'content', excerpts: [] }];

  it('in one of its parts, the review is escalated', async () => {
    const broken = vi.spyOn(app.deps.publishedTexts, 'findSimilar').mockRejectedValue(new Error('down'));
    try {
      expect(await findingsFor(prose(150, 92_000))).toEqual(unavailable);
    } finally {
      broken.mockRestore();
    }
  });

  it('because its job was lost, the review is escalated within 20 seconds, but not right away', async () => {
    const { id: storyId } = await buildStory(app, author);
    await app.call(storyApi.submit, { storyId }, author);
    await app.clock.advance(14 * SECOND);
    await look();
    expect(await reviewOf(storyId)).toMatchObject({ state: 'automatic' });
    await app.clock.advance(2 * SECOND);
    await look();
    expect(await reviewOf(storyId)).toMatchObject({ state: 'manual' });
    expect((await findQueued(app, moderator, storyId)).findings).toEqual(unavailable);
    // The lost job finally runs, and leaves the moderator review alone.
    await app.work();
    expect(await reviewOf(storyId)).toMatchObject({ state: 'manual' });
  });

  it('only reviews in the automatic check are escalated', async () => {
    const { story } = await buildPublishedStory(app, author);
    const withdrawn = await buildStory(app, author);
    await app.call(storyApi.submit, { storyId: withdrawn.id }, author);
    await app.call(storyApi.withdraw, { storyId: withdrawn.id }, author);
    await app.clock.advance(60 * SECOND);
    await look();
    expect(await reviewOf(story.id)).toMatchObject({ state: 'approved' });
    expect(await reviewOf(withdrawn.id)).toMatchObject({ state: 'withdrawn' });
  });
});

it('checks a withdrawn and resubmitted text again, once', async () => {
  const { id: storyId } = await buildStory(app, author);
  for (let i = 0; i < 3; i += 1) {
    await app.call(storyApi.submit, { storyId }, author);
    await app.call(storyApi.withdraw, { storyId }, author);
  }
  await app.call(storyApi.submit, { storyId }, author);
  await app.work();
  expect(await app.call(storyApi.detail, { storyId })).toMatchObject({ status: 'published' });
  const { items } = await app.call(messageApi.list, { limit: 50 }, author);
  expect(items.filter((message) => message.data.storyId === storyId)).toHaveLength(1);
});

it('leaves no inconsistent data behind', () => expectInvariants(app));

describe('a kind that is screened at once', () => {
  async function submitAtOnce(content: string) {
    const { reviewSubjects } = app.deps;
    const subjects = reviewSubjects as { chapter: typeof reviewSubjects.chapter };
    const before = subjects.chapter;
    subjects.chapter = { ...before, screen: 'at once' };
    onTestFinished(() => {
      subjects.chapter = before;
    });
    const { story } = await buildPublishedStory(app, author);
    const { id: chapterId } = await buildChapterDraft(app, author, story.id, { content });
    const submitted = await app.call(chapterApi.submit, { chapterId }, author);
    return { chapterId, submitted };
  }

  it('is published with its submission', async () => {
    const { chapterId, submitted } = await submitAtOnce(prose(300, 8101));
    expect(submitted).toMatchObject({ status: 'approved' });
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ id: chapterId });
    const { rows } = await app.database.pool.query(
      "select actor_id from status_log where subject_kind = 'chapter' and subject_id = $1 and action = 'approve'",
      [chapterId],
    );
    expect(rows).toEqual([{ actor_id: null }]);
  });

  it('waits for a moderator if a check has findings', async () => {
    const { chapterId } = await submitAtOnce(doubtfulProse(300, 8102));
    expect(await findQueued(app, moderator, chapterId)).toMatchObject({ kind: 'chapter' });
    await decide(app, moderator, chapterId, 'approve');
    expect(await app.call(chapterApi.detail, { chapterId })).toMatchObject({ id: chapterId });
  });

  it('waits for a moderator if a check fails in the database', async () => {
    const { publishedTexts } = app.deps;
    const texts = app.deps as { publishedTexts: typeof publishedTexts };
    texts.publishedTexts = {
      ...publishedTexts,
      findSimilar: async ({ db }) => sql`select 1 / 0`.execute(db).then(() => []),
    };
    onTestFinished(() => {
      texts.publishedTexts = publishedTexts;
    });
    const { chapterId } = await submitAtOnce(prose(300, 8103));
    expect(await findQueued(app, moderator, chapterId)).toMatchObject({ kind: 'chapter' });
  });
});
