import { to } from '#core/pages.ts';

/** The page of a round with one entry to read, at the beginning of its text. */
export const entryPath = (roundId: string, entryId: string) => `${to.voting({ roundId }, { entry: entryId })}#entry`;
