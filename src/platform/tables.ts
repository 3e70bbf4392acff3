import { DECISION, type Tables } from './db/tables.ts';

/** The tables of the platform, and what happens to members’ data in them. */
export const platformTables = {
  idempotency_keys: {
    account_id: { erased: 'row', exported: { left: 'copies of responses, for a day' } },
  },
  images: {
    owner_id: { erased: 'null', exported: { file: 'account/images' } },
  },
  installation: {},
  outbox: {},
  rate_limits: {},
  spent_challenges: {},
  status_log: {
    actor_id: { erased: DECISION, exported: { file: 'account/acts', without: ['reason_salt', 'reason_hash'] } },
  },
  status_log_seals: {},
  worker_heartbeats: {},
} satisfies Partial<Tables>;
