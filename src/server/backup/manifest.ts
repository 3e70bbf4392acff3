import type { LogAnchor } from '#platform/db/verify-log.ts';
import type { TableDescription } from './tables.ts';

/** Files of the data folder with the secret of the site, and with the one before it. */
export const KEY_FILES = ['secret-key', 'secret-key-previous'] as const;

/** What a backup contains, and how to check that it is complete. */
export interface Manifest {
  format: 1;
  madeAt: string;
  /** The latest migration of the saved database. */
  migration: string;
  tables: (TableDescription & { rows: number; sha256: string })[];
  images: number;
  /** Images that the store has damaged, and that this backup doesn’t have. Missing in backups of earlier versions. */
  damaged?: readonly string[];
  /** Tells the site from others with the same address. Backups of earlier versions don’t have it. */
  site?: string | null;
  /** Address of the site, whose list of erased accounts belongs to the backup. Backups of earlier versions don’t have it. */
  address?: string;
  /** The last seal of the log, or null if there is none. Backups of earlier versions don’t have it. */
  log?: LogAnchor | null;
}
