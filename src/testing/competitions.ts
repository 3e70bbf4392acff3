import { chapterApi } from '#features/chapters/contract.ts';
import { contestApi, type RoundView, type SubmissionView } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { storyApi } from '#features/stories/contract.ts';
import { buildMember, buildPublishedStory, type Member, prose } from './factories.ts';
import type { TestApp } from './test-app.ts';

export interface Competition {
  storyId: string;
  creator: Member;
  /** In the order in which they joined. */
  others: Member[];
}

let seed = 700_000;

/** Builds a published competition with its first chapter and `others` more writers. Entries can be short. */
export async function buildCompetition(app: TestApp, others: number, creator?: Member): Promise<Competition> {
  const begun = creator ?? (await buildMember(app));
  const { story } = await buildPublishedStory(app, begun, { mode: 'competition' });
  await app.call(storyApi.update, { storyId: story.id, minUnits: 50, maxUnits: 500 }, begun);
  const joined: Member[] = [];
  for (let i = 0; i < others; i += 1) joined.push(await joinCompetition(app, story.id));
  return { storyId: story.id, creator: begun, others: joined };
}

/** Builds a new member who joins the story. */
export async function joinCompetition(app: TestApp, storyId: string): Promise<Member> {
  const member = await buildMember(app);
  await app.call(participationApi.apply, { storyId }, member);
  return member;
}

/** Starts a round that is open for entries. */
export async function startRound(app: TestApp, { storyId, creator }: Competition): Promise<RoundView> {
  return app.call(contestApi.createRound, { storyId, start: 'now' }, creator);
}

/** Creates an entry of the member, as a draft. */
export async function beginEntry(
  app: TestApp,
  roundId: string,
  member: Member,
  { title = `Entry of ${member.username}`, content }: { title?: string; content?: string } = {},
): Promise<SubmissionView> {
  seed += 1;
  return app.call(
    contestApi.createSubmission,
    { roundId, title, summary: 'What happens next.', content: content ?? prose(80, seed) },
    member,
  );
}

/** Creates and submits an entry of the member. The automatic check approves it when `work` runs. */
export async function enterRound(
  app: TestApp,
  roundId: string,
  member: Member,
  text: { title?: string; content?: string } = {},
): Promise<SubmissionView> {
  const { id } = await beginEntry(app, roundId, member, text);
  return app.call(contestApi.submit, { submissionId: id }, member);
}

/** Edits an entry, so that its draft is newer than the submitted version. */
export async function rewrite(app: TestApp, entry: SubmissionView, member: Member, title: string): Promise<void> {
  const { draft } = await app.call(contestApi.submission, { submissionId: entry.id }, member);
  await app.call(chapterApi.update, { chapterId: draft.id, version: draft.version, title }, member);
}
