// `npm run upgrade` in its own process, which ends itself as by `kill -9` at the step that the argument names.
import { createLog } from '#platform/log/log.ts';
import { readConfig } from '../config.ts';
import { failPlainly } from '../plain-failure.ts';
import { goBack } from './back.ts';
import { upgradeEmbedded } from './upgrade.ts';

failPlainly();
const [command, killAt = '', postgresFile = null] = process.argv.slice(2);
const run = command === 'back' ? goBack : upgradeEmbedded;
const outcome = await run({
  config: readConfig(process.env, process.cwd()),
  log: createLog('silent'),
  say: (sentence) => process.stdout.write(`${sentence}\n`),
  confirm: async () => true,
  postgresFile,
  onStep(step) {
    if (step === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(`${outcome}\n`);
