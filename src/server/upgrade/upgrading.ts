import type { Config } from '#platform/config.ts';
import type { ConnectionSettings } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { bareDatabase, type OtherStart } from '../database.ts';

/** A command on a data folder, and what it needs. */
export interface Upgrading {
  readonly config: Config;
  readonly log: Log;
  /** Tells the operator what happens. */
  readonly say: (sentence: string) => void;
  /** Asks whether to do it. */
  readonly confirm: (question: string) => Promise<boolean>;
  /** The package of an earlier PostgreSQL, if it is not to be downloaded. */
  readonly postgresFile: string | null;
  /** Called at each step, for tests that kill the process there. */
  readonly onStep: (step: string) => void;
}

/** `refused`: the operator said no. */
export type UpgradeOutcome = 'nothing' | 'done' | 'refused';

/** Runs work on an embedded database, as the owner of its tables. */
export async function withEmbedded<T>(
  { config, log }: Pick<Upgrading, 'config' | 'log'>,
  dataDir: string,
  start: OtherStart,
  work: (settings: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const bare = await bareDatabase({ ...config, dataDir }, log, start);
  try {
    return await work(bare.owner);
  } finally {
    await bare.close();
  }
}
