import { expect, it } from 'vitest';
import { createSessionDrafts } from './session-drafts.ts';

/** A browser in which members come and go. */
function session() {
  let token: string | null = null;
  const listeners: (() => void)[] = [];
  return {
    refreshToken: () => token,
    onSession(listener: () => void) {
      listeners.push(listener);
      return () => {};
    },
    become(member: string | null) {
      token = member;
      for (const listener of listeners) listener();
    },
  };
}

it('keeps a draft until its member signs out', () => {
  const browser = session();
  browser.become('ann');
  const drafts = createSessionDrafts<string>(browser);
  drafts.set('7', 'It is broken.');
  expect(drafts.get('7')).toBe('It is broken.');
  browser.become(null);
  expect(drafts.get('7')).toBeUndefined();
});

it('forgets a draft when the tab hears only that another member has signed in', () => {
  const browser = session();
  browser.become('ann');
  const drafts = createSessionDrafts<string>(browser);
  drafts.set('7', 'It is broken.');
  browser.become('ben');
  expect(drafts.get('7')).toBeUndefined();
});

it('keeps what a visitor typed when they sign in, and forgets it when they sign out', () => {
  const browser = session();
  const drafts = createSessionDrafts<string>(browser);
  drafts.set('7', 'It is broken.');
  browser.become('ann');
  expect(drafts.get('7')).toBe('It is broken.');
  browser.become(null);
  expect(drafts.get('7')).toBeUndefined();
});
