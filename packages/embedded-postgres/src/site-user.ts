import { findNativePackage } from './binaries.ts';
import { databaseOwner } from './cluster.ts';
import { resolveSiteUser, type SystemUser } from './run-user.ts';

/**
 * Returns the user as whom a process that was started as root goes on after starting the database of this folder, or null
 * if it stays what it is. Creates the user if needed. Without a folder, the database is an external one.
 *
 * @param runAs name of the user (RUN_AS)
 * @throws EmbeddedPostgresError `wrong_user`
 */
export function findSiteUser(runAs: string | undefined, dataDir: string | null): SystemUser | null {
  const owner = dataDir === null ? undefined : databaseOwner(dataDir, findNativePackage().major);
  return resolveSiteUser(runAs, owner);
}
