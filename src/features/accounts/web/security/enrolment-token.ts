let token: string | undefined;

/**
 * Returns the token of the emailed link that has opened this page, and removes it from the URL, so that it doesn’t stay
 * in the history.
 */
export function enrolmentToken(): string | undefined {
  const url = new URL(location.href);
  const given = url.searchParams.get('enrol');
  if (given) {
    token = given;
    url.searchParams.delete('enrol');
    history.replaceState(history.state, '', url.pathname + url.search + url.hash);
  }
  return token;
}

/** What a call that sets up a factor sends of it. */
export function withEnrolment(): { enrolment?: string } {
  const enrolment = enrolmentToken();
  return enrolment === undefined ? {} : { enrolment };
}
