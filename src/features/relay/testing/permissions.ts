import type { ParticipationTarget } from '#features/participation/testing/targets.ts';
import { NO_STORY, type StoryTarget, story } from '#features/stories/testing/targets.ts';
import { buildChapterDraft, buildPublishedStory } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { World } from '#testing/permissions/world.ts';
import { letIn } from '#testing/together.ts';
import { relayApi } from '../contract.ts';
import type { RelayTarget } from './targets.ts';

export const RELAY_ACTS: readonly Act<ParticipationTarget | RelayTarget | StoryTarget>[] = [
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
];

/** Creates a relay of C in which W has the turn and P is a participant. */
export async function plantRelay({ app, members: { C, P, W }, put }: World<RelayTarget>): Promise<void> {
  const { story: relay } = await buildPublishedStory(app, C, { mode: 'relay' });
  put('relay', relay.id);
  await letIn(app, C, relay.id, W);
  await letIn(app, C, relay.id, P);
  await app.call(relayApi.passTurn, { storyId: relay.id, nextAuthorId: W.id }, C);
  put('turn draft', (await buildChapterDraft(app, W, relay.id)).id);
}
