import type { LiveNote, LiveTopic } from '#core/live.ts';

/** An open page that receives events. */
export interface Stream {
  readonly accountId: string;
  /** The topics that it subscribes to. */
  readonly topics: Set<LiveTopic>;
  /** `id` is the stream’s position after this note; null if unknown. */
  tell: (note: LiveNote, id: string | null) => void;
  /** Ends the stream if its session has ended or the account is restricted. */
  check: () => void;
  end: () => void;
}
