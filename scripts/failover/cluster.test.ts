import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../tools/free-port.ts';
import { isInstalled, SYSTEM_PATH } from '../../tools/installed.ts';
import { etcdSettings, fileFor } from './cluster.ts';

const run = promisify(execFile);
const NUMBERS = [1, 2, 3];
const patroni = (number: number) => parse(fileFor('patroni.yml', number));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-patroni-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('deploy/patroni', () => {
  it.each(NUMBERS)('gives machine %i its own name and addresses, and no other difference', (number) => {
    const own = patroni(number);
    const address = `10.0.0.1${number}`;
    expect(own).toMatchObject({
      name: `db${number}`,
      restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
      postgresql: { listen: `${address}:5432`, connect_address: `${address}:5432` },
    });
    const shared = ({ name, restapi, postgresql, ...rest }: ReturnType<typeof patroni>) => rest;
    expect(shared(own)).toEqual(shared(patroni(1)));
    expect(own.etcd.hosts).toContain(etcdSettings(number).ETCD_ADVERTISE_CLIENT_URLS!.slice('http://'.length));
  });

  it('uses the protocol of etcd in which a primary that hung can’t take its lock back', () => {
    expect(patroni(1)).not.toHaveProperty('etcd3');
    for (const number of NUMBERS) expect(etcdSettings(number).ETCD_ENABLE_V2).toBe('true');
  });

  it('acknowledges nothing that is on one machine only', () => {
    const { dcs } = patroni(1).bootstrap;
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.postgresql.parameters.synchronous_commit ?? 'on').toBe('on');
  });

  it('gives a primary that is cut off less time than the others wait to replace it', () => {
    const { bootstrap, watchdog } = patroni(1);
    const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
    expect(loop_wait + 2 * retry_timeout + watchdog.safety_margin).toBeLessThanOrEqual(ttl);
  });

  it.each(NUMBERS)('has the etcd of machine %i among all, which are the same everywhere', (number) => {
    const settings = etcdSettings(number);
    const { ETCD_NAME, ETCD_INITIAL_ADVERTISE_PEER_URLS, ETCD_INITIAL_CLUSTER } = settings;
    expect(ETCD_INITIAL_CLUSTER!.split(',')).toContain(`${ETCD_NAME}=${ETCD_INITIAL_ADVERTISE_PEER_URLS}`);
    expect(ETCD_INITIAL_CLUSTER).toBe(etcdSettings(1).ETCD_INITIAL_CLUSTER);
  });

  it('has all machines in HAProxy, with the port that Patroni answers on', () => {
    const text = fileFor('haproxy.cfg', 1);
    const [port] = patroni(1).restapi.listen.match(/\d+$/);
    expect(text).toContain(`default-server port ${port} check`);
    for (const number of NUMBERS)
      expect(text.split(`server db${number} ${patroni(number).postgresql.connect_address}\n`)).toHaveLength(3);
  });

  it('names the roles that may connect as the ones that are created', () => {
    const created = [...fileFor('roles.sql', 1).matchAll(/create role (\w+) login/g)].map((found) => found[1]);
    const hba: string[] = patroni(1).bootstrap.dcs.postgresql.pg_hba;
    expect(
      hba
        .find((line) => line.startsWith('host skein '))!
        .split(' ')[2]!
        .split(','),
    ).toEqual(created);
  });

  it('leaves no password to replace that the instructions don’t name', async () => {
    const instructions = await readFile(join(import.meta.dirname, '../../deploy/patroni/README.md'), 'utf8');
    for (const file of ['patroni.yml', 'roles.sql', 'haproxy.cfg']) {
      const text = await readFile(join(import.meta.dirname, '../../deploy/patroni', file), 'utf8');
      for (const [word] of text.matchAll(/\b[A-Z]+_PASSWORD\b/g)) expect(instructions).toContain(`\`${word}\``);
      expect(fileFor(file, 1)).not.toMatch(/[A-Z]+_PASSWORD/);
    }
  });

  it.skipIf(!isInstalled('haproxy'))('HAProxy accepts its file', async () => {
    const path = join(folder, 'haproxy.cfg');
    await writeFile(path, fileFor('haproxy.cfg', 1));
    await run('haproxy', ['-c', '-f', path], { env: { PATH: SYSTEM_PATH } });
  });

  it.skipIf(!isInstalled('patroni'))('Patroni accepts its file', async () => {
    const path = join(folder, 'patroni.yml');
    // It tries to listen on the addresses, and looks for the programs of this version of PostgreSQL.
    const text = fileFor('patroni.yml', 1)
      .replace('listen: 10.0.0.11:8008', `listen: 127.0.0.1:${await freePort()}`)
      .replace('listen: 10.0.0.11:5432', `listen: 127.0.0.1:${await freePort()}`)
      .replace(/^ *bin_dir: .*\n/m, '');
    await writeFile(path, text);
    const { stdout, stderr } = await run('patroni', ['--validate-config', path], { env: { PATH: SYSTEM_PATH } }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    // Its check knows only one of the two places for this. With the other one, each machine has rules of its own.
    expect((stdout + stderr).trim()).toBe('bootstrap.pg_hba  is not defined.');
  });
});
