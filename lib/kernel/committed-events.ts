type Listener = () => void;

// One per process: the framework loads this module into more than one bundle.
const shared = globalThis as typeof globalThis & { partnerWalletEventListener?: Listener };

/** Sets the listener for committed events. A process has one listener; a later call replaces it. */
export function onEventsCommitted(listener: Listener | undefined): void {
  if (listener) shared.partnerWalletEventListener = listener;
  else delete shared.partnerWalletEventListener;
}

/** Notifies the listener that events are due. Without a listener this does nothing. */
export function announceEvents(): void {
  shared.partnerWalletEventListener?.();
}
