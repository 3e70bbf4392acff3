import { to } from '#core/pages.ts';

/** URL of a round’s page with this entry opened, at the start of its text. */
export const entryPath = (roundId: string, entryId: string) => `${to.voting({ roundId }, { entry: entryId })}#entry`;
