import { allow, type Decision, deny } from '#core/decision.ts';
import { DAY } from '#core/time.ts';

/** How long the link to become the first administrator is valid. The next start prints a new one. */
export const FIRST_ADMINISTRATOR_LINK_LASTS = 7 * DAY;

interface Facts {
  /** The token is right, and its link hasn’t expired. */
  readonly isLinkValid: boolean;
  /** Also true if the account of the administrator is restricted: another one can’t be made by a link. */
  readonly hasAdministrator: boolean;
}

/** Whether a link can make a member the first administrator. The refusal doesn’t say why, so it tells strangers nothing. */
export function canUseFirstAdministratorLink({ isLinkValid, hasAdministrator }: Facts): Decision<'link_invalid'> {
  return isLinkValid && !hasAdministrator ? allow : deny('link_invalid');
}
