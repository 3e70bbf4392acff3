import { type Row, testsOf } from '../check.ts';

/** Who may do what. */
export const PERMISSION_CHECKS: readonly Row[] = [
  {
    id: 17,
    name: 'Every route says who may use it',
    passMark: 'a route without access stops the start; the list of routes is complete',
    tests: [
      testsOf('src/server/raw-routes.api.test.ts', 'is listed once', 'no other route is made by hand'),
      testsOf('src/server/routes.api.test.ts', 'the list of calls', 'who may call'),
      testsOf('src/server/openapi.api.test.ts', 'contains every call and nothing else'),
    ],
    remark: 'The access is a required field of each contract, so a call without it does not compile.',
  },
  {
    id: 18,
    name: 'The matrix of roles and actions',
    passMark: '11 roles × every call × own, another’s, missing, hidden: all as listed; hidden = missing, byte for byte',
    minutes: 30,
    tests: [
      testsOf(
        'src/server/permissions/permissions.api.test.ts',
        'what %s may do',
        'covers every call of the site',
        'writes for members only in transactions',
      ),
    ],
  },
  {
    id: 19,
    name: 'Fields that only the server decides',
    passMark: '≥ 25 of them sent to every call that writes: none stored',
    tests: [testsOf('src/server/routes.api.test.ts', 'what only the server decides', '%s refuses an unknown field')],
  },
  {
    id: 20,
    name: 'Nothing secret in responses',
    passMark: '≥ 500 responses per role without another’s email, address, hash, token or reporter',
    minutes: 30,
    tests: [
      testsOf(
        'src/server/permissions/permissions.api.test.ts',
        'what %s may do',
        'has checked more than 500 responses per role',
      ),
      testsOf('src/features/participation/server/search-users.api.test.ts', 'returns only what is on a profile'),
      testsOf('src/features/messages/server/requests.api.test.ts'),
    ],
  },
  {
    id: 21,
    name: 'No one decides about their own work',
    passMark: 'author, translator, reported moderator, appealed moderator: refused, no state changed',
    tests: [
      testsOf('src/features/moderation/server/decisions.api.test.ts', 'about the moderator’s own work is refused'),
      testsOf(
        'src/features/moderation/server/reports.api.test.ts',
        'is decided once, by another moderator, and restores the work',
        'can be a dismissal with a message, but never by the reported member',
      ),
      testsOf(
        'src/features/moderation/model/restriction-policy.test.ts',
        'permissions about a %s',
        'permissions to reverse a decision',
      ),
    ],
  },
  {
    id: 22,
    name: 'Moderators have no power over each other',
    passMark: 'nor over administrators or their own role; 2 concurrent demotions leave ≥ 1 administrator',
    tests: [
      testsOf('src/features/moderation/server/restrictions.api.test.ts', 'depend on the role, and exclude oneself'),
      testsOf(
        'src/server/erased-words.api.test.ts',
        'the last administrator cannot leave, be banned or lose the role',
        'one of two concurrent demotions of the last administrators is refused',
      ),
    ],
  },
];
