"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useReader } from "@/components/ui/reader";
import { Time } from "@/components/ui/time";
import type { AdminRequest } from "./queries";
import { obstacleText, requestWords } from "./request-words";

// Dialogs are loaded when they are opened, and never rendered by the server.
const ConfirmRequest = dynamic(
  () => import("./confirm-request").then(({ ConfirmRequest }) => ConfirmRequest),
  { ssr: false },
);
const CancelRequest = dynamic(
  () => import("./cancel-request").then(({ CancelRequest }) => CancelRequest),
  { ssr: false },
);

/** One request: its change, its requester and the reader's actions. */
export function RequestLine({ request }: { request: AdminRequest }) {
  const [open, setOpen] = useState<"confirm" | "cancel">();
  const { role } = useReader();
  const { targetName, requestedBy, createdAt, expiresAt } = request;
  const obstacle = obstacleText(request);
  const close = () => setOpen(undefined);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block font-medium wrap-anywhere">{requestWords(request)}</span>
        <span className="block text-quiet">
          Requested by {requestedBy} <Time instant={createdAt} />, expires{" "}
          <Time instant={expiresAt} isExact />
        </span>
        {obstacle && <span className="block text-quiet">{obstacle}</span>}
      </span>
      {role === "admin" && (
        <span className="flex gap-2">
          {!obstacle && (
            <Button size="compact" onClick={() => setOpen("confirm")}>
              Confirm…<span className="sr-only"> for {targetName}</span>
            </Button>
          )}
          <Button look="plain" size="compact" onClick={() => setOpen("cancel")}>
            Cancel<span className="sr-only"> the request for {targetName}</span>
          </Button>
        </span>
      )}
      {open === "confirm" && <ConfirmRequest request={request} onClose={close} />}
      {open === "cancel" && <CancelRequest request={request} onClose={close} />}
    </li>
  );
}
