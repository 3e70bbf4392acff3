/** An address that a link may have: the web alone. */
export const isWebAddress = (href: string) => {
  // The parser lets pass what the database cannot hold.
  if (!href.isWellFormed() || /\p{Cc}/u.test(href)) return false;
  try {
    return /^https?:$/.test(new URL(href).protocol);
  } catch {
    return false;
  }
};
