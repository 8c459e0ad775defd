"use client";

import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "@/components/ui/button";
import { StateMark } from "@/components/ui/state-mark";
import { useTopDialog } from "@/components/ui/use-top-dialog";
import { type Effect, type InFlight, inFlight, onInFlight } from "@/lib/api/client/in-flight";

const NONE: readonly InFlight[] = [];

/** The explanation for a slow request. Only a request with an idempotency key counts once. */
const MEANINGS: Record<Effect, string> = {
  once: "You can safely retry: this request counts only once.",
  change: "If you close this, check whether the change was made before retrying.",
  none: "This request makes no changes.",
};

interface PanelProps {
  request: InFlight;
  onClose: () => void;
  className: string;
}

function Panel({ request, onClose, className }: PanelProps) {
  return (
    <div
      role="alert"
      className={`flex gap-3 border-line-strong bg-surface p-4 text-small ${className}`}
    >
      <StateMark state="waiting" size={16} />
      <div className="min-w-0 flex-1 space-y-3">
        <p>
          <strong className="font-semibold">Taking longer than usual.</strong>{" "}
          {MEANINGS[request.effect]}
        </p>
        <p className="flex flex-wrap gap-2">
          <Button look="plain" size="compact" onClick={request.keepWaiting}>
            Keep waiting
          </Button>
          <Button look="plain" size="compact" onClick={onClose}>
            Close
          </Button>
        </p>
      </div>
    </div>
  );
}

/** Says that a request takes longer than usual: in the dialog that sent it, otherwise over the page. */
export function SlowNotice() {
  const requests = useSyncExternalStore(onInFlight, inFlight, () => NONE);
  const dialog = useTopDialog();
  const request = requests.find(({ isSlow }) => isSlow);
  if (!request) return null;
  if (dialog)
    return createPortal(
      <Panel request={request} onClose={dialog.dismiss} className="border-t" />,
      dialog.slot,
    );
  return (
    <Panel
      request={request}
      onClose={request.stop}
      className="pointer-events-auto max-w-md rounded-large border"
    />
  );
}
