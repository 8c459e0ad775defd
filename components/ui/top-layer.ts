/** A modal dialog that is open. */
export interface OpenDialog {
  /** Inside it, for what must be seen and reached while everything outside the dialog is inert. */
  slot: HTMLElement;
  /** Closes it without a question. */
  dismiss: () => void;
}

let dialogs: readonly OpenDialog[] = [];
const listeners = new Set<() => void>();
const dismissListeners = new Set<() => void>();

function change(next: readonly OpenDialog[]): void {
  dialogs = next;
  for (const listener of listeners) listener();
}

/** The dialog over all others, if any is open. */
export const topDialog = (): OpenDialog | undefined => dialogs.at(-1);

/** Calls a listener whenever another dialog is on top; the result unsubscribes it. */
export function onTopDialog(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Puts a dialog on top; the result takes it away again. */
export function openDialog(dialog: OpenDialog): () => void {
  change([...dialogs, dialog]);
  return () => change(dialogs.filter((each) => each !== dialog));
}

/** Calls a listener when a person closes a dialog, before it goes away; the result unsubscribes it. */
export function onDialogDismissed(listener: () => void): () => void {
  dismissListeners.add(listener);
  return () => void dismissListeners.delete(listener);
}

export function reportDialogDismissed(): void {
  for (const listener of dismissListeners) listener();
}
