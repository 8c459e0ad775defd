"use client";

import { Button } from "@/components/ui/button";
import { useReader } from "@/components/ui/reader";
import { Time } from "@/components/ui/time";
import type { AdminRequest } from "./queries";
import type { RequestAct } from "./request-dialog";
import { obstacleText, requestWords } from "./request-words";

interface RequestLineProps {
  request: AdminRequest;
  /** Opens the dialog of an action. */
  onAsk: (act: RequestAct) => void;
}

/** One request: its change, its requester and the reader's actions. */
export function RequestLine({ request, onAsk }: RequestLineProps) {
  const { role } = useReader();
  const { targetName, requestedBy, createdAt, expiresAt } = request;
  const obstacle = obstacleText(request);
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
            <Button size="compact" onClick={() => onAsk("confirm")}>
              Confirm…<span className="sr-only"> for {targetName}</span>
            </Button>
          )}
          <Button look="plain" size="compact" onClick={() => onAsk("cancel")}>
            Cancel<span className="sr-only"> the request for {targetName}</span>
          </Button>
        </span>
      )}
    </li>
  );
}
