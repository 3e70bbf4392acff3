import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from './cluster.ts';
import type { Machine } from './machines.ts';

/** What can happen to the machine of the primary. */
export interface Fault {
  readonly name: string;
  /** Maximum seconds from the promotion to the first save. */
  readonly limit: number;
  begin: (cluster: Cluster, primary: Machine) => Promise<void>;
  /** Makes the machine work again. */
  end: (cluster: Cluster, primary: Machine) => Promise<void>;
}

/** How long the former primary runs beside the new one before it hears of it. */
const BESIDE_MS = 3000;

export const FAULTS: readonly Fault[] = [
  {
    name: 'killed',
    limit: 5,
    async begin(_cluster, primary) {
      primary.signal('SIGKILL');
    },
    async end(cluster, primary) {
      cluster.startOn(primary);
    },
  },
  {
    name: 'hangs',
    limit: 10,
    async begin(_cluster, primary) {
      primary.signal('SIGSTOP');
    },
    async end(_cluster, primary) {
      primary.signal('SIGCONT');
    },
  },
  {
    name: 'cut off',
    limit: 10,
    begin: (_cluster, primary) => primary.cutOff(),
    async end(_cluster, primary) {
      await delay(BESIDE_MS);
      await primary.reconnect();
    },
  },
  {
    name: 'switched over',
    limit: 5,
    async begin(cluster, primary) {
      const { standby } = await cluster.whole();
      await primary.run('postgres', [
        ...['patronictl', '--config-file', '/etc/patroni/config.yml', 'switchover', '--force'],
        ...['--leader', primary.name, '--candidate', standby],
      ]);
    },
    async end() {},
  },
];
