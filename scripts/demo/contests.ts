import { HOUR } from '#core/time.ts';
import { contestApi, type RoundView } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import type { DemoApi } from './api.ts';
import type { createFiller, DemoChapter } from './fill.ts';
import type { createCompany, SharedStory, Written } from './together.ts';

/** A round with its entries and votes. */
interface DemoRound {
  entries: (DemoChapter & { author: string })[];
  /** Votes by username: the author of the chosen entry. In the order in which they were cast. */
  votes: Record<string, string>;
  /** Hours left in its current phase. Left out if it is completed. */
  hoursLeft?: number;
}

export interface CompetitionStory extends SharedStory {
  contest: { writingHours: number; votingHours: number; minParticipants: number };
  participantLimit: number;
  joined: string[];
  chapter: DemoChapter;
  rounds: DemoRound[];
}

/** Pause between the end of a round and the next one. */
const PAUSE_HOURS = 30;

/** Lets members compete through the public API, with realistic times between their actions. */
export function createContests(
  api: DemoApi,
  filler: ReturnType<typeof createFiller>,
  { tokenOf, begun }: ReturnType<typeof createCompany>,
) {
  const untilNow = async (storyId: string, at: string | null) =>
    filler.letPass(storyId, (Date.parse(at!) - Date.now()) / HOUR);

  async function enter({ id: roundId }: RoundView, { author, ...text }: DemoRound['entries'][number]): Promise<string> {
    const token = tokenOf(author);
    const { id: submissionId } = await api.call(contestApi.createSubmission, { roundId, ...text }, token);
    await api.call(contestApi.submit, { submissionId }, token);
    await filler.untilPublished(() => api.call(contestApi.submission, { submissionId }, token), submissionId);
    return submissionId;
  }

  async function vote(roundId: string, voter: string, submissionId: string): Promise<void> {
    const token = tokenOf(voter);
    const { ballot } = await api.call(contestApi.viewerState, { roundId }, token);
    await api.call(contestApi.markOpened, { roundId, submissionIds: ballot.map(({ id }) => id) }, token);
    await api.call(contestApi.castVote, { roundId, submissionId }, token);
  }

  async function round(story: CompetitionStory, storyId: string, wanted: DemoRound): Promise<void> {
    const { writingHours, votingHours } = story.contest;
    const { entries, hoursLeft = 0 } = wanted;
    const votes = Object.entries(wanted.votes);
    const now = await api.call(contestApi.createRound, { storyId, start: 'now' }, tokenOf(story.creator));
    const isVotedOn = votes.length > 0;
    const ids = new Map<string, string>();
    for (const entry of entries) {
      ids.set(entry.author, await enter(now, entry));
      await filler.letPass(storyId, (writingHours - (isVotedOn ? 1 : hoursLeft)) / entries.length);
    }
    if (!isVotedOn) return;
    const { writingEndsAt } = await api.call(contestApi.round, { roundId: now.id });
    await untilNow(storyId, writingEndsAt);
    for (const [voter, author] of votes) {
      await vote(now.id, voter, ids.get(author)!);
      await filler.letPass(storyId, (votingHours - (hoursLeft || 1)) / votes.length);
    }
    if (hoursLeft > 0) return;
    const { votingEndsAt } = await api.call(contestApi.round, { roundId: now.id });
    await untilNow(storyId, votingEndsAt);
    await filler.letPass(storyId, PAUSE_HOURS);
  }

  /** Creates a competition with all of its rounds. */
  async function competition(wanted: CompetitionStory): Promise<Written> {
    const { participantLimit, contest } = wanted;
    const rules = { participantLimit, ...contest, joinPolicy: 'open' as const };
    const { chapterId: _, ...written } = await begun({ ...wanted, mode: 'competition' }, wanted.chapter, rules);
    if (!written.isNew) return written;
    const { storyId } = written;
    for (const name of wanted.joined) await api.call(participationApi.apply, { storyId }, tokenOf(name));
    await filler.letPass(storyId, PAUSE_HOURS);
    for (const next of wanted.rounds) await round(wanted, storyId, next);
    return written;
  }

  return { competition };
}
