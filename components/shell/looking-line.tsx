"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ApiError } from "@/lib/api/client/api-error";
import { useSubmission } from "@/lib/api/client/use-submission";

const toConsole = () => window.location.assign("/admin/partners");

/** Whether a query had data and is now refused. */
const isRefusedNow = ({ state: { data, error } }: Query): boolean =>
  data !== undefined && error instanceof ApiError && error.code === "ROLE_NOT_ALLOWED";

/** Says on every page which partner's dashboard an operator views, and leads back. */
export function LookingLine({ partner, person }: { partner: string; person: string }) {
  const client = useQueryClient();
  useEffect(
    // The view was ended elsewhere: its data must not stay on the screen.
    () => client.getQueryCache().subscribe(({ query }) => isRefusedNow(query) && toConsole()),
    [client],
  );
  const leave = useSubmission("leavePartner", { onDone: toConsole });
  return (
    <div className="sticky top-0 z-40 flex h-(--bar-height) items-center gap-2 bg-text px-4 text-small text-ground">
      <span className="min-w-0 truncate">
        Viewing as <strong className="font-semibold">{partner}</strong> (read-only), signed in as{" "}
        {person}.
      </span>
      <button
        type="button"
        onClick={() => leave.submit({})}
        disabled={leave.isBusy}
        className="ml-auto shrink-0 font-medium underline underline-offset-4"
      >
        {leave.failure ? "Failed. Try again" : "Back to console"}
      </button>
    </div>
  );
}
