import { perProcess } from "./per-process";

/** The kinds of change that pages are notified of. A notice carries no data; pages read the data again. */
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

const shared = perProcess("change listener", (): { listener?: Listener } => ({}));

/** Sets the listener for committed changes. A process has one listener; a later call replaces it. */
export function onChanges(listener: Listener | undefined): void {
  if (listener) shared.listener = listener;
  else delete shared.listener;
}

/**
 * Notifies the listener, after the commit, that data of a partner changed. Null stands for a change that concerns the
 * operator alone. Without a listener this does nothing. Source: docs/decisions/0018-live-pages.md
 */
export function publishChange(partnerId: string | null, kinds: readonly ChangeKind[]): void {
  if (kinds.length > 0) shared.listener?.(partnerId, kinds);
}
