import { SECOND } from '#core/time.ts';

/**
 * A full disk or quota. A volume that is larger than the storage behind it reports an I/O error instead (58030). The
 * probe tells that from a disk that is broken in one place.
 */
const NO_ROOM = new Set(['53100', '58030', 'ENOSPC', 'EDQUOT']);
const PROBE_PAUSE_MS = SECOND;

/**
 * Makes the database extend a file by about 1.4 MB, on the disk of its tables: the rows don’t fit into `work_mem`. Writes
 * nothing to the log and the catalogs, and leaves nothing behind. The statements are one transaction.
 */
export const PROBE = `
  select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true);
  select count(*) from generate_series(1, 100000)`;

/** Callbacks for a database without room. */
interface RoomReports {
  /** A statement or the probe has failed. */
  out: () => void;
  /** The state has changed, whichever process noticed it. */
  changed: (isOut: boolean) => void;
}

/**
 * Remembers that the database had no room to store anything, until it can extend a file again. Nothing is refused because
 * of it: what can be read or fits into a page still works.
 */
export class Room {
  readonly #probe: () => Promise<unknown>;
  readonly #now: () => number;
  #reports: RoomReports = { out() {}, changed() {} };
  #isOut = false;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | null = null;

  constructor(probe: () => Promise<unknown>, now: () => number = () => performance.now()) {
    this.#probe = probe;
    this.#now = now;
  }

  report(reports: RoomReports): void {
    this.#reports = reports;
  }

  /** A statement has failed, for whatever reason. */
  failed(error: unknown): void {
    if (this.#isOut || !(error instanceof Error && 'code' in error && NO_ROOM.has(String(error.code)))) return;
    this.heard();
    this.#reports.out();
  }

  /** Another process says that there is no room. */
  heard(): void {
    this.#become(true);
  }

  /** Returns true if nothing can be stored. Asks the database while that was so, at most once a second. */
  async isOut(): Promise<boolean> {
    if (!this.#isOut) return false;
    if (this.#now() - this.#probedAt >= PROBE_PAUSE_MS) {
      this.#probedAt = this.#now();
      this.#probing = this.#ask().finally(() => {
        this.#probing = null;
      });
    }
    await this.#probing;
    return this.#isOut;
  }

  async #ask(): Promise<void> {
    try {
      await this.#probe();
      this.#become(false);
    } catch {
      // Also if it couldn’t be asked. A process that has started since may not know.
      this.#reports.out();
    }
  }

  #become(isOut: boolean): void {
    if (this.#isOut === isOut) return;
    this.#isOut = isOut;
    this.#reports.changed(isOut);
  }
}
