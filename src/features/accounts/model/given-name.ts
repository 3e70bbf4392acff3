/** True if the username was generated at sign-up and never changed. */
export function isGivenName(username: string): boolean {
  return /^writer_[a-z0-9]{6}$/.test(username);
}
