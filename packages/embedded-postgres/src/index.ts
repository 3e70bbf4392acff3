// The package’s only entry. Everything else in this folder is internal.
export { chooseDataDir, type DataDirChoice } from './data-dir.ts';
export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './embedded-postgres-error.ts';
export type { SystemUser } from './run-user.ts';
export { findRunningPostgres, type RunningPostgres } from './running.ts';
export { findSiteUser } from './site-user.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type PostgresDeath,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
