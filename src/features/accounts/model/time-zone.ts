/** Returns whether a name is a time zone that `Intl` knows. */
export function isTimeZone(name: string): boolean {
  // Some versions of `Intl` accept offsets, such as `+02:00`, which aren’t names.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
