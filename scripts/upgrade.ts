import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '#server/config.ts';
import { placeData } from '#server/database.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { goBack } from '#server/upgrade/back.ts';
import { forgetOld } from '#server/upgrade/forget.ts';
import { upgradeEmbedded } from '#server/upgrade/upgrade.ts';
import { upgradeExternal } from '#server/upgrade/upgrade-external.ts';

// Upgrades the database to this version of Skein, also to another PostgreSQL. The site must not be running. `--back` goes
// back to the old database, `--forget-old` deletes it. Asks first, unless `--yes` is given. `--postgres=FILE` is the package of
// the earlier PostgreSQL, for machines that can’t download it.
failPlainly();
const { values } = parseArgs({
  options: {
    yes: { type: 'boolean' },
    back: { type: 'boolean' },
    'forget-old': { type: 'boolean' },
    postgres: { type: 'string' },
  },
});

async function confirm(question: string): Promise<boolean> {
  if (values.yes) return true;
  if (!process.stdin.isTTY) {
    console.error(`${question} There is no terminal to answer at. Add --yes to do it.`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const upgrading = {
  config,
  log,
  say: (sentence: string) => console.log(sentence),
  confirm,
  postgresFile: values.postgres ?? null,
  onStep: () => {},
};
if (config.databaseUrl && (values.back || values['forget-old'])) {
  console.error('Nothing is kept of an external database. To go back, restore the backup into an empty one.');
  process.exit(2);
}
const upgrade = config.databaseUrl ? upgradeExternal : upgradeEmbedded;
const command = values.back ? goBack : values['forget-old'] ? forgetOld : upgrade;
if ((await command(upgrading)) === 'refused') {
  console.log('Nothing has changed.');
  process.exitCode = 1;
}
