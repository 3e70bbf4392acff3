import { accounts } from './accounts/model/feature.ts';
import { branch } from './branch/model/feature.ts';
import { chapters } from './chapters/model/feature.ts';
import { contest } from './contest/model/feature.ts';
import { discovery } from './discovery/model/feature.ts';
import { messages } from './messages/model/feature.ts';
import { moderation } from './moderation/model/feature.ts';
import { news } from './news/model/feature.ts';
import { pages } from './pages/model/feature.ts';
import { participation } from './participation/model/feature.ts';
import { profile } from './profile/model/feature.ts';
import { reader } from './reader/model/feature.ts';
import { relay } from './relay/model/feature.ts';
import { solo } from './solo/model/feature.ts';
import { stories } from './stories/model/feature.ts';
import { thanks } from './thanks/model/feature.ts';
import { translation } from './translation/model/feature.ts';

/**
 * All features, in the order of imports: each can import only the features of the groups before its own. Features of one
 * group don’t know each other. `.dependency-cruiser.cjs` reads the order from here.
 */
export const FEATURE_ORDER = [
  [accounts],
  [messages],
  [moderation],
  [stories],
  [participation],
  [chapters],
  [translation],
  [reader],
  [thanks],
  [solo, relay, branch, contest],
  [news],
  [discovery, profile, pages],
] as const;

export const FEATURES = FEATURE_ORDER.flat();
