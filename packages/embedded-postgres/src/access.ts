import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SUPERUSER } from './cluster.ts';
import { makeDir, orNotReachable } from './data-dir.ts';
import { nameOf, type RunUser, type SystemUser } from './run-user.ts';

/** Who may connect. */
export interface SiteAccess {
  /** The role of the site, besides the superuser. */
  readonly role: string;
  /** The user as whom this process goes on if it is root. May only use that role. */
  readonly user: SystemUser | null;
}

const MAP = 'skein';

/**
 * Writes the access rules of a server that root starts, and returns the settings that refer to them. The kernel says which
 * user of the system connects: root can use all roles, the user of the site only the role of the site, and others none.
 * The files belong to root. Without root, there is one user, and the folder of the socket keeps others out.
 */
export function writeAccessRules(dataDir: string, user: RunUser, site: SiteAccess | undefined): Record<string, string> {
  if (!user.stepDown) return {};
  const dir = join(dataDir, 'access');
  const allowed = [[nameOf(0), SUPERUSER]];
  if (site) allowed.push([nameOf(0), site.role]);
  if (site?.user) allowed.push([site.user.name, site.role]);
  const rules = `local all all peer map=${MAP}\n`;
  const users = allowed.map(([name, role]) => `${MAP} ${quoted(name!)} ${quoted(role!)}\n`).join('');
  return orNotReachable(dataDir, () => {
    makeDir(dir, 0o755);
    return { hba_file: write(join(dir, 'hba.conf'), rules), ident_file: write(join(dir, 'ident.conf'), users) };
  });
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function write(path: string, text: string): string {
  writeFileSync(`${path}.new`, text);
  chmodSync(`${path}.new`, 0o644);
  renameSync(`${path}.new`, path);
  return path;
}
