import type { SystemUser } from '@skein/embedded-postgres';
import type { OthersResponse } from '../cache/fills.ts';
import type { ConnectionSettings } from '../db/database.ts';
import type { Allowance } from './allowances.ts';

/** Metrics of a process, as prom-client passes them on. */
export type MetricsJson = object[];

/** What a web process needs to know to start. */
export interface WebStart {
  readonly dataDir: string;
  readonly database: ConnectionSettings;
  /** The user that the process becomes if it was started as root. */
  readonly siteUser: SystemUser | null;
  /** Maximum database connections of the process. */
  readonly connections: number;
  readonly processes: number;
}

/** What web processes call in their parent. */
export interface ParentCalls {
  start: () => WebStart;
  ready: (url: string) => void;
  /** The process stops, and wants to be replaced. */
  leaving: () => void;
  pong: () => void;
  allowance: (limit: { name: string; points: number; seconds: number }, key: string) => Promise<Allowance>;
  takePlace: (name: string, most: number, key: string) => boolean;
  freePlace: (name: string, most: number, key: string) => void;
  /** Resolves with null if the caller should make the response. */
  awaitFill: (key: string) => Promise<OthersResponse | null>;
  filled: (key: string) => void;
  outOfRoom: () => void;
  metrics: (own: MetricsJson) => Promise<string>;
}

/** What the parent calls in its web processes. */
export interface ChildCalls {
  ping: () => void;
  /** Stop at once: the whole site stops. */
  stop: () => void;
  /** Returns the points of a key that the process hasn’t handed out, and takes them from it. */
  recall: (name: string, key: string) => number;
  giveFill: (key: string) => OthersResponse | null;
  /** Another process has found that the database has no room. */
  outOfRoom: () => void;
  ownMetrics: () => Promise<MetricsJson>;
}
