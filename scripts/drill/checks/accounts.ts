import { type Row, testsOf } from '../check.ts';

const server = (file: string) => `src/features/accounts/server/${file}.api.test.ts`;

/** Logging in, sessions, and the ways into an account. */
export const ACCOUNT_CHECKS: readonly Row[] = [
  {
    id: 1,
    name: 'An unknown email looks like a wrong password',
    passMark: 'same status, body and headers; medians of 300 interleaved logins of each kind differ by ≤ 5 %',
    needsQuiet: true,
    tests: [
      testsOf(
        server('login'),
        'gives the same response for an unknown address and a wrong password',
        'takes as long for an unknown address as for a wrong password',
      ),
      testsOf('src/features/accounts/server/password-hash.test.ts', 'takes as long to verify if there is none'),
    ],
  },
  {
    id: 2,
    name: 'Signing up and asking for a reset tell no one who is a member',
    passMark: 'same responses, no observable row, one email each',
    tests: [
      testsOf(
        server('registration'),
        'gives the same response for a new, unconfirmed or known address, with one email each',
        'is sent again on request, only to unconfirmed accounts, always with the same response',
      ),
      testsOf(
        server('password'),
        'gets the same response for a known and an unknown address; the known one gets an email',
        'does the same work for an unknown address',
      ),
      testsOf(server('wishes'), 'can’t tell whether an email has an account'),
    ],
  },
  {
    id: 3,
    name: 'Guessing a password is slowed down, its owner is not',
    passMark: 'the 11th try in 10 minutes is refused with Retry-After; 500 from 50 addresses don’t keep the owner out',
    remark: 'No account is ever locked: after 100 tries, unknown devices need a harder check or an emailed link.',
    tests: [
      testsOf(
        server('login-limits'),
        'is limited to ten tries in ten minutes from one address',
        '500 wrong passwords from 50 addresses',
      ),
      testsOf(server('login'), 'a hundred wrong passwords in a day'),
    ],
  },
  {
    id: 4,
    name: 'The limit of tries is exact',
    passMark: 'of 200 concurrent wrong logins ≤ 10 are hashed, the rest refused',
    tests: [testsOf(server('login-limits'), 'hashes at most ten times, however many concurrent tries there are')],
  },
  {
    id: 5,
    name: 'Hashing is strong, and never starves the rest',
    passMark: 'argon2id, m ≥ 19456, t ≥ 2, p ≥ 1; during 500 concurrent logins p99 of /api/health < 250 ms',
    needsQuiet: true,
    tests: [
      testsOf(
        'src/features/accounts/server/password-hash.test.ts',
        'is argon2id with the OWASP parameters',
        'run at most one per core',
      ),
    ],
    scripts: ['logins'],
  },
  {
    id: 6,
    name: 'New passwords',
    passMark: 'a table of ≥ 40 passwords with their exact errors; ≥ 1,000 common ones refused; new = old refused',
    tests: [
      testsOf('src/features/accounts/model/password.test.ts', '%j → %s', 'are more than a thousand', 'are all refused'),
      testsOf('src/features/accounts/server/breached-passwords.test.ts', 'leaked passwords'),
      testsOf(server('password'), 'changing the password'),
    ],
  },
  {
    id: 7,
    name: 'Concurrent renewals of a session',
    passMark: '10 tabs at once, and 50 calls with one token: all succeed, one successor, no logout',
    tests: [
      testsOf(server('sessions'), 'returns the same new token to 50 concurrent calls'),
      testsOf(
        'e2e/journeys/accounts-sessions.spec.ts',
        'tabs that come back at the same time renew their session once',
      ),
    ],
  },
  {
    id: 8,
    name: 'A stolen token that is used again',
    passMark: 'the session ends with all its tokens, one email, one row in the log',
    tests: [
      testsOf(server('sessions'), 'ends the session on reuse of %s', 'accepts the previous token for 30 seconds'),
    ],
  },
  {
    id: 9,
    name: 'Browsers renew once, and keep the tokens in a failure',
    passMark:
      '20 refused calls: one renewal, 20 repeats; refused renewal: tokens deleted once; 503, 429, timeout: kept',
    tests: [
      testsOf('src/web/api/client.test.ts', 'on %d renews the session once, and repeats every call that was refused'),
      testsOf('src/web/api/renewal.test.ts', 'a renewal that is refused', 'a renewal that fails'),
    ],
  },
  {
    id: 10,
    name: 'Refusals because of the role end no session',
    passMark: 'after 100 in a row the session lives, ≤ 100 renewals, never two at once',
    tests: [testsOf('src/web/api/renewal.test.ts', 'calls that are refused because of the role')],
  },
  {
    id: 11,
    name: 'A new password ends other sessions',
    passMark: 'of 5 sessions, 4 end ≤ 1 s after a change and all after a reset; logging out ends both tokens',
    tests: [
      testsOf(
        server('password'),
        'ends the other sessions and keeps the current one',
        'sets the password and ends every session',
      ),
      testsOf(server('sessions'), 'ends both tokens on the server, and no other session'),
    ],
  },
  {
    id: 12,
    name: 'A ban stops a member in the middle',
    passMark: 'at 100 requests a second none is accepted after the commit; the browser ends on / with empty storage',
    tests: [
      testsOf('src/server/ban.api.test.ts', 'a ban stops a member who sends a hundred requests a second'),
      testsOf(server('restriction'), 'applies to every request that starts after it, and to refreshing'),
      testsOf('e2e/journeys/safety.spec.ts', 'a member who is suspended while reading sees why'),
    ],
  },
  {
    id: 13,
    name: 'Forged tokens',
    passMark: '≥ 12 kinds are all refused with 401',
    tests: [
      testsOf(
        server('sessions'),
        'is refused with another key, kind, audience or time',
        'is valid for ten minutes and five seconds of leeway',
      ),
    ],
  },
  {
    id: 14,
    name: 'The link of a reset',
    passMark: '20 concurrent uses: one succeeds; dead after 30 minutes, a use, a newer one; in no log and no table',
    tests: [
      testsOf(server('password'), 'reset link'),
      testsOf(
        server('login-limits'),
        'is limited to once a minute, and a second request returns the wait and sends nothing',
      ),
      testsOf(server('secrecy'), 'are in no table and no log line, whatever a member does'),
    ],
  },
  {
    id: 15,
    name: 'Logging in with Google',
    passMark: '≥ 8 changed callbacks refused; a stranger’s unconfirmed account is never merged',
    tests: [
      testsOf(
        server('google'),
        'a login with Google is refused for',
        'discards a sign-up that a stranger started with the address',
      ),
      testsOf(server('proof'), 'a Google account'),
    ],
  },
  {
    id: 16,
    name: 'The human check',
    passMark:
      'missing, forged or used: 400 and no row; 20 concurrent with one response: ≤ 1; verifier down: 503 in ≤ 3 s',
    tests: [
      testsOf('src/platform/human-check/turnstile.api.test.ts', 'the human check with Turnstile'),
      testsOf(
        'src/platform/human-check/human-check.api.test.ts',
        'refuses missing, forged and easier solutions, and stores nothing',
        'accepts a solution once, even for concurrent calls',
      ),
    ],
  },
];
