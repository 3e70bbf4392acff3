import type { ChapterCtx } from '#features/chapters/server/index.ts';
import { handle } from '#platform/http/pipeline.ts';
import { contestApi } from '../contract.ts';
import { auditRound } from './audit.queries.ts';
import { getBallot, getEntry, getRoundViewerState } from './ballot.queries.ts';
import type { ContestCtx } from './contest-ctx.ts';
import { getLeaderboard, getResult } from './result.queries.ts';
import { getContestState, getRound, listRounds } from './rounds.queries.ts';
import { createRound, deleteRound, updateRound } from './rounds.service.ts';
import { getEntryEditor, getSubmission, listOwnSubmissions } from './submissions.queries.ts';
import { createSubmission, submitSubmission, withdrawSubmission } from './submissions.service.ts';
import { cancelVote, castVote, markOpened } from './votes.service.ts';

export const contestRoutes = [
  handle<typeof contestApi.createRound, ChapterCtx>(contestApi.createRound, createRound),
  handle<typeof contestApi.updateRound, ChapterCtx>(contestApi.updateRound, updateRound),
  handle<typeof contestApi.deleteRound, ChapterCtx>(contestApi.deleteRound, deleteRound),
  handle(contestApi.rounds, listRounds),
  handle(contestApi.round, getRound),
  handle(contestApi.contestState, getContestState),
  handle<typeof contestApi.editor, ContestCtx>(contestApi.editor, getEntryEditor),
  handle<typeof contestApi.createSubmission, ContestCtx>(contestApi.createSubmission, createSubmission),
  handle<typeof contestApi.submission, ContestCtx>(contestApi.submission, getSubmission),
  handle<typeof contestApi.submit, ContestCtx>(contestApi.submit, submitSubmission),
  handle<typeof contestApi.withdraw, ContestCtx>(contestApi.withdraw, withdrawSubmission),
  handle(contestApi.listOwn, listOwnSubmissions),
  handle(contestApi.leaderboard, getLeaderboard),
  handle(contestApi.ballot, getBallot),
  handle(contestApi.entry, getEntry),
  handle(contestApi.result, getResult),
  handle<typeof contestApi.viewerState, ContestCtx>(contestApi.viewerState, getRoundViewerState),
  handle<typeof contestApi.markOpened, ChapterCtx>(contestApi.markOpened, markOpened),
  handle<typeof contestApi.castVote, ChapterCtx>(contestApi.castVote, castVote),
  handle<typeof contestApi.cancelVote, ChapterCtx>(contestApi.cancelVote, cancelVote),
  handle<typeof contestApi.audit, ChapterCtx>(contestApi.audit, auditRound),
];
