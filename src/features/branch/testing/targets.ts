/** Targets of this feature for the permission matrix. */
export type BranchTarget = 'branch' | 'branch chapter' | 'branch draft';
