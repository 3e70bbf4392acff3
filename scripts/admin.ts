import { parseArgs } from 'node:util';
import { AppError } from '#core/errors.ts';
import { DAY } from '#core/time.ts';
import { normaliseEmail } from '#features/accounts/model/email-address.ts';
import { findAccountId, removeFactors, setRole } from '#features/accounts/server/index.ts';
import { REASON_MAX, REASON_MIN } from '#features/moderation/model/moderation-limits.ts';
import { RULES } from '#features/moderation/model/restriction.ts';
import { liftMember, restrictMember } from '#features/moderation/server/index.ts';
import { sumViews } from '#features/pages/server/index.ts';
import { createCtx } from '#platform/context.ts';
import { createLog } from '#platform/log/log.ts';
import { readSecretKeys } from '#platform/secret-keys.ts';
import { readConfig } from '#server/config.ts';
import { commandDatabase, placeData } from '#server/database.ts';
import { createDeps } from '#server/deps.ts';
import { reportLog } from '#server/log-report.ts';
import { failPlainly } from '#server/plain-failure.ts';
import { stepDown } from '#server/step-down.ts';

const USAGE = `npm run admin -- grant  administrator|moderator EMAIL
npm run admin -- revoke administrator|moderator EMAIL
npm run admin -- suspend EMAIL DAYS REASON
npm run admin -- ban     EMAIL REASON
npm run admin -- lift    EMAIL REASON
npm run admin -- views   [DAYS]
npm run admin -- verify-log [BACKUP …]
npm run admin -- remove-factors EMAIL
A reason has at least 10 letters. --rule=RULE names what was broken: ${RULES.join(', ')} (other).`;

function usage(): never {
  console.error(USAGE);
  process.exit(2);
}

// What an administrator has to do before there is one on the site. Works while the site is running.
failPlainly();
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rule: { type: 'string' } } });
const [act, ...rest] = positionals;
const log = createLog('warn');
const config = placeData(readConfig(process.env, process.cwd()), log);
const ready = await commandDatabase(config, log);
stepDown(ready.siteUser, config, log);
const deps = createDeps({
  config,
  ...(await readSecretKeys(config)),
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
    const rule = RULES.find((known) => known === (values.rule ?? 'other'));
    const isWhole = reason.length >= REASON_MIN && reason.length <= REASON_MAX && rule !== undefined;
    if (!email || !isWhole || (act === 'suspend' && !(days > 0))) usage();
    const accountId = await findAccountId(ctx, normaliseEmail(email));
    const until = act === 'suspend' ? new Date(Date.now() + days * DAY) : null;
    if (act === 'lift') await liftMember(ctx, accountId, reason);
    else
      await restrictMember(ctx, accountId, {
        ...{ action: act, rule, reason, excerpt: '', until },
        ...{ foundBy: 'moderator', law: null, country: null },
      });
    console.log(`Done. ${email} gets an email about it.`);
  } else if (act === 'remove-factors') {
    // For a member who has lost their app, their passkeys and their recovery codes, and has shown who they are.
    const [email] = rest;
    if (!email) usage();
    await removeFactors(ctx, normaliseEmail(email));
    console.log(`Done. ${email} logs in without a second step now, and gets an email about it.`);
  } else if (act === 'views') {
    // Views by visitors who agreed to be counted, by kind of page and language of the site.
    const days = Number(rest[0] ?? 30);
    if (!(days > 0)) usage();
    console.table(await sumViews(ctx.db, new Date(Date.now() - (days - 1) * DAY)));
  } else if (act === 'verify-log') {
    const { holds, sentences } = await reportLog(ctx.db, config, rest);
    console.log(sentences.join('\n'));
    if (!holds) process.exitCode = 1;
  } else usage();
} catch (error) {
  if (!(error instanceof AppError)) throw error;
  console.error(
    error.code === 'user_not_found'
      ? 'No account has this email. The member must sign up first.'
      : act === 'remove-factors' && error.code === 'wrong_state'
        ? 'This account has no second factor.'
        : `Not possible: ${error.code}`,
  );
  process.exitCode = 1;
} finally {
  await ready.close();
}
