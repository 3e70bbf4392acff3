export { advanceStory } from './advance.ts';
export { contestRoutes } from './contest.routes.ts';
export { advanceRounds } from './contest.tick.ts';
export {
  closeContest,
  competitionMode,
  contestMembership,
  dropEntriesOf,
  mayDeleteContest,
  settleContest,
  settleContestsOf,
} from './contest-mode.ts';
export { submissionRestrictable } from './disqualification.ts';
export { deleteRoundsSql, dropUnreadEntries } from './erasure.repo.ts';
export { submissionReviewSubject } from './submission-review.ts';
