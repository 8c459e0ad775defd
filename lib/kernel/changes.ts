/** What pages are told has changed: never what it is, only that it is worth reading again. */
export const CHANGE_KINDS = [
  "users",
  "cards",
  "transactions",
  "wallet",
  "deposits",
  "withdrawals",
  "webhooks",
  "settings",
  "alerts",
  "postings",
] as const;

export type ChangeKind = (typeof CHANGE_KINDS)[number];

type Listener = (partnerId: string | null, kinds: readonly ChangeKind[]) => void;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletChangeListener?: Listener };

/** Whoever tells the pages is told here what was committed; one listener a process, the last one stands. */
export function onChanges(listener: Listener | undefined): void {
  if (listener) shared.partnerWalletChangeListener = listener;
  else delete shared.partnerWalletChangeListener;
}

/**
 * Says, after the commit, that something of a partner is another than before; with null, something that concerns the
 * operator alone. Costs nothing where nobody listens. Source: docs/decisions/0018-live-pages.md
 */
export function publishChange(partnerId: string | null, kinds: readonly ChangeKind[]): void {
  if (kinds.length > 0) shared.partnerWalletChangeListener?.(partnerId, kinds);
}
