"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface ConfirmRealProps {
  method: string;
  path: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a change in production. */
export function ConfirmReal({ method, path, onConfirm, onClose }: ConfirmRealProps) {
  return (
    <ConfirmDialog
      title={`Send ${method} in production?`}
      action={`Send live ${method}`}
      isDangerous
      isBusy={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>
        <code className="font-mono text-small break-all">{path}</code> runs with real money and real
        cards, as if your server had sent it.
      </p>
    </ConfirmDialog>
  );
}
