import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, inject } from 'vitest';
import type { AnswerOf, Endpoint, InputOf } from '#core/endpoint.ts';
import type { Language } from '#core/languages.ts';
import { SECOND } from '#core/time.ts';
import { drawSocialImage } from '#features/stories/server/draw-social-image.job.ts';
import type { Config } from '#platform/config.ts';
import type { Clock, Deps } from '#platform/context.ts';
import { type ConnectionSettings, type Database, openDatabase } from '#platform/db/database.ts';
import { MAX_EVENT_LOOP_DELAY } from '#platform/http/server.ts';
import { drainJobs } from '#platform/jobs/worker.ts';
import { createLog } from '#platform/log/log.ts';
import type { Mail, Mailer } from '#platform/mail/mailer.ts';
import { type App, createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { createDeps } from '#server/deps.ts';
import { allJobs } from '#server/regular.job.ts';
import { PreparingAllClient } from './preparing-client.ts';
import { createTestDatabase, dropTestDatabase, SITE_ROLE } from './test-server.ts';

/** A clock that tests can advance, for both code and database. */
export interface TestClock extends Clock {
  advance: (milliseconds: number) => Promise<void>;
}

export interface WireAnswer {
  status: number;
  headers: Record<string, unknown>;
  body: {
    data?: unknown;
    next?: string | null;
    error?: string;
    code?: string;
    fields?: Record<string, string>;
    details?: Record<string, unknown>;
  };
}

/** A caller of the API: a visitor, or a member with an access token. */
export interface Caller {
  readonly accessToken?: string;
  readonly address?: string;
}

export interface TestApp {
  readonly app: App;
  readonly deps: Deps;
  /** Connections of the role of the site, which can’t change tables or logs. */
  readonly database: Database;
  /** Connections of the role that owns the tables. */
  readonly owner: Database;
  readonly clock: TestClock;
  readonly mails: Mail[];
  /** Calls an endpoint and returns the raw response. */
  send: <E extends Endpoint>(
    endpoint: E,
    input: unknown,
    caller?: Caller,
    options?: { language?: Language; query?: Record<string, string>; headers?: Record<string, string> },
  ) => Promise<WireAnswer>;
  /** Calls an endpoint that must succeed and returns its data (a page for lists). */
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, caller?: Caller) => Promise<AnswerOf<E>>;
  upload: (
    endpoint: Endpoint,
    fields: Record<string, string>,
    file: Uint8Array,
    caller: Caller,
    name?: string,
  ) => Promise<WireAnswer>;
  /** Runs all jobs that are due, except the drawing of social images, which takes longer than all others. */
  work: (options?: { withPictures: boolean }) => Promise<void>;
}

/** Returns the settings of a test site. A test can override them with environment variables. */
export function testConfig(env: Record<string, string> = {}): Config {
  return readConfig(
    {
      PUBLIC_URL: 'http://localhost:3000',
      HUMAN_CHECK: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
      ...env,
    },
    tmpdir(),
  );
}

export const SECRET_KEY = 'a secret of tests that is long enough';

/** Long enough for a machine that is busy with other work, and shorter than the time limit of a test. */
const PATIENCE_MS = 25 * SECOND;
const PATIENT = { wait: PATIENCE_MS, statementTimeout: PATIENCE_MS, lockTimeout: PATIENCE_MS };

async function startTestApp(
  env: Record<string, string>,
  { refusesWhenBusy, server = async () => inject('postgres') }: TestAppOptions,
): Promise<TestApp & { stop: () => Promise<void> }> {
  const settings = await createTestDatabase(await server());
  const client = PreparingAllClient;
  const patience = refusesWhenBusy ? {} : PATIENT;
  const database = openDatabase({ ...settings, user: SITE_ROLE }, () => {}, { max: 20, client, ...patience });
  const owner = openDatabase(settings, () => {}, { max: 2, ...PATIENT });
  const dataDir = await mkdtemp(join(tmpdir(), 'skein-app-'));
  const config = { ...testConfig(env), dataDir };
  const log = createLog(config.logLevel);
  let ahead = 0;
  const clock: TestClock = {
    now: () => new Date(Date.now() + ahead),
    async advance(milliseconds) {
      ahead += milliseconds;
      await sql`update test_clock set ahead = ahead + make_interval(secs => ${milliseconds / 1000})`.execute(
        database.db,
      );
    },
  };
  const mails: Mail[] = [];
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), check: async () => {} };
  const deps = createDeps({ config, secretKey: SECRET_KEY, database, log, clock, mailer });
  const maxEventLoopDelay = refusesWhenBusy ? MAX_EVENT_LOOP_DELAY : Number.POSITIVE_INFINITY;
  const app = await createApp(deps, database, log, { maxEventLoopDelay });
  const send: TestApp['send'] = async (endpoint, input, caller = {}, options = {}) => {
    const query = new URLSearchParams({ ...(options.language ? { t: options.language } : {}), ...options.query });
    if (endpoint.method === 'GET')
      for (const [name, value] of Object.entries(input ?? {})) if (value !== undefined) query.set(name, String(value));
    const response = await app.http.inject({
      method: endpoint.method,
      url: `/api/${endpoint.path}?${query}`,
      headers: { ...(caller.accessToken ? { authorization: `Bearer ${caller.accessToken}` } : {}), ...options.headers },
      ...(endpoint.method === 'POST' ? { payload: input as object } : {}),
      remoteAddress: caller.address ?? '127.0.0.1',
    });
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  };
  return {
    app,
    deps,
    database,
    owner,
    clock,
    mails,
    send,
    async call(endpoint, input, caller) {
      const { status, body } = await send(endpoint, input, caller);
      if (status !== 200) throw new Error(`${endpoint.path} returned ${status} ${JSON.stringify(body)}`);
      return (endpoint.list ? { items: body.data, next: body.next } : body.data) as AnswerOf<typeof endpoint>;
    },
    async upload(endpoint, fields, file, caller, name = 'picture.png') {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      form.set('file', new Blob([file as Uint8Array<ArrayBuffer>]), name);
      const body = new Response(form);
      const response = await app.http.inject({
        method: 'POST',
        url: `/api/${endpoint.path}`,
        headers: {
          'content-type': body.headers.get('content-type')!,
          ...(caller.accessToken ? { authorization: caller.accessToken } : {}),
        },
        payload: Buffer.from(await body.arrayBuffer()),
      });
      return { status: response.statusCode, headers: response.headers, body: response.json() };
    },
    work: ({ withPictures } = { withPictures: false }) =>
      drainJobs(
        withPictures ? allJobs : allJobs.filter(({ name }) => name !== drawSocialImage.name),
        deps,
        database.pool,
      ),
    async stop() {
      await app.http.close();
      await database.close();
      await owner.close();
      await dropTestDatabase(settings);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export interface TestAppOptions {
  /**
   * Has the site’s own limits for the delay of the event loop and for waiting on the database. Otherwise, it waits much
   * longer, because tests of other things would fail on a busy machine.
   */
  refusesWhenBusy?: boolean;
  /** Returns another database server than the one that all tests share. */
  server?: () => Promise<ConnectionSettings>;
}

/** Starts a site for the tests of one file, on a new copy of the database. */
export function setUpTestApp(env: Record<string, string> = {}, options: TestAppOptions = {}): TestApp {
  let running: (TestApp & { stop: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    running = await startTestApp(env, options);
  }, 60_000);
  afterAll(async () => running?.stop());
  return new Proxy({} as TestApp, {
    get(_, name) {
      if (!running) throw new Error('The test app can only be used inside tests');
      return running[name as keyof TestApp];
    },
  });
}
