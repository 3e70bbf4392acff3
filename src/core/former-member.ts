/**
 * What is left of a member who is gone (product §3): the row of the account, under a name and slug that no member can have.
 * Nobody reads either; answers say "former author" in the language of the call, and have no slug.
 */
export function formerName(accountId: string): string {
  return `~${accountId}`;
}

export function isFormerName(name: string): boolean {
  return /^~\d+$/.test(name);
}
