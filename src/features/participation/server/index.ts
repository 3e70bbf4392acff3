export { isJoinedSql } from './member-work.ts';
export { countChapters, isParticipant, storiesWrittenIn } from './participants.repo.ts';
export { coWritersOf, membershipOf } from './participation.queries.ts';
export { joinOpen } from './participation.service.ts';
