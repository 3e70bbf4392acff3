import { NO_STORY, story } from '#features/stories/testing/targets.ts';
import type { PathsOf } from '#testing/calls.ts';
import { type Act, FORBIDDEN, OK, WRONG_STATE } from '#testing/permissions/acts.ts';
import type { Permissions } from '#testing/permissions/face.ts';
import type { World } from '#testing/permissions/world.ts';
import { newestMessage } from '#testing/together.ts';
import { participationApi } from '../contract.ts';
import { invitationLinkApi } from '../contract-invitation-links.ts';

declare module '#testing/calls.ts' {
  interface ApiPaths {
    participation: PathsOf<typeof participationApi> | PathsOf<typeof invitationLinkApi>;
  }
}

declare module '#testing/permissions/targets.ts' {
  interface Targets {
    participation: 'participant' | 'applicant' | 'invitation' | 'application' | 'invitation link' | 'link token';
  }
}

const NO_LINK = '404 invitation_link_invalid';

const acts: readonly Act[] = [
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
    call: invitationLinkApi.make,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['solo'], { rest: FORBIDDEN, C: '409 solo_story' }],
      [['branch'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: '409 solo_story' }],
    ],
  },
  {
    call: invitationLinkApi.list,
    send: story,
    on: [
      [['missing', 'deleted story'], NO_STORY],
      [['relay'], { rest: FORBIDDEN, C: OK }],
      [['draft story', 'pending story'], { rest: NO_STORY, C: OK }],
    ],
  },
  {
    call: invitationLinkApi.withdraw,
    send: (linkId) => ({ linkId }),
    on: [
      [['missing'], NO_LINK],
      [['invitation link'], { rest: NO_LINK, C: OK }],
    ],
  },
  {
    call: invitationLinkApi.see,
    send: (token) => ({ token }),
    on: [
      [['missing'], NO_LINK],
      [['link token'], OK],
    ],
  },
  {
    call: invitationLinkApi.accept,
    send: (token) => ({ token }),
    on: [
      [['missing'], NO_LINK],
      [['link token'], { rest: OK, 'P W C': '409 already_participant' }],
    ],
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

/** Sets up an applicant and an invited member for the relay. */
async function plantRequests(world: World): Promise<void> {
  const { app, members, applicant, put, idOf } = world;
  const { C, P, T } = members;
  const storyId = idOf('relay');
  await app.call(participationApi.invite, { storyId, userId: T.id }, C);
  put('invitation', (await newestMessage(app, T, 'story_invite')).id);
  await app.call(participationApi.apply, { storyId }, applicant);
  put('application', (await newestMessage(app, C, 'story_apply')).id);
  const link = await app.call(invitationLinkApi.make, { storyId }, C);
  put('invitation link', link.id);
  put('link token', link.path.split('=')[1]!);
  put('participant', P.id);
  put('applicant', applicant.id);
}

export const permissions: Permissions = {
  acts,
  plants: [{ needs: ['relay'], plant: plantRequests }],
};
