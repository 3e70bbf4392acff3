/** What an event of an account's security notes beside its name. */
export type SecurityFacts = Record<string, string>;

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'security_log.facts': SecurityFacts;
  }
}
