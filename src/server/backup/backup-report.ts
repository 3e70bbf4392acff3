import { isLoopback } from '#platform/config.ts';
import type { Deps } from '#platform/context.ts';
import { isBesideData, placesForBackups } from './places.ts';

/** Says at the start of a public site if its backups would be lost together with its data. */
export async function reportBackups({ config, log }: Pick<Deps, 'config' | 'log'>): Promise<void> {
  if (config.backup.every === null || isLoopback(config.publicUrl)) return;
  const [place = ''] = placesForBackups(config);
  if (await isBesideData(config, place))
    log.warn(
      { place },
      'Backups are on the same disk as the data. Set BACKUP_TO to a folder on another disk or machine.',
    );
}
