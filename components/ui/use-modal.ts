"use client";

import { type RefObject, type SyntheticEvent, useEffect, useLayoutEffect, useRef } from "react";
import { openDialog, reportDialogDismissed, topDialog } from "./top-layer";

interface Modal {
  dialog: RefObject<HTMLDialogElement | null>;
  slot: RefObject<HTMLDivElement | null>;
  /** Closes it: what a person wants, without a question. */
  dismiss: () => void;
  /** For the dialog element. */
  handlers: {
    onCancel: (event: SyntheticEvent) => void;
    onClose: (event: SyntheticEvent) => void;
  };
}

/**
 * The browser's own modal dialog, open while it is on the page: it keeps the focus inside, makes the rest inert, and
 * gives the focus back. `onEscape` decides what becomes of a request to close it.
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
  // It closes while it is still on the page: once it is gone it gives no focus back.
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
    // The browser gives a dialog one chance only to refuse being closed by escape: the key is taken before that.
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
    // The browser closed it all the same.
    onClose: (event: SyntheticEvent) => {
      const element = dialog.current;
      if (event.target !== event.currentTarget || !element || element.open) return;
      element.showModal();
      latest.current.onEscape();
    },
  };
  return { dialog, slot, dismiss, handlers };
}
