import { DECISION, OTHERS_WORK, type Tables } from '#platform/db/tables.ts';

/** The tables of this feature, and what happens to members’ data in them. */
export const tables = {
  account_roles: {
    account_id: { erased: 'row', exported: { file: 'account/roles' } },
  },
  accounts: {},
  enrolment_links: {
    account_id: { erased: 'row', exported: { left: 'links in emails, for half an hour' } },
  },
  exports: {
    account_id: { erased: { by: 'deleteExports' }, exported: { left: 'the files themselves' } },
  },
  factor_removals: {
    account_id: { erased: 'row', exported: { file: 'account/factor-removal', without: ['asked_by'] } },
    asked_by: { erased: DECISION, exported: OTHERS_WORK },
  },
  first_administrator_links: {},
  former_slugs: {
    account_id: { erased: 'row', exported: { file: 'account/former-slugs' } },
  },
  identities: {
    account_id: { erased: 'row', exported: { file: 'account/identities' } },
  },
  known_devices: {
    account_id: { erased: 'row', exported: { file: 'account/devices', without: ['token_hash'] } },
  },
  login_addresses: {
    account_id: { erased: 'row', exported: { file: 'account/login-addresses' } },
  },
  mail_links: {
    account_id: { erased: 'row', exported: { left: 'links in emails, for a day, and former addresses, for a week' } },
  },
  operator_problems: {},
  passkeys: {
    account_id: {
      erased: 'row',
      exported: { file: 'account/passkeys', without: ['credential_id', 'public_key', 'counter'] },
    },
  },
  recovery_codes: {
    account_id: { erased: 'row', exported: { file: 'account/recovery-codes', without: ['code_hash', 'key_mark'] } },
  },
  security_log: {
    account_id: {
      erased: { kept: 'kept for 24 months, and contains no names' },
      exported: { file: 'account/security' },
    },
  },
  sessions: {
    account_id: { erased: 'row', exported: { file: 'account/sessions', without: ['seed'] } },
  },
  totp_factors: {
    account_id: {
      erased: 'row',
      exported: {
        file: 'account/authenticator-app',
        without: ['secret', 'pending_secret', 'last_step', 'pending_step'],
      },
    },
  },
} satisfies Partial<Tables>;
