"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";

const CURL = `curl "$BASE_URL/api/v1/partner/withdrawal" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "idempotency-key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"amount":100,"toAddress":"0x…"}'`;

/** Shown before the first withdrawal. */
export function WithdrawalsEmpty({ onCreate }: { onCreate: () => void }) {
  const { role } = useReader();
  return (
    <EmptyState
      title="No withdrawals yet"
      action={
        role === "owner" ? (
          <Button onClick={onCreate}>Request withdrawal</Button>
        ) : (
          <RoleNote>Only owners can withdraw.</RoleNote>
        )
      }
      curl={CURL}
    >
      <p>
        Withdraw your wallet balance as USDC on Base to an external address. Each withdrawal is sent
        after approval.
      </p>
    </EmptyState>
  );
}
