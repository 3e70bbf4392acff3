import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '#core/time.ts';
import type { Config } from '../config.ts';
import type { Ctx } from '../context.ts';
import type { Log } from '../log/log.ts';
import { compose } from './compose.ts';
import type { Mailer } from './mailer.ts';

/** The files of the outbox are deleted after this time. They contain links that log in or change a password. */
const KEPT = 7 * DAY;

const folderOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'outbox');
/** Returns a time as part of a file name. Such names sort by time. */
const stamp = (time: Date) => time.toISOString().replace(/[:.]/g, '-');
/** Identifies the recipient in the name of a file without containing their address. */
const recipientMark = (address: string) =>
  createHash('sha256').update(address.toLowerCase()).digest('hex').slice(0, 16);

/** Used without a mail server: writes each email to a file (RFC 5322) in the outbox, and its link to the log. */
export function createOutbox(config: Config, log: Log): Mailer {
  const folder = folderOf(config);
  let count = 0;
  return {
    async send(mail) {
      const { content } = await compose(config, mail);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      count += 1;
      const name = `${stamp(new Date())}-${process.pid}-${count}-${recipientMark(mail.to)}.eml`;
      const fresh = join(folder, `.${name}`);
      const file = await open(fresh, 'w', 0o600);
      await file.writeFile(content);
      await file.close();
      await rename(fresh, join(folder, name));
      log.info(
        { subject: mail.subject, link: mail.link, file: name },
        'No mail server is configured; the email was written to the outbox',
      );
    },
    check: async () => {},
  };
}

async function deleteFiles(config: Pick<Config, 'dataDir'>, isOver: (name: string) => boolean): Promise<void> {
  const folder = folderOf(config);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  // The names of unfinished files start with a dot.
  const over = names.filter((name) => name.endsWith('.eml') && isOver(name.replace(/^\./, '')));
  await Promise.all(over.map((name) => rm(join(folder, name), { force: true })));
}

/** Deletes old files of the outbox, also if the site has a mail server by now. */
export function dropOldMails({ config, clock }: Pick<Ctx, 'config' | 'clock'>): Promise<void> {
  const oldest = stamp(new Date(clock.now().getTime() - KEPT));
  return deleteFiles(config, (name) => name < oldest);
}

/** Deletes the files of the outbox that are for this address. */
export function dropMailsTo({ config }: Pick<Ctx, 'config'>, address: string): Promise<void> {
  const mark = recipientMark(address);
  return deleteFiles(config, (name) => name.endsWith(`-${mark}.eml`));
}
