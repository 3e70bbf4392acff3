/** The kinds of cases that this feature shows to moderators. One module, because they are always loaded together. */
export { AppealCase } from './appeal-case.tsx';
export { FeedbackCase } from './feedback-case.tsx';
export { ReportCase } from './report-case.tsx';
