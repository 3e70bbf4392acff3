/** Targets of this feature for the permission matrix. */
export type RelayTarget = 'relay' | 'turn draft';
