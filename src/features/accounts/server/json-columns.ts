/** Details of a security event. */
export type SecurityFacts = Record<string, string>;

declare module '#platform/db/json.ts' {
  interface JsonColumns {
    'security_log.facts': SecurityFacts;
  }
}
