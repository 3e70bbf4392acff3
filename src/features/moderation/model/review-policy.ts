import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';

/** Moderators decide on submissions, but not on their own (product §10) or on those that compete with theirs. */
export function canDecide(actor: Actor | null, review: { authorId: string; isRival: boolean }): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  return actor.id === review.authorId || review.isRival ? deny('own_work') : allow;
}
