"use client";

import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";
import { openDialog, reportDialogDismissed, topDialog } from "./top-layer";

interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  slot: RefObject<HTMLDivElement | null>;
  /** Closes the dialog at a person's wish, without a question. */
  dismiss: () => void;
  /** Props of the dialog element. */
  handlers: {
    onCancel: (event: SyntheticEvent) => void;
    onClose: (event: SyntheticEvent) => void;
  };
}

/**
 * Opens the browser's modal dialog while it is mounted: the browser keeps the focus inside, makes the rest inert, and
 * restores the focus. `onEscape` handles a request to close.
 */
export function useModal(onClose: () => void, onEscape: () => void): Modal {
  const dialog = useRef<HTMLDialogElement>(null);
  const slot = useRef<HTMLDivElement>(null);
  const latest = useRef({ onClose, onEscape });
  useLayoutEffect(() => {
    latest.current = { onClose, onEscape };
  });
  const dismiss = () => {
    reportDialogDismissed();
    latest.current.onClose();
  };
  // The dialog is closed in a layout effect, before it is removed: a removed dialog does not restore the focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first-focus]")?.focus();
    return () => element?.close();
  }, []);
  useEffect(() => {
    if (!slot.current) return;
    const self = {
      slot: slot.current,
      dismiss: () => {
        reportDialogDismissed();
        latest.current.onClose();
      },
    };
    const close = openDialog(self);
    // The browser lets a page refuse to close a dialog on Escape only once, so the key is handled first.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
      if (topDialog() !== self || document.querySelector(":popover-open")) return;
      event.preventDefault();
      latest.current.onEscape();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("keydown", onKey);
      close();
    };
  }, []);
  const handlers = {
    onCancel: (event: SyntheticEvent) => {
      if (event.target !== event.currentTarget) return;
      event.preventDefault();
      latest.current.onEscape();
    },
    // The browser closed the dialog although the page refused.
    onClose: (event: SyntheticEvent) => {
      const element = dialog.current;
      if (event.target !== event.currentTarget || !element || element.open) return;
      element.showModal();
      latest.current.onEscape();
    },
  };
  return { dialog, slot, dismiss, handlers };
}
