/** What the acts of the permission matrix can be tried on, of this feature. */
export type ParticipationTarget = 'participant' | 'applicant' | 'invitation' | 'application';
