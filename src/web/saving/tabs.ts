/**
 * Windows of one browser in which the same text is open tell each other, so that a text is not written in two places
 * by accident. What is written all the same is kept by the version numbers of the server.
 */
interface Note {
  kind: 'open' | 'here' | 'gone' | 'take' | 'passed';
  /** Of the text. */
  name: string;
  page: string;
}

export interface Tabs {
  /** Pages that have this text open. */
  readonly others: ReadonlySet<string>;
  /** Asks the others to save what they have and to stop; resolves when they did, or after a moment. */
  take: () => Promise<void>;
  /**
   * Tells the other windows that this one is gone, and closes the channel: a message to an open channel would evict the
   * page from the back/forward cache.
   */
  leave: () => void;
  /** Joins again after `leave`. */
  comeBack: () => void;
}

/** How long other windows may take to save before one goes on without them. */
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
