import type { TestApp, WireAnswer } from '#testing/test-app.ts';
import type { Act } from './acts.ts';

/** Secret values in the database that no response may contain, each with its column. */
export type Secrets = ReadonlyMap<string, string>;

/** Columns of secrets of the server, and of private data. */
const SECRET_COLUMNS = /hash|token|seed|secret|email|(^|_)ip$|address|nonce|verifier/;
/** Shorter values could be found by chance. */
const SHORTEST = 6;

/** Returns every secret in the database, in every form that a response could contain. */
export async function secretsOf(app: TestApp): Promise<Secrets> {
  const { rows: columns } = await app.database.pool.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const secrets = new Map<string, string>();
  for (const { table, column } of columns.filter((known) => SECRET_COLUMNS.test(known.column))) {
    const { rows } = await app.database.pool.query<{ value: unknown }>(
      `select distinct ${column} as value from ${table} where ${column} is not null`,
    );
    for (const { value } of rows) for (const form of formsOf(value)) secrets.set(form, `${table}.${column}`);
  }
  return secrets;
}

function formsOf(value: unknown): string[] {
  const forms = Buffer.isBuffer(value)
    ? (['hex', 'base64', 'base64url'] as const).map((form) => value.toString(form))
    : [String(value)];
  return forms.filter(({ length }) => length >= SHORTEST);
}

const SECRET_KEYS = /e-?mail|password|hash|token|seed|secret|^ip$|address|reporter|devicekey/i;
/** Returns the keys and values of a response that it must not contain. */
export function findSecrets(
  secrets: Secrets,
  { headers, body }: WireAnswer,
  { mayHave = [], self }: { mayHave: Act['mayHave']; self: string | null },
): string[] {
  const found: string[] = [];
  const allowed = body.code === 'banned' ? [...mayHave, 'appealToken'] : mayHave;
  const walk = (value: unknown, key: string): void => {
    if (SECRET_KEYS.test(key) && !allowed.includes(key)) found.push(`key ${key}`);
    if (Array.isArray(value)) for (const item of value) walk(item, '');
    else if (value !== null && typeof value === 'object')
      for (const [name, inner] of Object.entries(value)) walk(inner, name);
  };
  walk(body.data, '');
  walk(body.details, '');
  const text = JSON.stringify([headers, body]);
  for (const [secret, place] of secrets) if (secret !== self && text.includes(secret)) found.push(place);
  return found;
}
