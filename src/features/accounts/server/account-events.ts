/**
 * Emitted in the transaction of what has happened, so both happen or neither, except `account.restricted` before an
 * erasure and `account.lifted` after a canceled deletion, which come without one. Listeners lock many stories, so they
 * take one transaction for each (`inTransaction`).
 */
declare module '#platform/features/events.ts' {
  interface Events {
    /** The username that is shown beside the member’s work has changed. */
    'account.renamed': { readonly accountId: string };
    /**
     * The member is suspended or banned, and can do nothing from now on. Also emitted when one turns into the other, and
     * before an erasure. A restricted member must not block others, so they keep nothing that others wait for.
     */
    'account.restricted': { readonly accountId: string };
    /**
     * The member can act again: a restriction was lifted, a suspension has ended, or a deletion was canceled. In the
     * last case a job emits it.
     */
    'account.lifted': { readonly accountId: string };
    /**
     * The deletion is planned: hand over what other members are waiting for. The member’s content stays until the
     * erasure.
     */
    'account.deletion_requested': { readonly accountId: string };
    /** The member’s address was replaced by another one, which is confirmed. The account is locked. */
    'account.email_changed': { readonly accountId: string };
    /** The file with all of the member’s data is ready. */
    'account.export_ready': { readonly accountId: string; readonly exportId: string };
    /** The file couldn’t be made in time. The member can request another. */
    'account.export_failed': { readonly accountId: string; readonly exportId: string };
  }
}

export {};
