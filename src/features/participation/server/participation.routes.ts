import { messageApi } from '#features/messages/contract.ts';
import { handle } from '#platform/http/pipeline.ts';
import { participationApi } from '../contract.ts';
import { invitationLinkApi } from '../contract-invitation-links.ts';
import {
  acceptInvitationLink,
  listInvitationLinks,
  makeInvitationLink,
  seeInvitation,
  withdrawInvitationLink,
} from './invitation-links.service.ts';
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

export const participationRoutes = [
  handle(participationApi.searchUser, searchUsers),
  handle(participationApi.invite, inviteMember),
  handle(messageApi.handleInvite, answerInvitation),
  handle(participationApi.apply, applyToJoin),
  handle(messageApi.handleApplication, answerApplication),
  handle(participationApi.withdraw, withdrawRequest),
  handle(participationApi.leave, leaveStory),
  handle(participationApi.remove, removeParticipant),
  handle(participationApi.participants, listParticipants),
  handle(participationApi.joinedAmong, joinedAmong),
  handle(participationApi.requests, listRequests),
  handle(invitationLinkApi.make, makeInvitationLink),
  handle(invitationLinkApi.list, listInvitationLinks),
  handle(invitationLinkApi.withdraw, withdrawInvitationLink),
  handle(invitationLinkApi.see, seeInvitation),
  handle(invitationLinkApi.accept, acceptInvitationLink),
];
