"use client";

import { EmptyState } from "@/components/ui/empty-state";

/** Shown for a queue without withdrawals, by its filter of statuses. */
export function QueueEmpty({ of }: { of: "mine" | "decided" | "pending" }) {
  switch (of) {
    case "mine":
      return (
        <EmptyState title="No withdrawals need your approval">
          See “Pending” for withdrawals that need another administrator.
        </EmptyState>
      );
    case "decided":
      return (
        <EmptyState title="No withdrawals with this status">
          Withdrawals that need a decision are under “Pending”.
        </EmptyState>
      );
    case "pending":
      return (
        <EmptyState title="Queue is empty">
          Withdrawals requested by partners appear here, oldest first. Nothing is sent without
          approval.
        </EmptyState>
      );
  }
}
