import fc, { type Arbitrary } from 'fast-check';
import * as z from 'zod/mini';
import type { Endpoint } from '#core/endpoint.ts';
import { HOSTILE_TEXTS } from '#testing/hostile-texts.ts';

/** The parts of JSON Schema that describe our inputs. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
}

/** Real values by field, so that calls pass the first checks. */
export type Pool = Record<string, readonly unknown[]>;

const LONGEST = 500;
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\udfff\ud800',
    '\u202e\u2066',
    '\ufeff',
    'x'.repeat(70_000).slice(0, LONGEST),
    '0',
    '-1',
    '1e999',
    'NaN',
    'true',
    '9223372036854775808',
    '9'.repeat(40),
    '2026-13-45T99:99:99Z',
    '٣',
    '١٢',
    'a@b.c',
    '../..',
    '%00',
    '%',
    '\\',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const anything: Arbitrary<unknown> = fc.oneof(
  hostile,
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    Number.MAX_SAFE_INTEGER,
    2 ** 31,
    -(2 ** 31) - 1,
    [],
    {},
    [[]],
    [null],
    { a: 1 },
    { constructor: 1 },
    { toString: null },
    { length: 1e9 },
  ),
  fc.jsonValue({ maxDepth: 4 }),
);
const scriptOf = (text: string): Arbitrary<string> =>
  fc.constantFrom(
    text,
    'A ferry in the fog.',
    '雨水账本，第一章',
    '막차를 놓친 사람들',
    'Über die Dünen',
    '👩‍🚀🚀 émoji',
  );

/** Values that mostly fit the schema. They may still fail checks that its description doesn’t contain. */
function fitting(schema: Schema, name: string, pool: Pool): Arbitrary<unknown> {
  const known = pool[name];
  if (known && known.length > 0)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...known) },
      { weight: 1, arbitrary: unknownFitting(schema, name, pool) },
    );
  return unknownFitting(schema, name, pool);
}

function unknownFitting(schema: Schema, name: string, pool: Pool): Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => fitting(choice, name, pool)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, pool);
    case 'array':
      return fc.array(fitting(schema.items ?? {}, name, pool), {
        minLength: Math.min(schema.minItems ?? 0, 3),
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      });
    case 'integer':
    case 'number':
      return fc.oneof(
        {
          weight: 5,
          arbitrary: fc.integer({ min: Math.max(schema.minimum ?? 0, -10), max: Math.min(schema.maximum ?? 20, 20) }),
        },
        { weight: 1, arbitrary: fc.constantFrom(0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER) },
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      if (schema.pattern) return fc.stringMatching(new RegExp(schema.pattern));
      return fc.oneof(hostile, scriptOf('Salt and Lemons'));
    default:
      return anything;
  }
}

function objectOf(schema: Schema, pool: Pool): Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {});
  return fc.record(Object.fromEntries(fields.map(([name, part]) => [name, fitting(part, name, pool)])), {
    requiredKeys: schema.required ?? [],
  });
}

/**
 * One to three changes away from a valid input: a field is missing, replaced, nested, doubled or unknown. Or no object.
 */
function broken(input: Arbitrary<Record<string, unknown>>): Arbitrary<unknown> {
  const change = fc.tuple(
    fc.nat(),
    fc.constantFrom('drop', 'replace', 'nest', 'double', 'add'),
    anything,
    fc.constantFrom('x', '__proto__x', 'constructor', 'toString', 'id', 'status', ''),
  );
  return fc.oneof(
    { weight: 1, arbitrary: anything },
    {
      weight: 9,
      arbitrary: fc.tuple(input, fc.array(change, { minLength: 1, maxLength: 3 })).map(([fields, changes]) => {
        const result: Record<string, unknown> = { ...fields };
        for (const [at, kind, value, extra] of changes) {
          const names = Object.keys(result);
          const name = names[at % Math.max(1, names.length)] ?? 'x';
          if (kind === 'drop') delete result[name];
          else if (kind === 'replace') result[name] = value;
          else if (kind === 'nest') result[name] = { [name]: result[name] };
          else if (kind === 'double') result[name] = [result[name], result[name]];
          else result[extra] = value;
        }
        return result;
      }),
    },
  );
}

export interface FuzzInput {
  input: unknown;
  query: unknown;
}

/** Returns inputs of a call: some that fit its description, and some that are broken. */
export function inputsOf(endpoint: Endpoint, pool: Pool): { fits: Arbitrary<FuzzInput>; breaks: Arbitrary<FuzzInput> } {
  const schemaOf = (schema: Endpoint['input']) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;
  const fields = objectOf(schemaOf(endpoint.input), pool);
  const query = endpoint.query ? objectOf(schemaOf(endpoint.query), pool) : fc.constant({});
  return {
    fits: fc.record({ input: fields, query }),
    breaks: fc.record({ input: broken(fields), query: endpoint.query ? fc.oneof(query, broken(query)) : query }),
  };
}

/** Returns a query as browsers and attackers write it: values as text, lists as repeated names. */
export function queryOf(fields: unknown): string {
  const query = new URLSearchParams();
  if (typeof fields === 'string') return encodeURI(fields.toWellFormed()).slice(0, 2000);
  for (const [name, value] of Object.entries(fields ?? {}))
    for (const one of Array.isArray(value) ? value : [value])
      query.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one));
  return query.toString();
}
