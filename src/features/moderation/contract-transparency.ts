import * as z from 'zod/mini';
import { endpoint } from '#core/endpoint.ts';
import { LAWS } from './model/law.ts';
import { RESTRICTION_ACTIONS, RULES } from './model/restriction.ts';

const count = z.int();
const month = z.strictObject({ from: z.int(), to: z.int(), received: count, acted: count });

/** What was reported in a year, and what became of it (Digital Services Act, article 15). */
export const Transparency = z.strictObject({
  year: z.int(),
  /** The years with counts, newest first. */
  years: z.array(z.int()),
  received: count,
  /** Reports of people without an account. */
  byVisitors: count,
  /** Reports after which something was restricted. */
  acted: count,
  /** Months with few reports are joined with a neighbor. */
  months: z.array(month),
  grounds: z.array(
    z.strictObject({ rule: z.nullable(z.enum(RULES)), law: z.nullable(z.enum(LAWS)), received: count, acted: count }),
  ),
  actions: z.array(z.strictObject({ action: z.enum(RESTRICTION_ACTIONS), count })),
  /** Decisions that were reversed. */
  lifted: count,
  appeals: count,
  appealsGranted: count,
  /** Texts that the automatic check has read and passed on, and those of them that a moderator has rejected. */
  checked: count,
  passedOn: count,
  rejected: count,
});
export type Transparency = z.output<typeof Transparency>;

export const transparencyApi = {
  read: endpoint({
    method: 'GET',
    path: 'report/transparency',
    access: 'public',
    summary: 'Returns how many reports there were in a year, by month and ground, and what became of them.',
    input: z.strictObject({ year: z.optional(z.string().check(z.regex(/^20\d\d$/))) }),
    response: Transparency,
    errors: [],
  }),
};
