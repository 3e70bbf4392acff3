import { type Actor, isModerator } from '#core/actor.ts';
import { allow, type Decision, deny } from '#core/decision.ts';

/** Moderators decide about submissions, never about their own (product §10). */
export function canDecide(actor: Actor | null, review: { authorId: string }): Decision {
  if (!isModerator(actor)) return deny('forbidden');
  return actor.id === review.authorId ? deny('own_work') : allow;
}
