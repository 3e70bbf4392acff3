export { notifyCoAuthors, removeFromAllStories } from './membership.ts';
export { countChapters, findHeir, isParticipant, storiesWrittenIn } from './participants.repo.ts';
export { membershipOf, storyMembership } from './participation.queries.ts';
export { participationRoutes } from './participation.routes.ts';
export { joinOpen } from './participation.service.ts';
export { type MembershipEffects, type MembershipOfModes, plainMembership } from './participation-ctx.ts';
export { expireRequests, withdrawOfMember, withdrawOfStory } from './requests.ts';
