import { type Row, testsOf } from '../check.ts';

/** What fails, is killed, hangs or is overloaded. */
export const RELIABILITY_CHECKS: readonly Row[] = [
  {
    id: 47,
    name: 'A worker that is killed',
    passMark:
      'at 200 random moments: each message exactly once; jobs go on ≤ 60 s later, a failing one is parked after 10 tries',
    minutes: 40,
    tests: [
      testsOf('src/server/kill-messages.api.test.ts', 'a worker killed at'),
      testsOf(
        'src/platform/jobs/jobs.api.test.ts',
        'that fails is retried with growing pauses, and parked after ten tries',
        'that is killed loses nothing',
        'runs urgent jobs while every email is waiting',
      ),
    ],
  },
  {
    id: 48,
    name: 'The automatic check under load',
    passMark: 'p95 ≤ 20 s at 5 submissions a second; without the checker the manual queue within 60 s; never rejects',
    needsQuiet: true,
    tests: [
      testsOf(
        'src/features/moderation/server/prereview.api.test.ts',
        'many at once, well within the deadline',
        'if the automatic check fails',
      ),
      testsOf('src/features/moderation/server/advisor.api.test.ts', 'failures of the endpoint'),
    ],
    scripts: ['prereview'],
  },
  {
    id: 49,
    name: 'A mail server that is down',
    passMark: '30 minutes: no email lost, no request slower by more than 1 s',
    tests: [
      testsOf('src/features/accounts/server/smtp.api.test.ts', 'an unavailable mail server loses no emails'),
      testsOf('src/platform/mail/mailer.test.ts', 'an attempt'),
    ],
    remark: 'The clock is moved.',
  },
  {
    id: 50,
    name: 'kill -9 of the site',
    passMark: '20 kills during 1,000 saves each: every acknowledged one is there, nothing by half',
    minutes: 40,
    tests: [
      testsOf(
        'src/server/kill.api.test.ts',
        'keeps everything acknowledged, and nothing by half',
        'killed while chapters are submitted, reviewed and withdrawn',
        'killed while chapters are taken down and published again',
      ),
    ],
  },
  {
    id: 51,
    name: 'kill -9 of PostgreSQL',
    passMark:
      '10 kills during writes: nothing acknowledged lost, amcheck clean; a killed server process: back ≤ 5 s, no restart',
    minutes: 30,
    tests: [
      testsOf('src/server/kill-tree.api.test.ts', 'keeps everything acknowledged when it is killed with its database'),
    ],
    scripts: ['database-killed'],
    remark:
      'The site gives up a database that crashes five times in ten minutes, and is started anew after four kills.',
  },
  {
    id: 52,
    name: 'A database that restarts, hangs, is busy or has no room',
    passMark:
      'at 100 requests a second only 2xx, 4xx and 503 with Retry-After, ≤ 8 s each; as before ≤ 5 s after it is back',
    needsQuiet: true,
    tests: [
      testsOf(
        'src/server/silent-database.api.test.ts',
        'answers 503 while its database is silent',
        'is not ready while its disk is full',
      ),
      testsOf(
        'src/platform/http/overload.api.test.ts',
        'refuses with Retry-After when all database connections are taken',
      ),
    ],
    scripts: ['database-restarts', 'slow-database', 'full-disk'],
  },
  {
    id: 53,
    name: 'Overload',
    passMark:
      '5 × capacity for 60 s: p99 of accepted ≤ 2 s, the rest 503 with Retry-After, health answers, memory bounded',
    needsQuiet: true,
    tests: [
      testsOf('src/platform/http/overload.api.test.ts', 'refuses with Retry-After when there is too much to compute'),
    ],
    scripts: ['overload'],
    remark: 'Over at most 1,000 connections.',
  },
  {
    id: 54,
    name: 'Stopping, and two versions side by side',
    passMark: 'SIGTERM with 200 requests: none cut, exit ≤ 10 s with code 0; migrations wait ≤ 2 s for a lock',
    needsQuiet: true,
    tests: [
      testsOf(
        'src/server/site.api.test.ts',
        'a stopping site answers open requests',
        'a site behind a load balancer reports the stop first',
      ),
      testsOf('src/platform/db/migrate.api.test.ts', 'does not block the site if a table is in use'),
      testsOf('src/server/processes/processes.api.test.ts', 'fails no request while a process is told to stop'),
    ],
    scripts: ['stop'],
    remark: 'The whole suite of the previous version on the new schema is not run.',
  },
  {
    id: 55,
    name: 'Backup and restore',
    passMark: '≤ 15 minutes per GB; same rows and checksums; the erased stay erased; ≤ 5 minutes lost with an archive',
    minutes: 20,
    tests: [
      testsOf(
        'src/server/backup/backup.api.test.ts',
        'after a restore to an empty folder everything is as it was',
        'nothing is restored from a damaged backup',
        'a restore names the pictures that the backup has lost',
      ),
      testsOf('src/server/backup/erased.api.test.ts', 'members erased after a backup are erased again'),
    ],
    scripts: ['backup'],
  },
  {
    id: 56,
    name: 'An hour of load',
    passMark:
      '60 minutes at 60 %: memory +< 10 % from minute 10, p99 ≤ 1.2 × the first 10 minutes, no 5xx, no lost connection',
    needsQuiet: true,
    minutes: 75,
    tests: [
      testsOf('src/platform/cache/tag-cache.test.ts', 'removes the least recently used response when it is full'),
    ],
    scripts: ['soak'],
    remark: 'It is load and time, so its short form only holds the bound of the cache.',
  },
  {
    id: 57,
    name: 'Random requests, and slow ones',
    passMark:
      '300 valid and 300 changed calls per route and role: no 5xx, as described; 100 slow sockets closed ≤ 15 s',
    minutes: 60,
    tests: [
      testsOf('src/server/fuzz.api.test.ts', 'whatever a %s sends'),
      testsOf(
        'src/platform/http/http.api.test.ts',
        'can be nested as deeply as a text, but no deeper',
        'without activity is closed',
      ),
      testsOf('src/platform/http/sockets.test.ts'),
    ],
    scripts: ['slow-sockets'],
  },
];
