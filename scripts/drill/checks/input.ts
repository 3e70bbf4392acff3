import { type Row, testsOf } from '../check.ts';

/** What browsers run, and what the server accepts. */
export const INPUT_CHECKS: readonly Row[] = [
  {
    id: 23,
    name: 'Hostile text in every field',
    passMark:
      '≥ 220 texts × every field × page, message, email: nothing runs, the text stays readable (60 in `npm test`)',
    minutes: 30,
    tests: [
      testsOf('src/features/chapters/server/hostile-text.api.test.ts', 'a hostile text in every field'),
      testsOf('e2e/journeys/safety.spec.ts', 'hostile input stays plain text for readers, its author and moderators'),
      testsOf('src/features/messages/server/message-text.test.ts', '%s in %s has only its tags'),
      testsOf('src/platform/mail/mailer.test.ts', 'has the same content as text and as HTML, with everything escaped'),
    ],
  },
  {
    id: 24,
    name: 'Cleaning texts and messages',
    passMark: '10,000 random texts: idempotent, only allowed content left; 1 MB in ≤ 500 ms',
    tests: [
      testsOf('src/features/chapters/model/document.test.ts'),
      testsOf('src/features/messages/model/message-html.test.ts', 'message HTML'),
    ],
  },
  {
    id: 25,
    name: 'Parameters never add markup to a message',
    passMark: '1,000 random parameters × every kind: the tags are those of the template',
    tests: [
      testsOf(
        'src/features/messages/server/message-text.test.ts',
        '%s in %s has only its tags',
        '%s has the tags of its text whatever its parameters are',
      ),
    ],
  },
  {
    id: 26,
    name: 'A nonce in the policy of each response',
    uncounted: 'overruled',
    reason: 'Pages are kept for everyone, so the policy has one hash instead of nonces. Its tests run as this check.',
    tests: [
      testsOf('src/platform/http/security-headers.test.ts'),
      testsOf('src/server/served-pages.api.test.ts', 'has the one policy, which allows its one inline script'),
      testsOf('e2e/journeys/safety.spec.ts', 'pages contain only scripts and styles that their policy allows'),
    ],
  },
  {
    id: 27,
    name: 'Pages are the same for everyone',
    passMark: 'same bytes with and without a token; no text ends its script or comment',
    tests: [
      testsOf('src/server/served-pages.api.test.ts', 'is the same to the byte for logged-in members'),
      testsOf('src/features/chapters/server/hostile-text.api.test.ts', 'a hostile text in every field'),
    ],
  },
  {
    id: 28,
    name: 'Requests of other sites',
    passMark: 'no access for other origins; forms and cookies alone change nothing; security headers on every route',
    tests: [
      testsOf('src/platform/http/http.api.test.ts', 'every response', 'an invalid request'),
      testsOf('src/server/routes.api.test.ts', 'changes nothing'),
      testsOf('src/server/raw-routes.api.test.ts', 'has the security headers, and is cached as declared'),
      testsOf(
        'src/platform/http/security-headers.test.ts',
        'browsers are kept on HTTPS for two years if the site uses it',
      ),
    ],
  },
  {
    id: 29,
    name: 'Injected SQL and headers, slow regular expressions',
    passMark: '≥ 60 strings × every parameter: no 5xx, no row changed; each regex ≤ 50 ms on 50,000 characters',
    tests: [
      testsOf(
        'src/features/chapters/server/hostile-text.api.test.ts',
        'a hostile text in every field',
        'a hostile text in every other parameter',
      ),
      testsOf('src/server/raw-routes.api.test.ts', 'never fails for hostile parameters and queries'),
      testsOf('src/server/regexes.test.ts', 'every regular expression'),
      testsOf('src/platform/mail/mailer.test.ts', 'no name or subject can add a header or a recipient'),
    ],
  },
  {
    id: 30,
    name: 'The server connects to nothing that a text names',
    passMark:
      'the whole suite opens no connection beyond this machine; ≥ 50 URLs cause none; ≥ 20 targets lead nowhere else',
    tests: [
      testsOf('src/testing/connections.test.ts'),
      testsOf('src/features/accounts/model/site-path.test.ts'),
      testsOf('src/server/connections.api.test.ts'),
    ],
    remark: 'Every test file fails if it opens a connection to another machine.',
  },
  {
    id: 31,
    name: 'Forged addresses of callers',
    passMark: '100 forged headers don’t change the key of a limit; IPv6 counts per /64',
    tests: [
      testsOf(
        'src/platform/http/caller.test.ts',
        'a forged header never changes the address',
        'the address that limits count',
      ),
      testsOf('src/platform/http/limits.api.test.ts', 'count an IPv6 network as one'),
    ],
  },
  {
    id: 32,
    name: 'Size of an uploaded picture',
    passMark: '1,048,575 bytes accepted, 1,048,576 refused with the sentence',
    tests: [
      testsOf('src/features/accounts/server/avatar.api.test.ts', 'is accepted with 1,048,575 bytes'),
      testsOf('src/features/stories/server/covers.api.test.ts', 'file size'),
    ],
  },
  {
    id: 33,
    name: 'Pictures that are something else, too',
    passMark:
      '≥ 30 files: others refused, the rest encoded again without metadata or trailing bytes, served with a fixed type',
    tests: [
      testsOf('src/platform/images/reencode.test.ts', 'an accepted image', 'a refused image'),
      testsOf('src/features/stories/server/covers.api.test.ts', 'invalid and dangerous files'),
      testsOf('src/platform/images/images.test.ts', 'a served image'),
    ],
  },
  {
    id: 34,
    name: 'Pictures with too many pixels',
    passMark: '14,000² refused before decoding; 10 at once take ≤ 100 MB',
    tests: [
      testsOf('src/platform/images/reencode.test.ts', 'that would fill the memory is refused before it is decoded'),
      testsOf('src/features/stories/server/covers.api.test.ts', 'ten oversized images at once use little memory'),
    ],
  },
  {
    id: 35,
    name: 'Names of files, and uploads that stop',
    passMark: '20 hostile names: random ids; 100 interrupted uploads leave no file; the 21st of a day is refused',
    tests: [
      testsOf(
        'src/features/accounts/server/avatar.api.test.ts',
        'is limited to 20 per day',
        'that is interrupted leaves no file',
      ),
      testsOf('src/platform/images/images.test.ts', 'the key of an image', 'is never left by a path'),
      testsOf('src/features/stories/server/covers.api.test.ts', 'no path leads out of the image store'),
    ],
  },
];
