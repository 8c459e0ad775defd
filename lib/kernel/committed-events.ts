import { perProcess } from "./per-process";

type Listener = () => void;

const shared = perProcess("event listener", (): { listener?: Listener } => ({}));

/** Sets the listener for committed events. A process has one listener; a later call replaces it. */
export function onEventsCommitted(listener: Listener | undefined): void {
  if (listener) shared.listener = listener;
  else delete shared.listener;
}

/** Notifies the listener that events are due. Without a listener this does nothing. */
export function announceEvents(): void {
  shared.listener?.();
}
