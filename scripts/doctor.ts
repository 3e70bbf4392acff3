import { parseArgs } from 'node:util';
import { translatorOf } from '#platform/i18n/catalogs.ts';
import { createLog } from '#platform/log/log.ts';
import { readSecretKeys } from '#platform/secret-keys.ts';
import { readConfig } from '#server/config.ts';
import { commandDatabase, placeData } from '#server/database.ts';
import { createDeps } from '#server/deps.ts';
import { examine } from '#server/doctor/doctor.ts';
import { inWords } from '#server/doctor/finding.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { stepDown } from '#server/step-down.ts';

// Examines a site and its surroundings, whether it is running or not. Prints what is wrong and what to do, and exits with
// 1 if something is wrong. `--mail-to=ADDRESS` sends a test email, `--no-restore` leaves out the trial restore.
failPlainly();
const { values } = parseArgs({
  options: { 'mail-to': { type: 'string' }, 'no-restore': { type: 'boolean' } },
});
const { t } = translatorOf('en');
const log = createLog('error');
const config = placeData(readConfig(process.env, process.cwd()), log);
console.log('ok     Settings: all are valid.');
const ready = await commandDatabase(config, log);
stepDown(ready.siteUser, config, log);
try {
  const deps = createDeps({ config, ...(await readSecretKeys(config)), database: ready.database, log });
  const patient = {
    deps,
    database: ready.database,
    mailTo: values['mail-to'] ? { address: values['mail-to'], language: 'en' as const } : null,
    triesRestore: !values['no-restore'],
  };
  const isWell = await examine(patient, (area, finding) => {
    const { says, todo } = inWords(finding);
    const name = t(`doctor.area.${area}`);
    console.log(`${finding.level.padEnd(6)} ${name}: ${says}${todo ? `\n       → ${todo}` : ''}`);
  });
  process.exitCode = isWell ? 0 : 1;
} finally {
  await ready.close();
}
