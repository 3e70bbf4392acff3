export { PROVIDERS, type Provider } from '#core/providers.ts';

/**
 * True if a reset of the password disconnects a provider without asking: it was connected since the last change of the
 * password, perhaps by the person who is to be shut out. An account without a password has nothing else than what it was
 * connected to first. Connections from before that was recorded (null) are left to the member.
 */
export function isCutByReset(
  account: { hasPassword: boolean; passwordChangedAt: Date | null; joinedAt: Date },
  connectedAt: Date | null,
): boolean {
  if (!account.hasPassword || connectedAt === null) return false;
  return connectedAt > (account.passwordChangedAt ?? account.joinedAt);
}
