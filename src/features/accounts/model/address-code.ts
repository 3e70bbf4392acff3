import type { TextRule } from '#core/text-rules.ts';
import { digitsOf } from './second-factor.ts';

/** The emailed code that confirms an address, for a login at a provider that doesn’t vouch for one. */
export const ADDRESS_CODE_DIGITS = 8;
/** Codes that can be tried before a new one has to be emailed. */
export const ADDRESS_CODE_TRIES = 5;

/** Digits of any script count, and whatever is between them doesn’t. */
export const addressCodeRule: TextRule = {
  tidy: digitsOf,
  problem: (code) =>
    code === ''
      ? { code: 'code_empty' }
      : code.length === ADDRESS_CODE_DIGITS
        ? null
        : { code: 'address_code_digits', params: { count: ADDRESS_CODE_DIGITS } },
  absent: 'code_empty',
  notText: 'code_empty',
};
