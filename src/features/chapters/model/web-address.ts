/** True if a link may have this URL. Only http and https are allowed. */
export const isWebAddress = (href: string) => {
  // The URL parser accepts characters that the database can't store.
  if (!href.isWellFormed() || /\p{Cc}/u.test(href)) return false;
  try {
    return /^https?:$/.test(new URL(href).protocol);
  } catch {
    return false;
  }
};
