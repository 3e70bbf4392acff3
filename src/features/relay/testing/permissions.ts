import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { buildChapterDraft, buildPublishedStory } from '#testing/factories.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { letIn } from '#testing/together.ts';
import { relayApi } from '../contract.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    relay: PathsOf<typeof relayApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    relay: 'relay' | 'turn draft';
  }
}

const acts: readonly Act[] = [
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
async function plantRelay({ app, members: { C, P, W }, put }: World): Promise<void> {
  const { story: relay } = await buildPublishedStory(app, C, { mode: 'relay' });
  put('relay', relay.id);
  await letIn(app, C, relay.id, W);
  await letIn(app, C, relay.id, P);
  await app.call(relayApi.passTurn, { storyId: relay.id, nextAuthorId: W.id }, C);
  put('turn draft', (await buildChapterDraft(app, W, relay.id)).id);
}

export const permissions: Permissions = {
  acts,
  plants: [{ plant: plantRelay }],
};
