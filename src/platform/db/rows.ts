import type { Selectable } from 'kysely';
import type { DB } from './schema.ts';

/**
 * A row of a table as queries return it. Use `Pick` of it for the rows of raw SQL, so that unions come from the CHECKs.
 */
export type Row<Table extends keyof DB> = Selectable<DB[Table]>;
