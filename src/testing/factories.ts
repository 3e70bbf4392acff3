import type { InputOf } from '#core/endpoint.ts';
import { accountApi } from '#features/accounts/contract.ts';
import { chapterApi } from '#features/chapters/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import type { Caller, TestApp } from './test-app.ts';

export interface Member extends Caller {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly slug: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

export const PASSWORD = 'Quiet7Harbour';
let count = 0;

/** The token in the link of the last mail to this address. */
export function mailedToken(app: TestApp, email: string): string {
  const mail = app.mails.filter((sent) => sent.to === email && sent.link).at(-1);
  if (!mail?.link) throw new Error(`No mail with a link went to ${email}`);
  const { searchParams } = new URL(mail.link);
  return searchParams.get('verify') ?? searchParams.get('token') ?? '';
}

/** A member who went the whole way: registered, confirmed by the mailed link, signed in. */
export async function buildMember(
  app: TestApp,
  overrides: { email?: string; username?: string; role?: 'moderator' | 'administrator' } = {},
): Promise<Member> {
  count += 1;
  const email = overrides.email ?? `member${count}-${process.pid}@skein.test`;
  await app.call(accountApi.register, { email, password: PASSWORD, terms: true });
  await app.work();
  const tokens = await app.call(accountApi.verifyEmail, { token: mailedToken(app, email) });
  if (overrides.username) await app.call(accountApi.updateInfo, { username: overrides.username }, tokens);
  const me = await app.call(accountApi.info, {}, tokens);
  if (overrides.role)
    await app.database.db.insertInto('account_roles').values({ account_id: me.id, role: overrides.role }).execute();
  return { id: me.id, email, username: me.username, slug: me.slug, ...tokens };
}

const SENTENCES = [
  'The ferry left late that morning because the captain had mislaid his left boot.',
  'Nobody on the quay found this strange, for he had mislaid the right one in March.',
  'A girl with a birdcage asked whether the boat went further than the island.',
  'It did not, he told her, and neither did anybody who lived there.',
  'She bought a ticket anyway and sat down between two crates of lemons.',
  'When the wind came up the lemons began to talk among themselves, softly, like neighbours.',
  'By noon the island was a pencil line, and by one o’clock it was a church with a crooked hat.',
  'The captain hummed the only tune he knew, which was missing its middle.',
];

/** English prose of about so many words, different for every seed. */
export function prose(words: number, seed = 1): string {
  const paragraphs: string[] = [];
  let length = 0;
  for (let i = 0; length < words; i += 1) {
    const sentence = SENTENCES[(i * 3 + seed) % SENTENCES.length]!.replace('island', `island number ${seed * 31 + i}`);
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

export async function buildChapterDraft(
  app: TestApp,
  author: Member,
  storyId: string,
  overrides: { title?: string; summary?: string; content?: string; words?: number } = {},
) {
  count += 1;
  const { words = 150, ...given } = overrides;
  return app.call(
    chapterApi.create,
    { storyId, title: 'The left boot', summary: 'A ferry leaves late.', content: prose(words, count), ...given },
    author,
  );
}

/** A published story with its first chapter. */
export async function buildPublishedStory(app: TestApp, creator: Member, overrides: Partial<StoryInput> = {}) {
  const story = await buildStory(app, creator, overrides);
  const chapter = await buildChapterDraft(app, creator, story.id);
  await app.call(storyApi.submit, { storyId: story.id }, creator);
  await app.work();
  return { story: await app.call(storyApi.detail, { storyId: story.id }), chapterId: chapter.id };
}
