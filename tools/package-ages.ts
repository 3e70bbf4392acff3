import { DAY } from '../src/core/time.ts';

/** When a version was published and, as dates, when it was added to the project. */
export interface PackageAge {
  readonly published: string;
  readonly added: string;
  /** Why it was added sooner than others, such as the vulnerability that it fixes. */
  readonly because?: string;
}
/** By `name@version`. */
export type PackageAges = Readonly<Record<string, PackageAge>>;

/** The part of a lock file that names packages. */
export interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly name?: string; readonly link?: boolean }>
  >;
}

/** Returns `name@version` of every package that the lock file installs from the registry, sorted. */
export function lockedPackages(lock: LockFile): string[] {
  const found = Object.entries(lock.packages).flatMap(([path, { version, name, link }]) => {
    const at = path.lastIndexOf('node_modules/');
    return at < 0 || link ? [] : [`${name ?? path.slice(at + 'node_modules/'.length)}@${version}`];
  });
  return [...new Set(found)].sort();
}

/** Returns the minimum age of a version in days, as in `.npmrc`. */
export function minReleaseAge(npmrc: string): number {
  const days = Number(/^min-release-age=(\d+)$/m.exec(npmrc)?.[1]);
  if (!(days > 0)) throw new Error('.npmrc must set min-release-age, in days.');
  return days;
}

/**
 * Returns the problems of the list of ages: versions that are missing or that were too young when they were added, and
 * entries of versions that are no longer locked. Most malicious versions are found and removed within days.
 */
export function ageProblems(locked: readonly string[], ages: PackageAges, minDays: number): string[] {
  const isLocked = new Set(locked);
  return [
    ...locked.flatMap((version) => {
      const age = ages[version];
      if (!age) return [`${version} is not in package-ages.json. Run \`npm run packages\`.`];
      const days = Math.floor((Date.parse(age.added) - Date.parse(age.published)) / DAY);
      if (Number.isNaN(days)) return [`${version} has no valid dates in package-ages.json.`];
      return days >= minDays || age.because
        ? []
        : [`${version} was published ${days} days before it was added; it must be ${minDays}. Use an earlier version.`];
    }),
    ...Object.keys(ages)
      .filter((version) => !isLocked.has(version))
      .map((version) => `${version} is no longer locked. Run \`npm run packages\`.`),
  ];
}

/** Writes the list with one line for each version, so that changes are easy to review. */
export function formatAges(ages: PackageAges): string {
  const lines = Object.keys(ages)
    .sort()
    .map((version) => {
      const { published, added, because } = ages[version]!;
      const fields = Object.entries({ published, added, ...(because ? { because } : {}) });
      const shown = fields.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
      return `  ${JSON.stringify(version)}: { ${shown.join(', ')} }`;
    });
  return `{\n${lines.join(',\n')}\n}\n`;
}
