import { onSession, refreshToken } from './session.ts';

export interface SessionDrafts<T> {
  get: (about: string) => T | undefined;
  set: (about: string, draft: T) => void;
  delete: (about: string) => void;
}

type Session = Pick<typeof import('./session.ts'), 'onSession' | 'refreshToken'>;

/**
 * Keeps unsent text of a dialog, keyed by its subject, so that closing the dialog loses nothing. Drafts are cleared when a
 * session ends in any tab, because another person may use the browser next. A visitor's drafts survive signing in.
 */
export function createSessionDrafts<T>(session: Session = { onSession, refreshToken }): SessionDrafts<T> {
  const drafts = new Map<string, T>();
  let isMembers = false;
  let isWatching = false;
  const onChange = () => {
    const isSignedIn = session.refreshToken() !== null;
    // A suspended tab can process a sign-out after the next member has already signed in.
    if (isMembers || !isSignedIn) drafts.clear();
    isMembers = isSignedIn;
  };
  return {
    get: (about) => drafts.get(about),
    set(about, draft) {
      isMembers = session.refreshToken() !== null;
      drafts.set(about, draft);
      if (!isWatching) session.onSession(onChange);
      isWatching = true;
    },
    delete: (about) => void drafts.delete(about),
  };
}
