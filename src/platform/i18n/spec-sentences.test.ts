import { expect, it } from 'vitest';
import { LOGIN_PASSWORD_HINT } from '#features/accounts/model/account-limits.ts';
import { translatorOf } from './catalogs.ts';

/** The sentences of the specification (§5 and §8) that pages say, and not the API alone (`wire-errors.test.ts`). */
const SENTENCES: Record<string, string> = {
  'field.email_empty': 'Email cannot be empty!',
  'field.email_invalid': 'Invalid email format!',
  'field.empty_password': 'Password cannot be empty!',
  'account.load_failed': 'Failed to load data.',
  'story_editor.load_failed': 'Failed to load data.',
  'moderation.load_failed': 'Failed to load data.',
  'account.avatar_failed': 'Failed to upload avatar!',
  'story_editor.cover_not_sent': 'Story cover upload failed!',
  'picture.compression_failed': 'Image compression failed',
  'chapters.load_failed': 'Failed to load chapter content',
  'messages.fetchError': 'Failed to fetch messages',
  'inbox.mark_failed': 'Failed to mark messages as read',
  'story_editor.settings_failed': 'Failed to load settings',
  'common.user_fetch_failed': 'Failed to fetch user information',
  'account.me_failed': 'Failed to fetch user information',
  'pages.load_failed': 'Failed to load agreement content, please try again later',
  'footer.feedback.errorToast': 'Feedback submit failed',
  'story_editor.rules_invalid': 'Story settings data validation failed',
  'error.story_mode_fixed': 'Story mode cannot be changed',
  'error.save_changes_first': 'Please save changes first',
  'chapters.save_before_submitting': 'Please save changes before submitting',
  'participation.none_found': 'No users found',
  'common.failure_title': 'Unexpected Application Error!',
};

it.each(Object.entries(SENTENCES))('%s is the sentence of the spec: %s', (key, sentence) => {
  expect(translatorOf('en').find(key)).toBe(sentence);
});

it('the login form names 6 characters', () => {
  const hint = translatorOf('en').find('field.password_hint', { min: LOGIN_PASSWORD_HINT });
  expect(hint).toBe('Password must be at least 6 characters long!');
});
