/** Where the text being edited is saved. */
export type SaveState =
  /** Nothing has been written yet. */
  | 'empty'
  /** Saved on this device, not yet on the server. */
  | 'device'
  | 'saved'
  | 'offline'
  /** The server couldn’t be reached or didn’t save it. Retried automatically. */
  | 'failed'
  /** A part of it can’t be saved as it is: it is too long, or was refused. */
  | 'held'
  | 'signed_out'
  /** Two versions of the text; the user has to choose. */
  | 'conflict'
  /** The server no longer accepts changes: it is in review or deleted, or the caller isn’t allowed to write it. */
  | 'closed'
  /** Another window is writing. */
  | 'passive';
