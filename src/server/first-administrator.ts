import { makeFirstAdministratorLink } from '#features/accounts/server/index.ts';
import type { Deps } from '#platform/context.ts';

const OFFER = 'There is no administrator yet. Open this link to become one; it works once';

/**
 * While there is no administrator, logs a link to become it. On a terminal, also prints it as plain text. Anyone who can
 * read the log can do this anyway, because without a mail server it has the links of all emails.
 */
export async function offerFirstAdministrator(
  deps: Pick<Deps, 'db' | 'secrets' | 'config' | 'log'>,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): Promise<void> {
  const link = await makeFirstAdministratorLink(deps);
  if (link === null) return;
  deps.log.warn({ link }, OFFER);
  if (terminal.isTTY) terminal.write(`\n${OFFER}:\n\n  ${link}\n\n`);
}
