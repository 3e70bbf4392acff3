/**
 * Returns a position in the write-ahead log of PostgreSQL, in bytes since its beginning. Null if the text is none, because
 * anyone who can connect to the database can send something else.
 */
export function readLogPosition(text: string): bigint | null {
  const [, high, low] = /^([\dA-F]{1,8})\/([\dA-F]{1,8})$/.exec(text) ?? [];
  return high === undefined || low === undefined ? null : (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

const PAGE_BYTES = 8192n;
const LONGEST_HEADER_BYTES = 40n;

/**
 * Returns the end of the last record before this position. Where a page of the log begins, the position for the next record
 * is behind the header of the page, and a replica that has read everything stops before it.
 */
export function endOfLastRecord(position: bigint): bigint {
  const inPage = position % PAGE_BYTES;
  return inPage <= LONGEST_HEADER_BYTES ? position - inPage : position;
}
