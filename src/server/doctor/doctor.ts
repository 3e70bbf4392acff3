import { EXAMINED_AREAS, type ExaminedArea } from '#features/moderation/model/examination.ts';
import { checkAddress } from './check-address.ts';
import { checkBackup } from './check-backup.ts';
import { checkDatabase } from './check-database.ts';
import { checkDisk, checkKeys, checkVersions } from './check-machine.ts';
import { checkMail } from './check-mail.ts';
import { checkReplica } from './check-replica.ts';
import { checkStorage } from './check-storage.ts';
import { checkUpgrade } from './check-upgrade.ts';
import { type Check, type Finding, type Patient, problemOf, wrong } from './finding.ts';

const CHECKS: Readonly<Record<ExaminedArea, Check>> = {
  versions: checkVersions,
  database: checkDatabase,
  replica: checkReplica,
  address: checkAddress,
  mail: checkMail,
  storage: checkStorage,
  disk: checkDisk,
  keys: checkKeys,
  upgrade: checkUpgrade,
  backup: checkBackup,
};

/** Runs all checks, and passes each finding on as soon as it is known. Returns false if something is wrong. */
export async function examine(
  patient: Patient,
  tell: (area: ExaminedArea, finding: Finding) => void,
): Promise<boolean> {
  let isWell = true;
  for (const area of EXAMINED_AREAS) {
    const found = await CHECKS[area](patient).catch((error: unknown) => [
      wrong('unchecked', { problem: problemOf(error) }),
    ]);
    for (const finding of found) {
      tell(area, finding);
      isWell &&= finding.level !== 'wrong';
    }
  }
  return isWell;
}
