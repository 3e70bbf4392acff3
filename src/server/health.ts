import type pg from 'pg';
import { type RawRoute, rawRoute } from '#platform/http/raw-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Returns what load balancers ask: whether the process runs, and whether it can be sent requests. */
export function healthRoutes(isDraining: () => boolean, pool: pg.Pool): readonly RawRoute[] {
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
        const works =
          !isDraining() &&
          (await pool.query('select 1').then(
            () => true,
            () => false,
          ));
        const body = JSON.stringify({ data: { ready: works } });
        return { status: works ? 200 : 503, type: JSON_TYPE, body };
      },
    }),
  ];
}
