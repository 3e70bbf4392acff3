import { branchApi } from '#features/branch/contract.ts';
import { contestApi } from '#features/contest/contract.ts';
import { participationApi } from '#features/participation/contract.ts';
import { relayApi } from '#features/relay/contract.ts';
import {
  type Act,
  chapter,
  entry,
  FORBIDDEN,
  NO_CHAPTER,
  NO_ENTRY,
  NO_ROUND,
  NO_STORY,
  OK,
  round,
  story,
  WRONG_STATE,
} from './acts.test-kit.ts';

/** Taking part: requests, turns, ways and rounds. */
export const TOGETHER_ACTS: readonly Act[] = [
  {
    call: participationApi.participants,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], OK],
    ],
  },
  {
    call: participationApi.invite,
    send: (storyId, idOf) => ({ storyId, userId: idOf('applicant') }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['solo'], { rest: FORBIDDEN, C: '409 solo_story' }],
      [['branch'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: '409 solo_story' }],
    ],
  },
  {
    call: participationApi.apply,
    send: story,
    on: [
      [['missing', 'own story', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['solo'], { rest: '409 solo_story', C: '409 already_participant' }],
      [['relay'], { rest: OK, 'P W C': '409 already_participant' }],
      [['branch'], { rest: OK, 'P C': '409 already_participant' }],
    ],
  },
  {
    call: participationApi.withdraw,
    send: (storyId, idOf) => ({ storyId, userId: idOf('applicant') }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, C: '409 request_ended' }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: '409 request_ended' }],
    ],
  },
  {
    call: participationApi.leave,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], WRONG_STATE],
      [['relay'], { rest: '409 not_participant', 'P W': OK, C: WRONG_STATE }],
      [['branch'], { rest: '409 not_participant', P: OK, C: WRONG_STATE }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: WRONG_STATE }],
    ],
  },
  {
    call: participationApi.remove,
    send: (storyId, idOf) => ({ storyId, userId: idOf('participant') }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: '409 not_participant' }],
    ],
  },
  {
    call: participationApi.requests,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['own story'], OK],
      [['relay'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: OK }],
    ],
  },
  {
    call: relayApi.turn,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], OK],
    ],
  },
  {
    call: relayApi.viewerState,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], OK],
    ],
  },
  {
    call: relayApi.passTurn,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, 'P C': '409 not_your_turn', W: OK }],
    ],
  },
  {
    call: relayApi.extend,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, 'P C': '409 not_your_turn', W: OK }],
    ],
  },
  {
    call: relayApi.reassign,
    send: (storyId, idOf) => ({ storyId, userId: idOf('participant') }),
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, C: OK }],
    ],
  },
  {
    call: relayApi.rejoinQueue,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['relay'], { rest: '409 not_participant', 'P W C': WRONG_STATE }],
    ],
  },
  {
    call: branchApi.tree,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['branch'], OK],
    ],
  },
  {
    call: branchApi.ways,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.path,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.reserve,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: branchApi.release,
    send: chapter,
    on: [
      [
        ['missing', 'draft story’s chapter', 'draft chapter', 'pending chapter', 'branch draft', 'deleted chapter'],
        NO_CHAPTER,
      ],
      [['branch chapter'], OK],
    ],
  },
  {
    call: contestApi.createRound,
    send: (storyId) => ({ storyId, start: 'when_enough' }),
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['resting competition'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.updateRound,
    send: (roundId) => ({ roundId, startsAt: null }),
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], { rest: FORBIDDEN, C: OK }],
      [['writing round'], { rest: FORBIDDEN, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.deleteRound,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], { rest: FORBIDDEN, C: OK }],
      [['writing round'], { rest: FORBIDDEN, C: WRONG_STATE }],
    ],
  },
  {
    call: contestApi.rounds,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.standings,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.round,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round', 'writing round', 'voting round', 'completed round'], OK],
    ],
  },
  {
    call: contestApi.ballot,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], OK],
    ],
  },
  {
    call: contestApi.entry,
    send: entry,
    on: [
      [['missing', 'draft entry'], NO_ENTRY],
      [['entry', 'won entry'], OK],
    ],
  },
  {
    call: contestApi.result,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'voting round'], WRONG_STATE],
      [['completed round'], OK],
    ],
  },
  {
    call: contestApi.contestState,
    send: story,
    on: [
      [['missing', 'draft story', 'pending story', 'deleted story'], NO_STORY],
      [['competition'], OK],
    ],
  },
  {
    call: contestApi.viewerState,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round', 'writing round', 'voting round', 'completed round'], OK],
    ],
  },
  {
    call: contestApi.markOpened,
    send: (roundId, idOf) => ({ roundId, submissionIds: [idOf('entry')] }),
    on: [
      [['missing'], NO_ROUND],
      [['voting round'], OK],
      [['completed round'], '409 voting_closed'],
    ],
  },
  {
    call: contestApi.castVote,
    send: (roundId, idOf) => ({ roundId, submissionId: idOf('entry') }),
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], { rest: '409 entries_unopened', M: OK, P: '409 own_entry' }],
    ],
  },
  {
    call: contestApi.castVote,
    send: (submissionId, idOf) => ({ roundId: idOf('voting round'), submissionId }),
    on: [[['missing', 'draft entry', 'won entry'], NO_ENTRY]],
  },
  {
    call: contestApi.cancelVote,
    send: round,
    on: [
      [['missing'], NO_ROUND],
      [['writing round', 'completed round'], '409 voting_closed'],
      [['voting round'], OK],
    ],
  },
  {
    call: contestApi.desk,
    send: (roundId, idOf) => ({ storyId: idOf('competition'), roundId }),
    on: [
      [['missing'], NO_ROUND],
      [['writing round'], OK],
    ],
  },
  {
    call: contestApi.createSubmission,
    send: (roundId) => ({ roundId, title: 'x' }),
    on: [
      [['missing'], NO_ROUND],
      [['scheduled round'], WRONG_STATE],
      [['writing round'], OK],
      [['voting round', 'completed round'], { rest: '409 writing_closed', 'P W': OK }],
    ],
  },
  {
    call: contestApi.submission,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry', 'entry', 'won entry'], { rest: NO_ENTRY, P: OK }],
    ],
  },
  {
    call: contestApi.submit,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry'], { rest: NO_ENTRY, P: OK }],
      [['entry', 'won entry'], { rest: NO_ENTRY, P: '409 writing_closed' }],
    ],
  },
  {
    call: contestApi.withdraw,
    send: entry,
    on: [
      [['missing'], NO_ENTRY],
      [['draft entry'], { rest: NO_ENTRY, P: WRONG_STATE }],
      [['entry', 'won entry'], { rest: NO_ENTRY, P: '409 writing_closed' }],
    ],
  },
  {
    call: contestApi.audit,
    send: round,
    on: [
      [['missing'], { rest: FORBIDDEN, 'Mo A': NO_ROUND }],
      [['writing round', 'voting round', 'completed round'], { rest: FORBIDDEN, 'Mo A': OK }],
    ],
  },
  {
    call: contestApi.listOwn,
    send: () => ({}),
    on: [[['nothing'], OK]],
  },
  {
    call: participationApi.joinedAmong,
    send: (_, idOf) => ({ storyIds: idOf('solo') }),
    on: [[['nothing'], OK]],
  },
  {
    call: participationApi.searchUser,
    send: () => ({ keyword: 'writer' }),
    on: [[['nothing'], OK]],
  },
];
