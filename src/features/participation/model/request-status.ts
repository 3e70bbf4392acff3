import { machine } from '#core/machine.ts';

/** An invitation or application (trust.md §5): one record that both sides accept, or that ends. */
export const REQUEST_STATES = ['pending', 'accepted', 'declined', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];
export const REQUEST_ACTIONS = ['accept', 'decline', 'withdraw', 'expire'] as const;
export type RequestAction = (typeof REQUEST_ACTIONS)[number];

export const requestMachine = machine<RequestState, RequestAction>(REQUEST_ACTIONS, {
  pending: { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn', expire: 'expired' },
  accepted: {},
  declined: {},
  withdrawn: {},
  expired: {},
});

/** The side that sent it. The other side answers. */
export const REQUEST_KINDS = ['invitation', 'application'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];
