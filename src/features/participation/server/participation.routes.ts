import { messageApi } from '#features/messages/contract.ts';
import { handle } from '#platform/http/pipeline.ts';
import { participationApi } from '../contract.ts';
import { joinedAmong, listParticipants, listRequests, searchUsers } from './participation.queries.ts';
import {
  answerApplication,
  answerInvitation,
  applyToJoin,
  inviteMember,
  leaveStory,
  removeParticipant,
  withdrawRequest,
} from './participation.service.ts';
import type { ParticipationCtx } from './participation-ctx.ts';

export const participationRoutes = [
  handle(participationApi.searchUser, searchUsers),
  handle<typeof participationApi.invite, ParticipationCtx>(participationApi.invite, inviteMember),
  handle<typeof messageApi.handleInvite, ParticipationCtx>(messageApi.handleInvite, answerInvitation),
  handle<typeof participationApi.apply, ParticipationCtx>(participationApi.apply, applyToJoin),
  handle<typeof messageApi.handleApplication, ParticipationCtx>(messageApi.handleApplication, answerApplication),
  handle<typeof participationApi.withdraw, ParticipationCtx>(participationApi.withdraw, withdrawRequest),
  handle<typeof participationApi.leave, ParticipationCtx>(participationApi.leave, leaveStory),
  handle<typeof participationApi.remove, ParticipationCtx>(participationApi.remove, removeParticipant),
  handle<typeof participationApi.participants, ParticipationCtx>(participationApi.participants, listParticipants),
  handle(participationApi.joinedAmong, joinedAmong),
  handle<typeof participationApi.requests, ParticipationCtx>(participationApi.requests, listRequests),
];
