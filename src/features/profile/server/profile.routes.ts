import { handle } from '#platform/http/pipeline.ts';
import { profileApi } from '../contract.ts';
import { getCounts } from './counts.queries.ts';
import { listInvitable } from './invitable.queries.ts';
import { listNeeds } from './needs.queries.ts';
import { listCreated, listDeleted, listInteractions, listJoined } from './own-lists.queries.ts';
import { listWaiting } from './reviewing.queries.ts';
import { getUserWork, listUserStories, listUserTranslations } from './user.queries.ts';

export const profileRoutes = [
  handle(profileApi.counts, getCounts),
  handle(profileApi.created, listCreated),
  handle(profileApi.deleted, listDeleted),
  handle(profileApi.joined, listJoined),
  handle(profileApi.interactions, listInteractions),
  handle(profileApi.reviewing, listWaiting),
  handle(profileApi.needs, listNeeds),
  handle(profileApi.invitable, listInvitable),
  handle(profileApi.work, getUserWork),
  handle(profileApi.stories, listUserStories),
  handle(profileApi.translations, listUserTranslations),
];
