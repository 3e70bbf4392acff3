/** What the acts of the permission matrix can be tried on, of this feature. */
export type BranchTarget = 'branch' | 'branch chapter' | 'branch draft';
