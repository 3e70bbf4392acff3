import { parseArgs } from 'node:util';
import { AppError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import { normaliseEmail } from '#features/accounts/model/identity.ts';
import { findAccountId, restrictAccount, setRole } from '#features/accounts/server/index.ts';
import { readConfig } from '#platform/config.ts';
import { createCtx } from '#platform/context.ts';
import { createLog } from '#platform/log/log.ts';
import { loadSecretKey } from '#platform/secrets.ts';
import { commandDatabase, placeData } from '#server/database.ts';
import { createDeps } from '#server/deps.ts';

const USAGE = `npm run admin -- grant  administrator|moderator EMAIL
npm run admin -- revoke administrator|moderator EMAIL
npm run admin -- suspend EMAIL DAYS REASON
npm run admin -- ban     EMAIL REASON
npm run admin -- lift    EMAIL REASON`;

function usage(): never {
  console.error(USAGE);
  process.exit(2);
}

// What an administrator does before there is one in the browser; works beside the running site.
const { positionals } = parseArgs({ allowPositionals: true });
const [act, ...rest] = positionals;
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const ready = await commandDatabase(config, log);
const deps = createDeps({
  config,
  secretKey: config.secretKey ?? (await loadSecretKey(config.dataDir)),
  database: ready.database,
  log,
});
const ctx = createCtx(deps, { language: 'en' });
try {
  if (act === 'grant' || act === 'revoke') {
    const [role, email] = rest;
    if ((role !== 'administrator' && role !== 'moderator') || !email) usage();
    await setRole(ctx, normaliseEmail(email), role, act === 'grant');
    console.log(act === 'grant' ? `${email} is ${role} now.` : `${email} is ${role} no longer.`);
  } else if (act === 'suspend' || act === 'ban' || act === 'lift') {
    const [email, ...words] = rest;
    const days = act === 'suspend' ? Number(words.shift()) : 0;
    const reason = words.join(' ');
    if (!email || !reason || (act === 'suspend' && !(days > 0))) usage();
    const until = act === 'suspend' ? { until: new Date(Date.now() + days * DAY) } : {};
    await restrictAccount(ctx, await findAccountId(ctx, normaliseEmail(email)), { action: act, reason, ...until });
    console.log(`Done; ${email} is told by mail.`);
  } else usage();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(
    error.code === 'user_not_found'
      ? 'Nobody has this address here. They must sign up first.'
      : `Not possible: ${error.code}`,
  );
  process.exitCode = 1;
} finally {
  await ready.close();
}
