import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/** Placeholder for a value in a compiled statement. */
class Place {
  readonly name: PropertyKey;
  constructor(name: PropertyKey) {
    this.name = name;
  }
}

/** Returns the placeholder for a value that each run of the statement supplies. */
export type Param<Values> = <K extends keyof Values>(name: K) => RawBuilder<Values[K]>;

/**
 * Builds and compiles a statement once. Use it for statements that run on nearly every call: building one costs about
 * as much as sending it. `Values` are the parameters of each run. Everything else in the statement must always be the
 * same.
 *
 *     const findTitle = compiledOnce<{ id: string }>()((db, param) =>
 *       db.selectFrom('chapters').select('title').where('id', '=', param('id')).$call(prepared).compile(),
 *     );
 *     const [row] = await findTitle(db, { id });
 */
export function compiledOnce<Values extends object>() {
  return <Row>(
    build: (db: Db, param: Param<Values>) => CompiledQuery<Row>,
  ): ((db: Db, values: Values) => Promise<Row[]>) => {
    let compiled: CompiledQuery<Row> | undefined;
    const param: Param<Values> = (name) => sql`${new Place(name)}`;
    return async (db, values) => {
      compiled ??= build(db, param);
      const given = new Map<PropertyKey, unknown>(Object.entries(values));
      const givenFor = ({ name }: Place) => {
        if (given.get(name) === undefined) throw new TypeError(`The statement got no value for ${String(name)}`);
        return given.get(name);
      };
      const parameters = compiled.parameters.map((value) => (value instanceof Place ? givenFor(value) : value));
      return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
    };
  };
}
