import type { Kysely } from 'kysely';

const SCALARS: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  float4: 'number',
  float8: 'number',
  // Ids and counts of 64 bits stay strings: a number would lose digits.
  int8: 'string',
  text: 'string',
  varchar: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  timestamptz: 'Date',
  jsonb: 'JsonValue',
  tsvector: 'string',
};

function typeOf(dataType: string): string {
  const element = dataType.startsWith('_') ? SCALARS[dataType.slice(1)] : undefined;
  const type = element ? `${element}[]` : SCALARS[dataType];
  if (!type) throw new Error(`No TypeScript type is named for the column type ${dataType}; add it to row-types.ts.`);
  return type;
}

const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());

/** The row types of a migrated database as the text of `schema.ts`, which is checked in and compared by `npm run check`. */
export async function describeRows<T>(db: Kysely<T>, without: string[]): Promise<string> {
  const tables = (await db.introspection.getTables())
    .filter((table) => table.schema === 'public' && !table.isView && !without.includes(table.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = tables.map((table) => {
    const columns = table.columns.map((column) => {
      const bare = typeOf(column.dataType);
      const type = column.isNullable ? `${bare} | null` : bare;
      if (column.isAutoIncrementing) return `  ${column.name}: GeneratedAlways<${type}>;`;
      const json =
        bare === 'JsonValue' ? `Json${column.hasDefaultValue || column.isNullable ? 'WithDefault' : ''}` : null;
      if (json) return `  ${column.name}: ${json};`;
      return `  ${column.name}: ${column.hasDefaultValue ? `Generated<${type}>` : type};`;
    });
    return `export interface ${pascal(table.name)}Table {\n${columns.join('\n')}\n}`;
  });
  const map = tables.map((table) => `  ${table.name}: ${pascal(table.name)}Table;`);
  return [
    '// Made from the migrated database by `npm run db:types`; never edited by hand.',
    "import type { ColumnType, Generated, GeneratedAlways } from 'kysely';",
    '',
    '/** What a jsonb column answers; it is written as text. */',
    'export type JsonValue = string | number | boolean | null | { [key: string]: JsonValue } | JsonValue[];',
    'export type Json = ColumnType<JsonValue, string, string>;',
    'export type JsonWithDefault = ColumnType<JsonValue, string | undefined, string>;',
    '',
    ...parts.flatMap((part) => [part, '']),
    `export interface DB {\n${map.join('\n')}\n}`,
    '',
  ].join('\n');
}
