import { type Kysely, sql } from 'kysely';

const SCALARS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  // 64-bit ids and counts stay strings, because a number would lose digits.
  int8: 'string',
  xid8: 'string',
  text: 'string',
  varchar: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  timestamptz: 'Date',
  tsvector: 'string',
};

function typeOf(dataType: string): string {
  const element = dataType.startsWith('_') ? SCALARS[dataType.slice(1)] : undefined;
  const type = element ? `${element}[]` : SCALARS[dataType];
  if (!type) throw new Error(`There is no TypeScript type for the column type ${dataType}; add it to row-types.ts.`);
  return type;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

const LITERAL = String.raw`(?:'(?:[^']|'')*'::text|-?\d+)`;
const ONE_OF = new RegExp(
  String.raw`^\(?\(?"?(\w+)"? = (?:ANY \(+ARRAY\[(${LITERAL}(?:, ${LITERAL})*)\]\)+|(${LITERAL}))(?: OR \(\1 IS NULL\))?\)*$`,
);

/**
 * Returns the values that a CHECK allows its column as a TypeScript union, or null if the CHECK isn’t a list of values.
 * PostgreSQL prints `check (status in ('a', 'b'))` as `(status = ANY (ARRAY['a'::text, 'b'::text]))`.
 */
export function unionOf(condition: string): string | null {
  const [, , list, single] = ONE_OF.exec(condition) ?? [];
  const literals = (list ?? single)?.match(new RegExp(LITERAL, 'g'));
  return (
    literals?.map((literal) => literal.replace(/::text$/, '').replace(/(?<=.)''(?=.)/g, "\\'")).join(' | ') ?? null
  );
}

/** Returns the unions of the domains that a CHECK limits to a list, by name. */
async function readDomains<T>(db: Kysely<T>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; condition: string }>`
    select t.typname as name, pg_get_expr(k.conbin, 0) as condition
    from pg_type t join pg_constraint k on k.contypid = t.oid
    where t.typtype = 'd' and t.typnamespace = 'public'::regnamespace`.execute(db);
  return new Map(
    rows.flatMap(({ name, condition }) => {
      const union = unionOf(condition);
      return union === null ? [] : [[name, union]];
    }),
  );
}

/** Returns the unions of the columns that a CHECK limits to a list, by `table.column`. */
async function readUnions<T>(db: Kysely<T>): Promise<Map<string, string>> {
  const { rows } = await sql<{ column: string; condition: string }>`
    select c.relname || '.' || a.attname as column, pg_get_expr(k.conbin, k.conrelid) as condition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'c' and cardinality(k.conkey) = 1 and not c.relispartition and c.relnamespace = 'public'::regnamespace`.execute(
    db,
  );
  const unions = new Map<string, string>();
  for (const { column, condition } of rows) {
    const union = unionOf(condition);
    if (union === null) continue;
    if (unions.has(column)) throw new Error(`Two CHECKs list the values of ${column}; keep one.`);
    unions.set(column, union);
  }
  return unions;
}

/**
 * Returns the row types of a migrated database as the text of `schema.ts`, which is checked in and compared by `npm run
 * check`. A column whose CHECK or domain lists its values gets their union as its type. A jsonb column gets the type that its
 * owner declares in `JsonColumns`. Of the tables in `listed` it also contains the names of the columns, for statements
 * that read whole rows.
 */
export async function describeRows<T>(db: Kysely<T>, without: string[], listed: readonly string[]): Promise<string> {
  const unions = await readUnions(db);
  const domains = await readDomains(db);
  const { rows: partitions } = await sql<{ name: string }>`
    select relname as name from pg_class where relispartition and relnamespace = 'public'::regnamespace`.execute(db);
  const left = new Set([...without, ...partitions.map(({ name }) => name)]);
  const tables = (await db.introspection.getTables())
    .filter((table) => table.schema === 'public' && !table.isView && !left.has(table.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = tables.map((table) => {
    const columns = table.columns.map((column) => {
      const key = `${table.name}.${column.name}`;
      if (column.dataType === 'jsonb') {
        const kind = column.isNullable ? 'NullableJson' : column.hasDefaultValue ? 'JsonWithDefault' : 'Json';
        return `  ${column.name}: ${kind}<'${key}'>;`;
      }
      const bare = unions.get(key) ?? domains.get(column.dataType) ?? typeOf(column.dataType);
      const type = column.isNullable ? `${bare} | null` : bare;
      if (column.isAutoIncrementing) return `  ${column.name}: GeneratedAlways<${type}>;`;
      return `  ${column.name}: ${column.hasDefaultValue ? `Generated<${type}>` : type};`;
    });
    return `export interface ${pascal(table.name)}Table {\n${columns.join('\n')}\n}`;
  });
  const columns = tables
    .filter(({ name }) => listed.includes(name))
    .map((table) => `  ${table.name}: [${table.columns.map(({ name }) => `'${name}'`).join(', ')}],`);
  const map = tables.map((table) => `  ${table.name}: ${pascal(table.name)}Table;`);
  return [
    '// Made from the migrated database by `npm run db:types`; never edited by hand.',
    "import type { Generated, GeneratedAlways } from 'kysely';",
    "import type { Json, JsonWithDefault, NullableJson } from './json.ts';",
    '',
    ...parts.flatMap((part) => [part, '']),
    `export interface DB {\n${map.join('\n')}\n}`,
    '',
    '/** The columns of tables to which features add fields. */',
    `export const COLUMNS = {\n${columns.join('\n')}\n} as const;`,
    '',
  ].join('\n');
}
