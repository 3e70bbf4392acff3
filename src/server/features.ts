import { accounts } from '#features/accounts/server/feature.ts';
import { branch } from '#features/branch/server/feature.ts';
import { chapters } from '#features/chapters/server/feature.ts';
import { contest } from '#features/contest/server/feature.ts';
import { discovery } from '#features/discovery/server/feature.ts';
import { messages } from '#features/messages/server/feature.ts';
import { moderation } from '#features/moderation/server/feature.ts';
import { news } from '#features/news/server/feature.ts';
import { pages } from '#features/pages/server/feature.ts';
import { participation } from '#features/participation/server/feature.ts';
import { profile } from '#features/profile/server/feature.ts';
import { reader } from '#features/reader/server/feature.ts';
import { relay } from '#features/relay/server/feature.ts';
import { solo } from '#features/solo/server/feature.ts';
import { stories } from '#features/stories/server/feature.ts';
import { thanks } from '#features/thanks/server/feature.ts';
import { translation } from '#features/translation/server/feature.ts';
import { composeFeatures } from '#platform/features/compose.ts';
import { platform } from './platform.ts';

/**
 * All features, in the order of imports (`features/list.ts`): listeners and steps run in it, tasks in reverse. If a port has no provider, or a kind of thing
 * that features contribute is missing, this doesn’t compile.
 */
export const { names, routes, rawRoutes, jobs, everyMinute, everyHour, watches, metrics, wiring } = composeFeatures([
  platform,
  accounts,
  messages,
  moderation,
  stories,
  participation,
  chapters,
  translation,
  reader,
  thanks,
  solo,
  relay,
  branch,
  contest,
  news,
  discovery,
  profile,
  pages,
]);
