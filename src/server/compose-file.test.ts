import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { pairsOf, readStages } from '../../tools/containerfile.ts';
import { readConfig, settingsTable } from './config.ts';

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly image?: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly restart?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const DEPLOY = join(import.meta.dirname, '../../deploy');
const compose: Compose = parse(await readFile(join(DEPLOY, 'compose.yaml'), 'utf8'));
const containerfile = await readFile(join(DEPLOY, 'Containerfile'), 'utf8');
const image = readStages(containerfile).at(-1)!;
const services = Object.entries(compose.services);
const SETTINGS = new Set(settingsTable().map(([name]) => name));
/** Of Node and of the C library, not of Skein. */
const OTHERS = new Set(['NODE_ENV', 'MALLOC_ARENA_MAX']);

describe('deploy/compose.yaml', () => {
  it('builds the site from the container file, and takes the others from images of a fixed major version', async () => {
    expect(services.map(([name]) => name)).toEqual(['web', 'database']);
    const { context, dockerfile } = compose.services.web!.build!;
    await access(join(DEPLOY, context, dockerfile));
    for (const [, { build, image: from }] of services) if (!build) expect(from).toMatch(/^docker\.io\/[\w/]+:\d+-\w+$/);
    // The oldest that the site accepts is 15.
    expect(Number(/postgres:(\d+)/.exec(compose.services.database!.image!)![1])).toBeGreaterThanOrEqual(15);
  });

  it('keeps what is stored in volumes that it declares, each mounted once', () => {
    const mounted = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => volume.split(':')[0]!).filter((volume) => !volume.startsWith('.')),
    );
    expect(mounted.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    const data = image.steps.find(({ name }) => name === 'VOLUME')!.text;
    expect(compose.services.web!.volumes).toEqual([`data:${data}`]);
  });

  it('starts the site once the database says that it is ready, and restarts both', () => {
    const needed = Object.entries(compose.services.web!.depends_on!);
    expect(needed).toEqual([['database', { condition: 'service_healthy' }]]);
    const { POSTGRES_DB } = compose.services.database!.environment;
    // Through TCP: while the roles are made, the database only listens on its socket.
    expect(compose.services.database!.healthcheck!.test.at(-1)).toBe(
      `pg_isready --host=127.0.0.1 --username=skein --dbname=${POSTGRES_DB}`,
    );
    expect(image.steps.some(({ name }) => name === 'HEALTHCHECK')).toBe(true);
    for (const [, { restart }] of services) expect(restart).toBe('unless-stopped');
  });

  it('has no settings but those that exist, and the site accepts them', () => {
    const { environment, ports } = compose.services.web!;
    const fixed = pairsOf(image.steps.find(({ name }) => name === 'ENV')!);
    for (const name of [...Object.keys(environment), ...Object.keys(fixed)])
      expect(SETTINGS.has(name) || OTHERS.has(name), name).toBe(true);
    const given: Record<string, string> = {
      DATABASE_PASSWORD: 'a-password',
      DATABASE_OWNER_PASSWORD: 'another',
      SECRET_KEY: 'a secret of tests that is long enough',
      PUBLIC_URL: 'https://skein.example',
    };
    const filled = Object.entries(environment).map(([name, text]) => [
      name,
      text.replace(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_all, key, preset = '') => given[key] ?? preset),
    ]);
    const config = readConfig({ ...fixed, ...Object.fromEntries(filled) }, '/');
    const { POSTGRES_DB } = compose.services.database!.environment;
    expect(config.databaseUrl).toBe(`postgresql://skein:a-password@database/${POSTGRES_DB}`);
    expect(config.databaseOwnerUrl).toBe(`postgresql://skein_owner:another@database/${POSTGRES_DB}`);
    expect(config.trustProxy).toBe(1);
    // Only a proxy on this machine reaches it.
    expect(ports).toEqual([`127.0.0.1:${config.port}:${config.port}`]);
  });

  it('has a role that owns the tables and one of the site, and neither is the superuser', async () => {
    const { environment, volumes } = compose.services.database!;
    const [file, place] = volumes!.find((volume) => volume.startsWith('.'))!.split(':');
    expect(place).toMatch(/^\/docker-entrypoint-initdb\.d\/[\w-]+\.sql$/);
    const sql = await readFile(join(DEPLOY, file!), 'utf8');
    expect([...sql.matchAll(/create role (\w+) login password/g)].map(([, role]) => role)).toEqual([
      'skein_owner',
      'skein',
    ]);
    expect(['skein_owner', 'skein']).not.toContain(environment.POSTGRES_USER);
    expect(sql).toContain(`alter database ${environment.POSTGRES_DB} owner to skein_owner;`);
    // It gets each password from the environment of the container.
    for (const [, setting] of sql.matchAll(/^\\getenv \w+ (\w+)$/gm))
      expect(environment[setting!]).toMatch(new RegExp(`^\\$\\{${setting}:\\?`));
  });

  it('names each secret that has to be set, and contains none', () => {
    const required = JSON.stringify(compose).match(/\$\{\w+(?=:\?)/g)!;
    expect([...new Set(required)].toSorted()).toEqual([
      '${DATABASE_OWNER_PASSWORD',
      '${DATABASE_PASSWORD',
      '${PUBLIC_URL',
      '${SECRET_KEY',
    ]);
    for (const [, { environment }] of services)
      for (const [name, value] of Object.entries(environment))
        if (/PASSWORD|SECRET|KEY/.test(name)) expect(value).toMatch(/^\$\{\w+:\?/);
  });
});
