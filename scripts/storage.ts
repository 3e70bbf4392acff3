import { parseArgs } from 'node:util';
import { findSiteUser } from '@skein/embedded-postgres';
import { createFolderFiles } from '#platform/files/folder-files.ts';
import { PATIENT } from '#platform/files/s3-client.ts';
import { createS3Files } from '#platform/files/s3-files.ts';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { copyFiles } from '#server/copy-files.ts';
import { placeData } from '#server/database.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { giveFiles, isRoot } from '#server/step-down.ts';

// Copies images, exports and the list of erased accounts between DATA_DIR and S3, while the site is running or not. What is
// there already isn’t copied again, so it can be interrupted and repeated. Ends with 1 if a file couldn’t be copied.
failPlainly();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' } },
});
const ways = [`${values.from} ${values.to}`].filter((way) => way === 'folder s3' || way === 's3 folder');
if (positionals[0] !== 'copy' || ways.length === 0) {
  console.error('npm run storage -- copy --from folder --to s3\nnpm run storage -- copy --from s3 --to folder');
  process.exit(2);
}
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
if (config.s3 === null) {
  console.error('Set S3_ENDPOINT and the other settings of S3.');
  process.exit(2);
}
const stores = { folder: createFolderFiles(config.dataDir), s3: createS3Files(config.s3, PATIENT) };
const [from, to] = values.from === 'folder' ? [stores.folder, stores.s3] : [stores.s3, stores.folder];
const copied = await copyFiles(from, to, config.dataDir, (path, error) => {
  const { cause } = error as { cause?: unknown };
  console.error(`${path} can’t be copied: ${cause instanceof Error ? cause.message : String(error)}`);
});
for (const [folder, counts] of Object.entries(copied)) {
  console.log(`${folder}: ${counts.copied} copied, ${counts.same} there already, ${counts.failed} failed`);
  if (counts.failed > 0) process.exitCode = 1;
}
const siteUser = isRoot() ? findSiteUser(config.runAs ?? undefined, config.dataDir) : null;
if (siteUser) giveFiles(config.dataDir, siteUser, true);
