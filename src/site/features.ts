import { accounts } from '#features/accounts/web/feature.tsx';
import { branch } from '#features/branch/web/feature.tsx';
import { chapters } from '#features/chapters/web/feature.tsx';
import { contest } from '#features/contest/web/feature.tsx';
import { discovery } from '#features/discovery/web/feature.tsx';
import { messages } from '#features/messages/web/feature.tsx';
import { moderation } from '#features/moderation/web/feature.tsx';
import { news } from '#features/news/web/feature.tsx';
import { participation } from '#features/participation/web/feature.tsx';
import { profile } from '#features/profile/web/feature.tsx';
import { reader } from '#features/reader/web/feature.tsx';
import { relay } from '#features/relay/web/feature.tsx';
import { solo } from '#features/solo/web/feature.tsx';
import { stories } from '#features/stories/web/feature.tsx';
import { thanks } from '#features/thanks/web/feature.tsx';
import { translation } from '#features/translation/web/feature.tsx';

/** The web faces of all features that have one. The rest of the site doesn’t name them. */
export const FEATURES = [
  accounts,
  messages,
  moderation,
  stories,
  participation,
  chapters,
  solo,
  relay,
  branch,
  contest,
  translation,
  news,
  discovery,
  profile,
  thanks,
  reader,
] as const;
