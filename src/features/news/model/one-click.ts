/** The field and its value by which mail programs unsubscribe (RFC 8058). */
export const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' } as const;
/** The field of the page’s own form. Its sender is a person, so the response leads to a page. */
export const OWN_FORM = { name: 'from', value: 'page' } as const;

/** Returns whether a body is a form with this field and value. Both of the ways that the RFC names are accepted. */
export function isOneClick(contentType: string, body: string): boolean {
  const [type] = contentType.toLowerCase().split(';', 1);
  if (type === 'multipart/form-data')
    return /name="?List-Unsubscribe"?\r?\n(?:[^\r\n]+\r?\n)*\r?\nOne-Click\r?\n/i.test(body);
  return (
    type === 'application/x-www-form-urlencoded' && new URLSearchParams(body).get(ONE_CLICK.name) === ONE_CLICK.value
  );
}

/** Returns whether the page’s own form sent it. */
export function isOwnForm(body: string): boolean {
  return new URLSearchParams(body).get(OWN_FORM.name) === OWN_FORM.value;
}
