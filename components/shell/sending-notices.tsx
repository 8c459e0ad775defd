"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { toast } from "@/components/ui/toaster";
import { onDialogDismissed } from "@/components/ui/top-layer";
import { useLate } from "@/components/ui/use-late";
import { type Effect, noteDismissal, onAbandoned } from "@/lib/api/client/in-flight";

const ABANDONED: Record<Effect, string | undefined> = {
  once: "You closed the form before the response arrived. The change may have been made. You can safely retry: it counts only once.",
  change:
    "You closed the form before the response arrived. The change may have been made. Check before retrying.",
  none: undefined,
};

const loadNotices = () => import("./late-notices").then(({ LateNotices }) => LateNotices);

/** The notices about requests in flight, of all forms, and about completed actions. */
export function SendingNotices() {
  const client = useQueryClient();
  const LateNotices = useLate(loadNotices);
  useEffect(() => onDialogDismissed(noteDismissal), []);
  useEffect(
    () =>
      onAbandoned((effect) => {
        const text = ABANDONED[effect];
        if (text === undefined) return;
        toast(text, { state: "attention" });
        void client.invalidateQueries();
      }),
    [client],
  );
  return LateNotices && <LateNotices />;
}
