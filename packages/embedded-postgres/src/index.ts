// The package’s only entry. Everything else in this folder is internal.
export { findNativePackage, type NativePackage } from './binaries.ts';
export { UPGRADE_FOLDERS } from './cluster.ts';
export { chooseDataDir, type DataDirChoice, databasesIn } from './data-dir.ts';
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
export { type DataDirLock, lockDataDir } from './start-lock.ts';
