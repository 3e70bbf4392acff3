/**
 * Coordinates the windows of one browser that have the same text open, so that it isn’t edited in two places by
 * accident. If it is edited in both anyway, the version numbers on the server prevent data loss.
 */
interface Note {
  kind: 'open' | 'here' | 'gone' | 'take' | 'passed';
  /** Name of the text. */
  name: string;
  page: string;
}

export interface Tabs {
  /** Pages that have this text open. */
  readonly others: ReadonlySet<string>;
  /** Asks the other windows to save and stop. Resolves when they have, or after a timeout. */
  take: () => Promise<void>;
  /**
   * Tells the other windows that this one is gone, and closes the channel: a message to an open channel would evict the
   * page from the back/forward cache.
   */
  leave: () => void;
  /** Joins again after `leave`. */
  comeBack: () => void;
}

/** Timeout in ms for other windows to save. */
const PASSING = 2000;

export function joinTabs(
  name: string,
  page: string,
  on: { change: () => void /** Another window wants to write: save, then stop. */; give: () => Promise<void> },
): Tabs {
  const others = new Set<string>();
  if (typeof BroadcastChannel === 'undefined') return { others, take: async () => {}, leave() {}, comeBack() {} };
  let channel: BroadcastChannel | null = null;
  let passed: (() => void) | null = null;
  const post = (kind: Note['kind']) => channel?.postMessage({ kind, name, page } satisfies Note);
  const hear = async ({ data }: MessageEvent<Note>) => {
    if (data.name !== name || data.page === page) return;
    const { size } = others;
    if (data.kind === 'gone') others.delete(data.page);
    else others.add(data.page);
    if (data.kind === 'open') post('here');
    if (data.kind === 'passed') passed?.();
    if (data.kind === 'take') {
      await on.give();
      post('passed');
    }
    if (others.size !== size) on.change();
  };
  const join = () => {
    channel ??= new BroadcastChannel('skein-writing');
    channel.onmessage = hear;
    post('open');
  };
  join();
  return {
    others,
    comeBack() {
      join();
      on.change();
    },
    take() {
      post('take');
      if (others.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, PASSING);
        passed = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    leave() {
      post('gone');
      channel?.close();
      channel = null;
      others.clear();
    },
  };
}
