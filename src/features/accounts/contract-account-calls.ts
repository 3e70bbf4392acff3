import type { accountApi } from './contract.ts';
import type { accountDeletionApi } from './contract-account-deletion.ts';
import type { factorHelpApi } from './contract-factor-help.ts';
import type { factorApi } from './contract-factors.ts';
import type { firstAdministratorApi } from './contract-first-administrator.ts';
import type { loginApi } from './contract-logins.ts';
import type { providerApi } from './contract-providers.ts';

type Api = typeof accountApi &
  typeof accountDeletionApi &
  typeof firstAdministratorApi &
  typeof factorApi &
  typeof factorHelpApi &
  typeof loginApi &
  typeof providerApi;
/** The paths of all calls that change something about an account. */
type AccountCall = {
  [K in keyof Api]: Api[K] extends { readonly method: 'POST'; readonly path: infer P }
    ? Api[K] extends { readonly read: true }
      ? never
      : P
    : never;
}[keyof Api] &
  string;

/** Why a call needs no proof: what a stolen access token can do with it ends with the token. */
interface NoProof {
  readonly why: string;
}
type AccountCallRow = 'proof' | NoProof;

const BY_LINK = { why: 'The emailed link is the proof' } satisfies NoProof;
const NO_ACCOUNT = { why: 'It is for visitors and does nothing with an access token' } satisfies NoProof;
const AFTER_PROOF = { why: 'It needs what a call with proof has returned' } satisfies NoProof;
const OWN_LOGIN = { why: 'It is a login, with a proof of its own' } satisfies NoProof;

/**
 * Every call that changes something about an account: whether its caller must prove that they are the owner, because
 * what it does outlives a stolen access token, or why not. A call without a row doesn’t compile.
 */
export const ACCOUNT_CALLS = {
  'user/connect_google': 'proof',
  'user/disconnect_google': 'proof',
  'user/connect_openid': 'proof',
  'user/disconnect_openid': 'proof',
  'user/change_email': 'proof',
  'user/update_password': 'proof',
  'user/delete_account': 'proof',
  'user/export': 'proof',
  'user/begin_totp': 'proof',
  'user/remove_totp': 'proof',
  'user/new_recovery_codes': 'proof',
  'user/begin_passkey': 'proof',
  'user/remove_passkey': 'proof',
  'moderation/remove_factors': 'proof',
  'moderation/stop_factor_removal': { why: 'It only keeps what is there, and the owner is mailed' },
  'user/keep_factors': { why: 'It only keeps what is there, and the owner is mailed' },
  'user/check_totp': AFTER_PROOF,
  'user/turn_on_totp': AFTER_PROOF,
  'user/add_passkey': AFTER_PROOF,
  'user/rename_passkey': { why: 'It only changes what its owner calls it' },
  'user/distrust_device': { why: 'It only has the next login ask for more' },
  'user/ask_enrolment': { why: 'It only emails the owner' },
  'user/second_step': OWN_LOGIN,
  'user/passkey_login': OWN_LOGIN,
  'user/register': NO_ACCOUNT,
  'user/verify_email': BY_LINK,
  'user/resend_verification': NO_ACCOUNT,
  'user/login': OWN_LOGIN,
  'user/google_login': OWN_LOGIN,
  'user/prove_with_google': OWN_LOGIN,
  'user/openid_login': OWN_LOGIN,
  'user/prove_with_openid': OWN_LOGIN,
  'user/openid_address': NO_ACCOUNT,
  'user/confirm_openid_address': OWN_LOGIN,
  'user/req_login_link': NO_ACCOUNT,
  'user/login_with_link': BY_LINK,
  'user/disown_login': BY_LINK,
  'user/req_reset_password': NO_ACCOUNT,
  'user/reset_password': BY_LINK,
  'user/confirm_email': BY_LINK,
  'user/become_first_administrator': { why: 'The link from the log of the server is the proof' },
  'user/refresh_token': { why: 'It needs the refresh token, and only prolongs its session' },
  'user/logout': { why: 'It only ends a session' },
  'user/end_session': { why: 'It only ends a session' },
  'user/end_other_sessions': { why: 'It only ends sessions, which lets the owner log in again' },
  'user/cancel_deletion': { why: 'It only keeps the account, and the owner is mailed' },
  'user/update_info': { why: 'It changes what others see, lets no one in, and the owner can change it back' },
  'user/upload_avatar': { why: 'It changes what others see, lets no one in, and the owner can change it back' },
} as const satisfies Record<AccountCall, AccountCallRow>;

type Rows = typeof ACCOUNT_CALLS;
/** A call that needs proof. A proof is made for one of them. */
export type ProvenCall = { [P in keyof Rows]: Rows[P] extends 'proof' ? P : never }[keyof Rows];

/** True if it is the path of a call that needs proof. */
export function isProvenCall(path: unknown): path is ProvenCall {
  const rows: Readonly<Record<string, AccountCallRow>> = ACCOUNT_CALLS;
  return typeof path === 'string' && Object.hasOwn(rows, path) && rows[path] === 'proof';
}
