import type { Language } from '#core/languages.ts';
import { unsubscribeToken } from '#features/news/server/unsubscribe-token.ts';
import { otherWords } from '#testing/other-words.ts';
import { openRound } from './contest.ts';
import { publishedStory as publishedEnglish } from './english-stories.ts';
import { newMember, type Person } from './people.ts';
import { type SiteAddress, siteDeps } from './site-deps.ts';
import { draftStory, type MadeStory, publishedStory, type StoryText } from './stories.ts';
import { storyIn } from './texts.ts';
import { branchingStory, letIn } from './together.ts';
import { approveTranslation, nameReviewer, sendTranslation } from './translations.ts';

/** Test data for a site in one language: a member with a published story, a draft and more. */
export interface World {
  readonly language: Language;
  readonly author: Person;
  readonly story: MadeStory;
  readonly text: StoryText;
  readonly draft: MadeStory;
  /** Has several writers. The author has the turn, and another writer is in the queue. */
  readonly relayId: string;
  readonly branch: { storyId: string; chapterId: string; wayId: string };
  /** A round that is open for entries, in which the author can take part. */
  readonly contest: { roundId: string; editorPath: string };
  /**
   * Translations of the story and its first chapter into another language, and one that waits for review by the author.
   */
  readonly translation: { into: Language; waitingId: string };
  /** Of the link in an email that stops emails about turns. */
  readonly stopToken: string;
}

export async function newWorld(site: SiteAddress, language: Language): Promise<World> {
  const author = await newMember(site, `world-${language}`, language);
  const whole = storyIn(language, 1);
  // The first chapters are reserved for tests that need them to pass the automatic check.
  const text = { ...whole, chapters: whole.chapters.slice(1) };
  const story = await publishedStory(site, author, text);
  const draft = await draftStory(site, author, { ...text, chapters: whole.chapters.slice(-1) });
  const relay = await publishedEnglish(site, author, 'The Rota of', 1, 330, 'relay');
  const other = await newMember(site, `queue-${language}`, language);
  await letIn(site, author, relay.id, other);
  const branch = await branchingStory(site, author, 'The Fork of');
  const contest = await openRound(site, author, 'The Prize of', [other]);
  const translation = await translated(site, { author, other, story, relayId: relay.id, language });
  const stopToken = unsubscribeToken((await siteDeps(site)).deps, author, 'turns');
  return { language, author, story, text, draft, relayId: relay.id, branch, contest, translation, stopToken };
}

async function translated(
  site: SiteAddress,
  made: Pick<World, 'author' | 'story' | 'relayId' | 'language'> & { other: Person },
): Promise<World['translation']> {
  const { author, other, story, relayId, language } = made;
  const into = language === 'en' ? 'de' : 'en';
  await nameReviewer(site, author, into);
  const [storyId, chapterId] = [story.storyId, story.chapterIds[0]!];
  for (const task of [
    { storyId, language: into },
    { storyId, chapterId, language: into },
  ] as const)
    await approveTranslation(
      site,
      author,
      await sendTranslation(site, other, task, (text) => `${into}: ${otherWords(text)}`),
    );
  // The relay is in English. Its translation waits in a language other than its own.
  await nameReviewer(site, author, 'fr');
  const waitingId = await sendTranslation(
    site,
    other,
    { storyId: relayId, language: 'fr' },
    (text) => `fr : ${otherWords(text)}`,
  );
  return { into, waitingId };
}
