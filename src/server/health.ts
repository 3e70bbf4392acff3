import type pg from 'pg';
import type { Database } from '#platform/db/database.ts';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';

/** Returns false if the database only answers reads, such as a standby after a failover. */
async function canWrite(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ is_read_only: string }>(
    `select current_setting('transaction_read_only') as is_read_only`,
  );
  return rows[0]!.is_read_only === 'off';
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns what load balancers ask: whether the process runs, and whether it can be sent requests. */
export function healthRoutes(
  isDraining: () => boolean,
  { pool, room }: Pick<Database, 'pool' | 'room'>,
): readonly RawRoute[] {
  const declared = {
    method: 'GET',
    access: 'public',
    cache: 'no-store',
    limit: { none: 'It must work while everything else is refused.' },
  } as const;
  return [
    rawRoute({
      ...declared,
      path: '/api/health',
      answer: () => ({ type: JSON_TYPE, body: JSON.stringify({ data: { alive: true } }) }),
    }),
    rawRoute({
      ...declared,
      path: '/api/ready',
      async answer() {
        const works = !isDraining() && (await canWrite(pool).catch(() => false)) && !(await room.isOut());
        const body = JSON.stringify({ data: { ready: works } });
        return { status: works ? 200 : 503, type: JSON_TYPE, body };
      },
    }),
  ];
}
