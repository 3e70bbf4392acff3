import type { Registries } from '#platform/features/feature.ts';
import { handle, type Route } from '#platform/http/pipeline.ts';
import { contestCalls } from '../contract.ts';
import { auditRound } from './audit.queries.ts';
import { getBallot, getEntry, getRoundViewerState } from './ballot.queries.ts';
import { getLeaderboard, getResult } from './result.queries.ts';
import { getContestState, getRound, listRounds } from './rounds.queries.ts';
import { createRound, deleteRound, updateRound } from './rounds.service.ts';
import { getEntryEditor, getSubmission, listOwnSubmissions } from './submissions.queries.ts';
import { createSubmission, submitSubmission, withdrawSubmission } from './submissions.service.ts';
import { cancelVote, castVote, markOpened } from './votes.service.ts';

/** The calls, with the fields that all features add to chapters. */
export function contestRoutes({ chapterFields }: Pick<Registries, 'chapterFields'>): Route[] {
  const contestApi = contestCalls(chapterFields);
  return [
    handle(contestApi.createRound, createRound),
    handle(contestApi.updateRound, updateRound),
    handle(contestApi.deleteRound, deleteRound),
    handle(contestApi.rounds, listRounds),
    handle(contestApi.round, getRound),
    handle(contestApi.contestState, getContestState),
    handle(contestApi.editor, getEntryEditor),
    handle(contestApi.createSubmission, createSubmission),
    handle(contestApi.submission, getSubmission),
    handle(contestApi.submit, submitSubmission),
    handle(contestApi.withdraw, withdrawSubmission),
    handle(contestApi.listOwn, listOwnSubmissions),
    handle(contestApi.leaderboard, getLeaderboard),
    handle(contestApi.ballot, getBallot),
    handle(contestApi.entry, getEntry),
    handle(contestApi.result, getResult),
    handle(contestApi.viewerState, getRoundViewerState),
    handle(contestApi.markOpened, markOpened),
    handle(contestApi.castVote, castVote),
    handle(contestApi.cancelVote, cancelVote),
    handle(contestApi.audit, auditRound),
  ];
}
