import { checkAddress } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkKeys, checkVersions } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkReplica } from './check-replica.ts';
import { type Check, type Finding, type Patient, wrong } from './finding.ts';

/** All checks, in the order in which they are shown. */
const CHECKS: Readonly<Record<string, Check>> = {
  Versions: checkVersions,
  Database: checkDatabase,
  Replica: checkReplica,
  Address: checkAddress,
  Mail: checkMail,
  Disk: checkDisk,
  Keys: checkKeys,
  Backup: checkBackup,
};

/** Runs all checks, and passes each finding on as soon as it is known. Returns false if something is wrong. */
export async function examine(patient: Patient, tell: (area: string, finding: Finding) => void): Promise<boolean> {
  let isWell = true;
  for (const [area, check] of Object.entries(CHECKS)) {
    const found = await check(patient).catch((error: unknown) => [
      wrong(`This can’t be checked: ${error instanceof Error ? error.message : String(error)}`, 'See the message.'),
    ]);
    for (const finding of found) {
      tell(area, finding);
      isWell &&= finding.level !== 'wrong';
    }
  }
  return isWell;
}
