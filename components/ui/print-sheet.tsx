"use client";

import { useEffect } from "react";
import { createPortal } from "react-dom";

interface PrintSheetProps {
  text: string;
  /** Called once the print dialog of the browser is closed. */
  onClose: () => void;
}

/** Prints a text alone on a page, without the page around it. */
export function PrintSheet({ text, onClose }: PrintSheetProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: printed once
  useEffect(() => {
    window.print();
    onClose();
  }, []);
  return createPortal(
    <pre className="print-sheet p-8 font-mono whitespace-pre-wrap">{text}</pre>,
    document.body,
  );
}
