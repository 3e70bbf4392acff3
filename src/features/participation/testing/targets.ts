/** Targets of this feature for the permission matrix. */
export type ParticipationTarget = 'participant' | 'applicant' | 'invitation' | 'application';
