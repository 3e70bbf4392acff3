import { parseArgs } from 'node:util';
import { findSiteUser } from '@skein/embedded-postgres';
import { createFolderFiles } from '#platform/files/folder-files.ts';
import { openFiles } from '#platform/files/open-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createS3Files } from '#platform/files/s3-files.ts';
import { guardFiles } from '#platform/files/site-files.ts';
import { readMark } from '#platform/files/site-mark.ts';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { copyFiles } from '#server/copy-files.ts';
import { commandDatabase, placeData } from '#server/database.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { isRoot, stepDown } from '#server/step-down.ts';

// `copy`: copies images, exports and the list of erased accounts between DATA_DIR and S3, while the site is running or not.
// What is there already isn’t copied again, so it can be interrupted and repeated. Ends with 1 if a file couldn’t be copied.
// `own`: marks the store of the settings as the place of this site, which may then delete what is there.
failPlainly();
const USAGE = `npm run storage -- copy --from folder --to s3
npm run storage -- copy --from s3 --to folder
npm run storage -- own`;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const way = `${values.from} ${values.to}`;
if (positionals[0] === 'own') await own();
else if (positionals[0] === 'copy' && (way === 'folder s3' || way === 's3 folder')) await copy(way === 's3 folder');
else {
  console.error(USAGE);
  process.exitCode = 2;
}

async function own(): Promise<void> {
  const ready = await commandDatabase(config, log);
  stepDown(ready.siteUser, config, log);
  try {
    const files = guardFiles(openFiles(config, PATIENT), config, ready.database.db);
    const before = await files.takeOver();
    console.log(`${files.place} belongs to the site at ${config.publicUrl.origin}.`);
    if (before)
      console.log(
        `It belonged to the one at ${before.address} since ${before.since}. That one must not use it any more.`,
      );
  } finally {
    await ready.close();
  }
}

async function copy(toFolder: boolean): Promise<void> {
  if (config.s3 === null) {
    console.error('Set S3_ENDPOINT and the other settings of S3.');
    process.exitCode = 2;
    return;
  }
  // Root must not write or read through links that the site may have made.
  if (isRoot())
    stepDown(findSiteUser(config.runAs ?? undefined, config.databaseUrl ? null : config.dataDir), config, log);
  const stores = { folder: createFolderFiles(config.dataDir), s3: createS3Files(config.s3, PATIENT) };
  const [from, to] = toFolder ? [stores.s3, stores.folder] : [stores.folder, stores.s3];
  const owner = toFolder ? null : await readMark(to);
  if (owner && owner.address !== config.publicUrl.origin) {
    console.error(
      `${to.place} belongs to the site at ${owner.address}. Set another S3_PREFIX. If that site doesn’t use it any more, run npm run storage -- own first.`,
    );
    process.exitCode = 1;
    return;
  }
  const copied = await copyFiles(from, to, config.dataDir, (path, error) => {
    const { cause } = error as { cause?: unknown };
    console.error(`${path} can’t be copied: ${cause instanceof Error ? cause.message : String(error)}`);
  });
  for (const [folder, counts] of Object.entries(copied)) {
    console.log(`${folder}: ${counts.copied} copied, ${counts.same} there already, ${counts.failed} failed`);
    if (counts.failed > 0) process.exitCode = 1;
  }
}
