import type { Actor } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';

/** What permission to thank depends on. */
export interface ThanksFacts {
  authorId: string;
  /** Anyone can read the chapter. False for entries of a round that isn’t completed. */
  isReadable: boolean;
}

/** Members can thank the author of any chapter that they can read, except their own. */
export function canThank(actor: Actor | null, { authorId, isReadable }: ThanksFacts): Decision {
  if (!isReadable) return deny('chapter_not_found');
  if (actor === null) return deny('login_required');
  return actor.id === authorId ? deny('forbidden') : allow;
}
