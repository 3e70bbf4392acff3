import type { InputOf } from '#core/endpoint.ts';
import { to } from '#core/pages.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { moderationApi, type QueueEntry } from '#features/moderation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { insertMember, type Member, type MemberOptions, PASSWORD } from './members.ts';
import { publishChapter, publishStory } from './publish.ts';
import { seededRandom } from './race.ts';
import type { TestApp, WireAnswer } from './test-app.ts';

export { type Member, PASSWORD };

let count = 0;

/** Returns the token in the link of the last email to this address, other than a report of a login. */
export function mailedToken(app: TestApp, email: string): string {
  const mail = app.mails.filter((sent) => sent.to === email && sent.link && !isLoginReport(sent)).at(-1);
  if (!mail?.link) throw new Error(`No email with a link was sent to ${email}`);
  const { searchParams } = new URL(mail.link);
  return searchParams.get('verify') ?? searchParams.get('new_email') ?? searchParams.get('token') ?? '';
}

/** Returns the token in the last email to this address that reports a login. */
export function reportedLoginToken(app: TestApp, email: string): string {
  const mail = app.mails.filter((sent) => sent.to === email && isLoginReport(sent)).at(-1);
  return new URL(mail!.link!).searchParams.get('token') ?? '';
}

const isLoginReport = ({ link }: Mail) => link !== undefined && new URL(link).pathname === to.endLogin();

/** Builds a member with an open session. */
export function buildMember(app: TestApp, options: MemberOptions = {}): Promise<Member> {
  return insertMember(app.deps, options);
}

const WORDS = {
  who: 'captain,widow,ferryman,girl,baker,lighthouse keeper,stranger,postman,twin,goat,tailor,neighbour,pilot,organist,smuggler,heron,clerk,nurse,beggar,mayor'.split(
    ',',
  ),
  how: 'patient,crooked,silent,borrowed,enormous,freckled,weary,polite,stubborn,hollow,grey,forgotten,salted,careful,barefoot,lazy,honest,left-handed,drowsy,proud'.split(
    ',',
  ),
  did: 'carried,forgot,mended,counted,sold,hid,painted,followed,whispered about,measured,buried,polished,stole,described,envied,folded,rowed past,dreamed of,wrapped,refused'.split(
    ',',
  ),
  what: 'lemon,birdcage,boot,ladder,accordion,letter,anchor,umbrella,teapot,map,candle,wardrobe,violin,basket of eels,key,mirror,bell,ticket,clock,herring'.split(
    ',',
  ),
  where:
    'beyond the harbour,under the stairs,in the orchard,near the crossroads,behind the chapel,along the dunes,inside the mill,above the bakery,at the ferry landing,across the marsh'.split(
      ',',
    ),
  when: 'before breakfast,that winter,after the funeral,every Thursday,without a word,while it rained,at low tide,by candlelight,in spite of the wind,for the last time'.split(
    ',',
  ),
};

/**
 * Returns English prose of about this many words. Every seed gives a different text, and none is a near copy of
 * another.
 */
export function prose(words: number, seed = 1): string {
  const random = seededRandom(seed);
  const one = (kind: keyof typeof WORDS) => WORDS[kind][random(WORDS[kind].length)]!;
  const paragraphs: string[] = [];
  for (let length = 0; length < words; ) {
    const sentence = `The ${one('how')} ${one('who')} ${one('did')} one ${one('how')} ${one('what')} ${one('where')} ${one('when')}, and the ${one('who')} ${one('did')} the ${one('what')}.`;
    length += sentence.split(/\s+/).length;
    paragraphs.push(sentence);
  }
  return paragraphs.join('\n\n');
}

type StoryInput = InputOf<typeof storyApi.create>;

export async function buildStory(app: TestApp, creator: Member, overrides: Partial<StoryInput> = {}) {
  return app.call(
    storyApi.create,
    {
      title: 'Salt and Lemons',
      description: 'A captain, a girl and a cage without a bird.',
      mode: 'solo',
      categories: ['adventure'],
      language: 'en',
      ...overrides,
    },
    creator,
  );
}

interface ChapterInput {
  title?: string;
  summary?: string;
  content?: string;
  words?: number;
  parentChapterId?: string;
  choice?: string;
}

export async function buildChapterDraft(app: TestApp, author: Member, storyId: string, overrides: ChapterInput = {}) {
  count += 1;
  const { words = 150, ...given } = overrides;
  return app.call(
    chapterApi.create,
    { storyId, title: 'The left boot', summary: 'A ferry leaves late.', content: prose(words, count), ...given },
    author,
  );
}

/** Builds a published story with its first chapter. */
export async function buildPublishedStory(app: TestApp, creator: Member, overrides: Partial<StoryInput> = {}) {
  const story = await buildStory(app, creator, overrides);
  const chapter = await buildChapterDraft(app, creator, story.id, { words: story.minUnits + 50 });
  await publishStory(app.deps, creator, story.id);
  return { story: await app.call(storyApi.detail, { storyId: story.id }), chapterId: chapter.id };
}

/** Prose that the automatic check escalates to a moderator: it has two links, one more than allowed. */
export function doubtfulProse(words: number, seed = 1): string {
  return `${prose(words, seed)}\n\nAll of it is at www.lemon-shop.com, and the rest at www.ferry-shop.com.`;
}

/** Returns the open review of a story or chapter in the moderation queue. */
export async function findQueued(app: TestApp, moderator: Member, subjectId: string): Promise<QueueEntry> {
  let cursor: string | undefined;
  do {
    const page = await app.call(moderationApi.queue, { limit: 50, ...(cursor ? { cursor } : {}) }, moderator);
    const entry = page.items.find((item) => item.subjectId === subjectId);
    if (entry) return entry;
    cursor = page.next ?? undefined;
  } while (cursor);
  throw new Error(`Nothing of ${subjectId} waits for a person`);
}

export const REASON = 'Please leave the shops out of it.';

/** Lets a moderator decide about a submission in the queue. */
export async function decide(app: TestApp, moderator: Member, subjectId: string, action: 'approve' | 'reject') {
  const { id: reviewId } = await findQueued(app, moderator, subjectId);
  const { version } = await app.call(moderationApi.review, { reviewId }, moderator);
  if (action === 'approve') await app.call(moderationApi.approve, { reviewId, version }, moderator);
  else await app.call(moderationApi.reject, { reviewId, version, reason: REASON }, moderator);
}

/** Builds a chapter of a published story, submitted and approved. */
export async function buildPublishedChapter(
  app: TestApp,
  author: Member,
  storyId: string,
  overrides: ChapterInput = {},
) {
  const chapter = await buildChapterDraft(app, author, storyId, overrides);
  await publishChapter(app.deps, author, chapter.id);
  return app.call(chapterApi.detail, { chapterId: chapter.id });
}

/** Returns the result of a call in short: `200`, or status and code. */
export function outcome({ status, body }: WireAnswer): string {
  return body.code ? `${status} ${body.code}` : String(status);
}

/** The continuations of a chapter by name, each with its own continuations. */
export interface Ways {
  [name: string]: Ways;
}

/** Builds a published continuation of a chapter in a branch. Its title and choice are `name`. */
export async function buildWay(
  app: TestApp,
  author: Member,
  storyId: string,
  parentChapterId: string,
  name: string,
): Promise<string> {
  const { id } = await buildPublishedChapter(app, author, storyId, { parentChapterId, title: name, choice: name });
  return id;
}

/**
 * Builds a published branch by one author: by default `left` and `right` after the first chapter, and `bridge` after
 * `left`. Returns the ids of its chapters by name; `first` is chapter 1.
 */
export async function buildBranchStory(
  app: TestApp,
  creator: Member,
  ways: Ways = { left: { bridge: {} }, right: {} },
  overrides: Partial<StoryInput> = {},
): Promise<{ storyId: string; ids: Record<string, string> }> {
  const { story, chapterId } = await buildPublishedStory(app, creator, { mode: 'branch', ...overrides });
  const ids: Record<string, string> = { first: chapterId };
  const grow = async (parentId: string, children: Ways): Promise<void> => {
    for (const [name, beyond] of Object.entries(children)) {
      const id = await buildWay(app, creator, story.id, parentId, name);
      ids[name] = id;
      await grow(id, beyond);
    }
  };
  await grow(chapterId, ways);
  return { storyId: story.id, ids };
}
