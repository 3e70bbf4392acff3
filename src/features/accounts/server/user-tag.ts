/** Cache tag for everything that shows a member’s name, picture or profile. */
export function userTag(accountId: string): string {
  return `user:${accountId}`;
}
