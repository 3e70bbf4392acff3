import { sql } from 'kysely';
import type { Ctx } from '#platform/context.ts';
import { serverFeature } from '#platform/features/feature.ts';
import { competitionModel } from '../model/mode.ts';
import { advanceStory } from './advance.ts';
import { contestRoutes } from './contest.routes.ts';
import { advanceRounds, remindVoters } from './contest.tick.ts';
import {
  closeContest,
  competitionMode,
  countWriters,
  dropEntriesOf,
  mayDeleteContest,
  settleContest,
  settleContestsOf,
} from './contest-mode.ts';
import { entry, vote } from './contest-needs.ts';
import { submissionRestrictable } from './disqualification.ts';
import { deleteRoundsSql, dropUnreadEntries } from './erasure.repo.ts';
import { entriesInReview, entryToWrite, votesCast, voteToCast } from './member-work.ts';
import { readableEntries } from './readable-entries.ts';
import type {} from './round-events.ts';
import { submissionReviewSubject } from './submission-review.ts';
import { tables } from './tables.ts';
import { isVoteLeft } from './votes.repo.ts';
import { wishes } from './wishes.ts';

const close = (ctx: Ctx, { storyId }: { storyId: string }) => closeContest(ctx, storyId);

export const contest = serverFeature({
  name: 'contest',
  routes: contestRoutes,
  everyMinute: { advanceRounds, remindVoters },
  everyHour: { dropUnreadEntries },
  on: {
    // After a planned deletion, entries stay until the account is erased.
    'account.restricted': (ctx, { accountId }) => dropEntriesOf(ctx, accountId),
    'account.lifted': (ctx, { accountId }) => settleContestsOf(ctx, accountId),
    'story.changing': (ctx, { storyId }) => advanceStory(ctx, storyId),
    'story.rules_changed': (ctx, { storyId }) => settleContest(ctx, storyId),
    'story.closed': close,
    'story.banned': close,
    'participant.joined': countWriters,
    'participant.left': countWriters,
  },
  guards: { 'story.delete': mayDeleteContest },
  contributes: {
    tables,
    noticeChecks: { voting_ends: ({ db }, { to, key }) => isVoteLeft(db, key, to) },
    wishes,
    modes: { competition: competitionMode },
    modeModels: { competition: competitionModel },
    reviewSubjects: { submission: submissionReviewSubject },
    nextSteps: { entry: entryToWrite, vote: voteToCast },
    interactions: { vote: votesCast },
    needs: { entry, vote },
    waitingTexts: { submission: entriesInReview },
    restrictables: { submission: submissionRestrictable },
    erasureSteps: { deleteEntries: { phase: 'works', run: (ctx, { id }) => dropUnreadEntries(ctx, id) } },
    loggedSubjects: { submission: (id) => sql`select id from submissions where author_id = ${id}` },
    exportQueries: {
      'writing/submission-texts': (id) =>
        sql`select t.* from submission_texts t join submissions e on e.id = t.submission_id where e.author_id = ${id} order by 1`,
    },
    exportFiles: { readableEntries },
    // Entries are deleted with their chapters.
    storyPurges: { rounds: { deleteSql: deleteRoundsSql, kind: 'round' }, entries: { kind: 'submission' } },
  },
});
