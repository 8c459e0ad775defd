"use client";

import { CancelRequest } from "./cancel-request";
import { ConfirmRequest } from "./confirm-request";
import type { AdminRequest } from "./queries";

export type RequestAct = "confirm" | "cancel";

interface RequestDialogProps {
  act: RequestAct;
  request: AdminRequest;
  onClose: () => void;
}

/** The dialog of an action on a request. */
export function RequestDialog({ act, ...dialog }: RequestDialogProps) {
  return act === "confirm" ? <ConfirmRequest {...dialog} /> : <CancelRequest {...dialog} />;
}
