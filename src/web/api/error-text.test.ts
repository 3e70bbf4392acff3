import { expect, it } from 'vitest';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { ApiError } from './client.ts';
import { errorText } from './error-text.ts';

const { find } = translatorOf('en');
const textOf = (error: unknown) => errorText(error, (key) => find(key));

it('is the server’s sentence as returned', () => {
  expect(textOf(new ApiError('story_full', 'No room <b>left</b>.', { status: 409 }))).toBe('No room <b>left</b>.');
});

it.each([
  [new ApiError('network', 'Network Error'), find('common.no_connection_kept')],
  [new ApiError('timeout', 'timeout'), find('common.no_connection_kept')],
  [new ApiError('network', 'Network Error', { isRead: true }), find('common.no_connection')],
  [new ApiError('timeout', 'timeout', { isRead: true }), find('common.no_connection')],
  [new ApiError('bad_answer', 'bad answer', { status: 502 }), 'An error occurred'],
  [new ApiError('please_complete_verification', 'Not solved'), 'Please complete the verification'],
  [new TypeError('x is undefined'), 'An error occurred'],
])('is one of ours without a usable response: %s', (error, sentence) => {
  expect(textOf(error)).toBe(sentence);
});

it('says that what was written is kept only where a caller has that text, and never when reading has failed', () => {
  const lost = new ApiError('network', 'Network Error');
  expect(textOf(lost)).toMatch(/kept on this device/);
  expect(textOf(new ApiError('network', 'Network Error', { isRead: true }))).not.toMatch(/kept/);
  expect(errorText(lost, (key) => (key === 'common.no_connection' ? 'No connection' : null))).toBe('No connection');
});
