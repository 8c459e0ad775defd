/** An open modal dialog. */
export interface OpenDialog {
  /** An element inside the dialog, for content that must stay visible and usable while everything outside is inert. */
  slot: HTMLElement;
  /** Closes the dialog without a question. */
  dismiss: () => void;
}

let dialogs: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();
const dismissListeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** Returns the topmost open dialog, if any. */
export const topDialog = (): OpenDialog | undefined => dialogs.at(-1);

/** Subscribes a listener to changes of the topmost dialog; returns the function that unsubscribes. */
export function onTopDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Adds a dialog on top; returns the function that removes it. */
export function openDialog(dialog: OpenDialog): () => void {
  change([...dialogs, dialog]);
  return () => change(dialogs.filter((each) => each !== dialog));
}

/**
 * Subscribes a listener to dialogs that a person closes, before they unmount; returns the function that unsubscribes.
 */
export function onDialogDismissed(listener: () => void): () => void {
  dismissListeners.add(listener);
  return () => void dismissListeners.delete(listener);
}

export function reportDialogDismissed(): void {
  for (const listener of dismissListeners) listener();
}
