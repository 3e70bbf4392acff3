import * as z from 'zod/mini';
import type { SettingRule } from '#core/feature.ts';
import { isLoopback, outsideUrl } from '#core/outside-url.ts';

export interface S3Config {
  /** Without a path. */
  readonly endpoint: URL;
  readonly bucket: string;
  readonly keyId: string;
  readonly secret: string;
  readonly region: string;
  /** Folder in the bucket, or empty. */
  readonly prefix: string;
  readonly pathStyle: boolean;
}

const text = z.string().check(z.minLength(1));

/** The settings of S3. All of them need `S3_ENDPOINT`. */
export const S3_SETTINGS = {
  S3_ENDPOINT: {
    schema: z.pipe(
      outsideUrl,
      z.transform((value: string) => new URL(value)),
    ),
    default: '',
    says: 'S3 or a compatible store, such as `https://s3.eu-central-1.amazonaws.com`. Images, exports and the list of erased accounts are then stored there instead of in `DATA_DIR`. HTTPS or a loopback address, without a path. Requires `S3_BUCKET`, `S3_ACCESS_KEY_ID` and `S3_SECRET_ACCESS_KEY`.',
    needs: 'S3_BUCKET',
  },
  S3_BUCKET: {
    schema: z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)),
    default: '',
    says: 'Name of the bucket. It must exist, and should not be public: lowercase letters, digits, `.` and `-`.',
    needs: 'S3_ENDPOINT',
  },
  S3_ACCESS_KEY_ID: {
    schema: text,
    default: '',
    says: 'ID of a key that can read, write, delete and list in the bucket.',
    needs: 'S3_ENDPOINT',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: text,
    default: '',
    says: 'Secret of `S3_ACCESS_KEY_ID`.',
    needs: 'S3_ENDPOINT',
  },
  S3_REGION: {
    schema: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
    default: 'us-east-1',
    says: 'Region of the bucket, which requests are signed for.',
    needs: 'S3_ENDPOINT',
  },
  S3_PREFIX: {
    schema: z.string().check(z.regex(/^[\w-]{1,60}(\/[\w-]{1,60}){0,4}$/)),
    default: '',
    says: 'Folder in the bucket, such as `skein`, so that several sites can share it: letters, digits, `-`, `_` and `/`.',
    needs: 'S3_ENDPOINT',
  },
  S3_PATH_STYLE: {
    schema: z.enum(['on', 'off']),
    default: 'on',
    says: '`on`: the bucket is in the path (`ENDPOINT/BUCKET`). `off`: it is in the host (`BUCKET.ENDPOINT`).',
    needs: 'S3_ENDPOINT',
  },
} as const satisfies Record<string, SettingRule>;

type Read = <K extends keyof typeof S3_SETTINGS>(name: K) => z.output<(typeof S3_SETTINGS)[K]['schema']> | null;

/** Reads the settings of S3. Null if there are none, so that files are stored in `DATA_DIR`, or if they are incomplete, which is a problem. */
export function readS3(env: Record<string, string | undefined>, read: Read, problems: string[]): S3Config | null {
  for (const name of Object.keys(env))
    if (name.startsWith('S3_') && env[name] && !(name in S3_SETTINGS))
      problems.push(`${name}: there is no such setting. Remove it.`);
  const endpoint = read('S3_ENDPOINT');
  const bucket = read('S3_BUCKET');
  const [keyId, secret] = [read('S3_ACCESS_KEY_ID'), read('S3_SECRET_ACCESS_KEY')];
  const [region, prefix, style] = [read('S3_REGION'), read('S3_PREFIX'), read('S3_PATH_STYLE')];
  if (endpoint === null) return null;
  if (endpoint.pathname !== '/' || endpoint.search || endpoint.hash || endpoint.username || endpoint.password)
    problems.push('S3_ENDPOINT: must consist of scheme, host and port only. The bucket is S3_BUCKET.');
  if (keyId === null) problems.push('S3_ACCESS_KEY_ID: required with S3_ENDPOINT.');
  if (secret === null) problems.push('S3_SECRET_ACCESS_KEY: required with S3_ENDPOINT.');
  if (bucket === null || keyId === null || secret === null) return null;
  return {
    endpoint,
    bucket,
    keyId,
    secret,
    region: region ?? 'us-east-1',
    prefix: prefix ?? '',
    pathStyle: style !== 'off',
  };
}

/**
 * Refuses processes on several machines that would store in folders all that they need of each other. With one of S3 and
 * SMTP they may share a folder for the rest, which can’t be known here.
 */
export function refuseApart(
  config: { role: string; databaseUrl: string | null; publicUrl: URL; s3: S3Config | null; smtpUrl: string | null },
  problems: string[],
): void {
  // At a loopback address, all are on one machine and share the folder.
  if (config.role === 'all' || !config.databaseUrl || isLoopback(config.publicUrl)) return;
  if (config.s3 === null && config.smtpUrl === null)
    problems.push(
      'ROLE: images and emails would stay in the DATA_DIR of one machine. Set S3_ENDPOINT and SMTP_URL, or one of them if all machines share a DATA_DIR for the rest.',
    );
}
