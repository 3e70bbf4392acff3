import { Counter, Gauge, type Registry } from 'prom-client';
import { SECOND } from '#core/time.ts';
import { FALLBACKS, type Fallback } from '../db/replica/replica.ts';

/** What is measured of a replica. */
export interface MeasuredReplica {
  readonly counts: { readonly reads: number; readonly fallbacks: Readonly<Record<Fallback, number>> };
  readonly watch: {
    readonly refusal: unknown;
    readonly lag: { readonly bytes: number; milliseconds: (now: number) => number };
  };
}

/** Measures a replica. Several processes watch the same one, so not all of these can be added up. */
export function measureReplica(registry: Registry, { counts, watch }: MeasuredReplica): void {
  const registers = [registry];
  new Counter({
    name: 'skein_replica_reads',
    help: 'Responses that were read from the replica since the start',
    registers,
    collect() {
      this.reset();
      this.inc(counts.reads);
    },
  });
  new Counter({
    name: 'skein_replica_fallbacks',
    help: 'Responses that were read from the primary since the start although there is a replica, by reason',
    labelNames: ['reason'],
    registers,
    collect() {
      this.reset();
      for (const reason of FALLBACKS) this.inc({ reason }, counts.fallbacks[reason]);
    },
  });
  const gauge = (name: string, help: string, aggregator: 'max' | 'min', read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      aggregator,
      collect() {
        this.set(read());
      },
    });
  gauge('skein_replica_in_use', '1 if public reads may use the replica, 0 if it is left alone', 'min', () =>
    watch.refusal === null ? 1 : 0,
  );
  gauge('skein_replica_lag_bytes', 'Bytes of the log that the replica doesn’t have', 'max', () => watch.lag.bytes);
  gauge(
    'skein_replica_lag_seconds',
    'Seconds since the primary wrote the first thing that the replica doesn’t have; 0 if it has everything',
    'max',
    () => watch.lag.milliseconds(performance.now()) / SECOND,
  );
}
