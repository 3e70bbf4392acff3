import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';
import { createNetwork, Machine } from './machines.ts';

const FILES = join(import.meta.dirname, '../../deploy/patroni');
const NAMES = ['db1', 'db2', 'db3'];
/** Paths that each machine has for itself. */
const FOLDERS = ['/etc/patroni', '/var/lib/postgresql', '/run/postgresql', '/var/lib/etcd'];
export const PASSWORD = 'drill';
const PASSWORDS = /\b(?:RESTAPI|REPLICATION|REWIND|OWNER|SITE)_PASSWORD\b/g;
/** Lines of a log in the message of an error. */
const LOG_LINES = 15;

/** A row of Patroni’s `/cluster`. */
interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly lag?: number | string;
}

interface Whole {
  readonly leader: string;
  readonly standby: string;
}

/** Returns a file of `deploy/patroni` for a machine, changed as its first lines say. */
export function fileFor(file: string, number: number): string {
  const text = readFileSync(join(FILES, file), 'utf8').replaceAll(PASSWORDS, PASSWORD);
  const own = (line: string) => line.replaceAll('db1', `db${number}`).replaceAll('10.0.0.11', `10.0.0.1${number}`);
  const isOwn = (line: string) =>
    file === 'etcd.env' ? !line.startsWith('ETCD_INITIAL_CLUSTER=') : line.endsWith('# this machine');
  return text
    .split('\n')
    .map((line) => (isOwn(line) ? own(line) : line))
    .join('\n');
}

/** Returns the settings in `etcd.env`. */
export function etcdSettings(number: number): Record<string, string> {
  const lines = fileFor('etcd.env', number).split('\n');
  return Object.fromEntries(lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s, 2)));
}

/** Three machines with etcd, Patroni and PostgreSQL, and HAProxy on this one, as `deploy/patroni` describes them. */
export class Cluster {
  readonly machines: readonly Machine[];

  private constructor(machines: readonly Machine[]) {
    this.machines = machines;
  }

  static async start(root: string): Promise<Cluster> {
    await createNetwork('10.0.0.21');
    const machines: Machine[] = [];
    for (const [i, name] of NAMES.entries())
      machines.push(await Machine.start(name, `10.0.0.1${i + 1}`, join(root, name), FOLDERS));
    const cluster = new Cluster(machines);
    for (const machine of machines) {
      const number = NAMES.indexOf(machine.name) + 1;
      writeFileSync(join(machine.root, '/etc/patroni/config.yml'), fileFor('patroni.yml', number));
      for (const [folder, user] of [
        ['/etc/patroni', 'postgres'],
        ['/var/lib/postgresql', 'postgres'],
        ['/run/postgresql', 'postgres'],
        ['/var/lib/etcd', 'etcd'],
      ] as const)
        own(join(machine.root, folder), user);
      cluster.startOn(machine);
    }
    const leader = cluster.machine((await cluster.whole()).leader);
    const roles = join(leader.root, '/etc/patroni/roles.sql');
    writeFileSync(roles, fileFor('roles.sql', 1));
    await leader.run('postgres', ['psql', '--quiet', '--set=ON_ERROR_STOP=1', '--file=/etc/patroni/roles.sql']);
    const proxy = join(root, 'haproxy.cfg');
    writeFileSync(proxy, fileFor('haproxy.cfg', 1));
    spawn('haproxy', ['-db', '-f', proxy], { stdio: 'ignore' });
    return cluster;
  }

  /** Starts what systemd would start on a machine. */
  startOn(machine: Machine): void {
    const number = NAMES.indexOf(machine.name) + 1;
    machine.start('etcd', ['/usr/bin/etcd'], etcdSettings(number));
    machine.start('postgres', ['/usr/bin/patroni', '/etc/patroni/config.yml']);
  }

  /** Ends everything that runs on the machines. */
  stop(): void {
    for (const machine of this.machines) machine.signal('SIGKILL');
  }

  machine(name: string): Machine {
    return this.machines.find((machine) => machine.name === name)!;
  }

  /** Asks the Patroni of a machine which members there are. One that was cut off may not know yet who leads. */
  async #members({ address }: Machine): Promise<readonly Member[]> {
    const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1000) });
    return ((await response.json()) as { members: Member[] }).members;
  }

  /** Waits until another machine leads. Returns when that was. */
  promoted(before: Machine): Promise<{ leader: string; at: number }> {
    return until('another machine leads', async () => {
      const others = this.machines.filter((machine) => machine !== before);
      const members = await Promise.any(others.map((machine) => this.#members(machine)));
      const leader = members.find(({ role, name }) => role === 'leader' && name !== before.name);
      return leader ? { leader: leader.name, at: performance.now() } : null;
    });
  }

  /** Waits until all machines say that all take part, with a synchronous standby. */
  async whole(): Promise<Whole> {
    let said: readonly (readonly Member[])[] = [];
    const look = async () => {
      said = await Promise.all(this.machines.map((machine) => this.#members(machine)));
      const [first, ...others] = said.map(wholeOf);
      return first && others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null;
    };
    return until('all machines take part', look).catch((error) => {
      const known = said.map((members) => JSON.stringify(members));
      const logs = this.machines.map(({ name, root }) => `${name}:\n${lastLines(join(root, 'patroni.log'))}`);
      throw new Error([...known, ...logs].join('\n'), { cause: error });
    });
  }
}

/** Returns who leads, and who is the synchronous standby, if all take part and lack nothing. */
function wholeOf(members: readonly Member[]): Whole | null {
  const leader = members.find(({ role }) => role === 'leader');
  const standby = members.find(({ role }) => role === 'sync_standby');
  const isWell = members.every(
    ({ role, state, lag }) => (state === 'running' || state === 'streaming') && (role === 'leader' || lag === 0),
  );
  return leader && standby && isWell && members.length === NAMES.length
    ? { leader: leader.name, standby: standby.name }
    : null;
}

function lastLines(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(-LOG_LINES).join('\n') : '';
}

function own(path: string, user: string): void {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  if (!existsSync(path)) mkdirSync(path, { recursive: true });
  chownSync(path, id('-u'), id('-g'));
}
