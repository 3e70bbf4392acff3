/**
 * Returns the name and slug of an erased account (product §3). No member can have such a name. It’s never shown:
 * responses contain “former author” in the language of the call, and no slug.
 */
export function formerName(accountId: string): string {
  return `~${accountId}`;
}

export function isFormerName(name: string): boolean {
  return /^~\d+$/.test(name);
}
