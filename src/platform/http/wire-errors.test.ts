import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AppError, type ErrorCode, fieldError } from '#core/errors.ts';
import { errorStatuses } from '#server/model.ts';
import { translatorOf } from '../i18n/catalogs.ts';
import { asAppError, toWireError } from './wire-errors.ts';

const codes = Object.keys(errorStatuses) as ErrorCode[];
const databaseError = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });

describe('a thrown value', () => {
  it.each<[unknown, string, number | undefined]>([
    [new AppError('story_not_found'), 'story_not_found', undefined],
    [new AppError('unavailable'), 'unavailable', 5],
    [new AppError('unavailable', { retryAfter: 2 }), 'unavailable', 2],
    [Object.assign(new Error(), { code: 'FST_ERR_CTP_BODY_TOO_LARGE', statusCode: 413 }), 'body_too_large', undefined],
    [Object.assign(new Error(), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }), 'unsupported_body', undefined],
    [Object.assign(new Error(), { code: 'FST_UNDER_PRESSURE' }), 'unavailable', 5],
    [Object.assign(new Error(), { statusCode: 418 }), 'malformed_body', undefined],
    [Object.assign(new Error(), { statusCode: 502 }), 'internal', undefined],
    [Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'malformed_body', undefined],
    [Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), 'unavailable', 5],
    [databaseError('57P01'), 'unavailable', 5],
    [databaseError('57014'), 'unavailable', 5],
    [databaseError('55P03'), 'unavailable', 5],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 'unavailable', 5],
    [new Error('timeout exceeded when trying to connect'), 'unavailable', 5],
    [databaseError('22P02'), 'invalid_input', undefined],
    [databaseError('22003'), 'invalid_input', undefined],
    [databaseError('22021'), 'invalid_input', undefined],
    [databaseError('23505'), 'internal', undefined],
    [databaseError('42P01'), 'internal', undefined],
    [new TypeError('x is undefined'), 'internal', undefined],
    ['a text', 'internal', undefined],
    [undefined, 'internal', undefined],
    [null, 'internal', undefined],
  ])('%s → %s', (thrown, code, retryAfter) => {
    const error = asAppError(thrown);
    expect(error).toMatchObject({ code, retryAfter });
    if (!(thrown instanceof AppError)) expect(error.cause).toBe(thrown);
  });
});

describe('an error response', () => {
  it('has a sentence for every code', () => {
    for (const code of codes) {
      const { error } = toWireError(new AppError(code, { params: { seconds: 3, provider: 'Library' } }), 'en');
      expect(error).toMatch(/^[A-Z].*\S$/);
      expect(error).not.toContain('{');
    }
  });
  it('has the sentences of the spec', () => {
    const sentence = (code: ErrorCode) => toWireError(new AppError(code), 'en').error;
    expect(sentence('login_required')).toBe('Please login first');
    expect(sentence('too_many_requests')).toBe('Too many requests, please try again later!');
    expect(sentence('please_complete_verification')).toBe('Please complete the verification');
    expect(sentence('user_not_found')).toBe('User not found');
    expect(sentence('internal')).toBe('An error occurred');
    expect(sentence('story_mode_fixed')).toBe('Story mode cannot be changed');
    expect(sentence('save_changes_first')).toBe('Please save changes first');
    expect(translatorOf('en').t('chapters.save_before_submitting')).toBe('Please save changes before submitting');
  });
  it('says for each field what is wrong with it, and passes details on unchanged', () => {
    const error = new AppError('invalid_input', {
      fields: {
        bio: { code: 'bio_too_long', params: { over: 3, max: 200 } },
        email: { code: 'email_empty' },
        odd: { code: 'no_such_code' },
      },
      details: { until: null },
    });
    expect(toWireError(error, 'en')).toEqual({
      error: 'Please check the highlighted fields.',
      code: 'invalid_input',
      fields: {
        bio: '3 characters over the limit of 200.',
        email: 'Email cannot be empty!',
        odd: 'This value isn’t valid.',
      },
      details: { until: null },
    });
  });
  it('never reveals the cause of a server failure', () => {
    const error = asAppError(new Error('password of ann@example.com'));
    expect(JSON.stringify(toWireError(error, 'en'))).not.toContain('ann');
  });
  it('names even a field called __proto__', () => {
    const { fields } = toWireError(fieldError('__proto__', 'unknown'), 'en');
    expect(JSON.stringify(fields)).toBe('{"__proto__":"This field doesn’t exist."}');
  });
});
