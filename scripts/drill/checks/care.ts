import { type Row, testsOf } from '../check.ts';

/** Privacy, moderation, accessibility and supply. */
export const CARE_CHECKS: readonly Row[] = [
  {
    id: 58,
    name: 'Export of one’s data',
    passMark: 'ready ≤ 5 minutes; every column that names a member has a rule; only for its owner',
    tests: [
      testsOf(
        'src/server/export.api.test.ts',
        'an export contains all data of its member, no secrets and nothing of others',
        'a stolen access token gets no export',
      ),
      testsOf('src/server/member-columns.api.test.ts', 'every column that references a member has rules'),
    ],
    remark: 'The file has one-use addresses instead of a link that is valid for 7 days.',
  },
  {
    id: 59,
    name: 'Erasure of an account',
    passMark: 'after 14 days no trace in any column, file or index; texts of others unchanged; stories pass on',
    tests: [
      testsOf(
        'src/server/erasure.api.test.ts',
        'with `keep`, texts stay with a former author',
        'with `delete`, chapters without successors go',
        'an erasure that is interrupted anywhere is completed by the next run',
      ),
      testsOf(
        'src/server/erased-words.api.test.ts',
        'what others reported about an erased member no longer names them',
      ),
      testsOf('src/server/member-columns.api.test.ts', 'every column that references a member has rules'),
    ],
  },
  {
    id: 60,
    name: 'Logs',
    passMark: '10,000 requests: no password, token, link or email in a log; addresses go after 30 days',
    tests: [
      testsOf('src/features/accounts/server/secrecy.api.test.ts', 'passwords, tokens and addresses'),
      testsOf('src/features/accounts/server/expiry.api.test.ts', 'includes the addresses of logins after 30 days'),
    ],
  },
  {
    id: 61,
    name: 'Nothing is counted without consent',
    passMark: 'no request and no cookie before “accept all”; both buttons alike; changed back in ≤ 2 presses',
    tests: [testsOf('e2e/journeys/counting.spec.ts', '“necessary only” sends nothing')],
  },
  {
    id: 62,
    name: 'Statements of reasons',
    passMark: 'every restriction has all of its parts, in the transaction of the restriction',
    tests: [
      testsOf('src/features/moderation/server/restrictions.api.test.ts', 'a statement of reasons'),
      testsOf(
        'src/features/accounts/server/restriction.api.test.ts',
        'run in the same transaction',
        'notifies its member of the reason, the end and how to appeal',
      ),
    ],
  },
  {
    id: 63,
    name: 'Appeals',
    passMark: '≥ 183 days, decided by another person; what is granted is as it was, byte for byte',
    tests: [
      testsOf('src/features/moderation/model/restriction-policy.test.ts', 'an appeal'),
      testsOf('src/features/moderation/server/reports.api.test.ts', 'an appeal'),
      testsOf('src/features/moderation/server/restrictions.api.test.ts', 'a hidden chapter', 'a banned story'),
    ],
  },
  {
    id: 64,
    name: 'Published texts and the log can’t be changed unseen',
    passMark: 'edits stay invisible until approved; the site’s role can’t rewrite the log; 10,000 rows verify',
    tests: [
      testsOf('src/features/chapters/server/chapter-life.api.test.ts', 'keeps its public text during an edit'),
      testsOf(
        'src/features/stories/server/covers.api.test.ts',
        'of a published story is invisible to readers until it is approved',
      ),
      testsOf('src/features/accounts/server/restriction.api.test.ts', 'can’t be rewritten by the role of the site'),
      testsOf('src/platform/db/verify-log.api.test.ts', 'verifies 10,000 rows', 'says where the log was changed'),
    ],
  },
  {
    id: 65,
    name: 'Reports',
    passMark: '≤ 20 a day and member, duplicates merged; 500 from new accounts hide nothing; reporters never named',
    tests: [
      testsOf(
        'src/features/moderation/server/reports.api.test.ts',
        'joins the open case, is accepted once per member, gets a receipt, and hides nothing',
        'is sent to everyone who reported, without names',
        'of many new accounts hide nothing',
      ),
      testsOf('src/platform/http/limits.api.test.ts', 'counts accepted reports of a day, not refused ones'),
    ],
  },
  {
    id: 66,
    name: 'Accessibility and supply',
    passMark:
      'axe without violations on every page × theme × language; 12 keyboard journeys; list of packages, no secrets',
    minutes: 60,
    tests: [
      testsOf('e2e/journeys/accessibility.spec.ts'),
      testsOf('e2e/journeys/accessibility-few.spec.ts'),
      testsOf('e2e/journeys/accessibility-members.spec.ts'),
      testsOf('e2e/journeys/accessibility-shared.spec.ts'),
      testsOf('e2e/journeys/accessibility-visitors.spec.ts'),
      testsOf('e2e/journeys/accessibility-writers.spec.ts'),
      testsOf('e2e/journeys/keyboard.spec.ts'),
      testsOf('e2e/journeys/keyboard-early.spec.ts'),
      testsOf('e2e/journeys/keyboard-members.spec.ts'),
      testsOf('e2e/journeys/keyboard-writers.spec.ts'),
      testsOf('src/platform/config.test.ts', 'an invalid setting stops the startup'),
      testsOf('src/platform/secret-keys.test.ts'),
      testsOf('tools/package-ages.test.ts'),
    ],
    scripts: ['supply'],
    remark: '`npm audit` needs a registry that answers it, so it is left to `npm run sbom` and an operator.',
  },
];
