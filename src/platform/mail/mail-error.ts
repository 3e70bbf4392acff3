/** What is known of a failure. Neither names the recipient. */
interface Failure {
  readonly code?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly rejectedErrors?: readonly Failure[] | undefined;
}

/**
 * An email that wasn’t sent. Doesn’t contain the server’s sentence, which names the recipient and would be stored in the
 * log and with the job.
 */
export class MailError extends Error {
  readonly code: string;
  /** True if the server says that this address will never accept email. */
  readonly isAddressRefused: boolean;

  constructor({ code = 'unknown', responseCode, ...failure }: Failure) {
    super(['The mail server failed or refused:', code, responseCode ?? ''].join(' ').trim());
    this.code = code;
    this.isAddressRefused = refusesAddress({ responseCode, ...failure });
  }
}

/** Codes (RFC 5321) for a mailbox that doesn’t exist, has moved, or has an impossible name. */
const NO_SUCH_MAILBOX = [550, 551, 553];

/**
 * Returns whether a failure is about the address, and permanent. The enhanced code (RFC 3463) decides, if there is one: 5.1
 * is a wrong address, and 5.2.1 a disabled mailbox. Others, such as 5.7.1, are about us: every recipient would be refused.
 */
function refusesAddress({ responseCode, command, response = '', rejectedErrors }: Failure): boolean {
  if (rejectedErrors?.length) return rejectedErrors.every((each) => refusesAddress({ ...each, rejectedErrors: [] }));
  if (responseCode === undefined || responseCode < 500) return false;
  const enhanced = /^5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
  if (enhanced) return /^5\.1\.|^5\.2\.1$/.test(enhanced);
  return command === 'RCPT TO' && NO_SUCH_MAILBOX.includes(responseCode);
}
