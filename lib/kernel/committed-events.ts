type Listener = () => void;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletEventListener?: Listener };

/** Whoever delivers events is told here that some were committed; one listener a process, the last one stands. */
export function onEventsCommitted(listener: Listener | undefined): void {
  if (listener) shared.partnerWalletEventListener = listener;
  else delete shared.partnerWalletEventListener;
}

/** Says that events are due. Costs nothing where nobody delivers. */
export function announceEvents(): void {
  shared.partnerWalletEventListener?.();
}
