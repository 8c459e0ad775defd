"use client";

import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { useReader } from "@/components/ui/reader";
import { RoleNote } from "@/components/ui/role-note";

const CURL = `curl "$BASE_URL/api/v1/partner/card" \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "idempotency-key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{"serviceId":"usr_…","amount":100,"fundingType":"float"}'`;

/** Shown before the first card. */
export function CardsEmpty({ onCreate }: { onCreate: () => void }) {
  const { role } = useReader();
  return (
    <EmptyState
      title="No cards yet"
      action={
        role !== "viewer" ? (
          <Button onClick={onCreate}>Create card</Button>
        ) : (
          <RoleNote>Only owners and developers can create cards.</RoleNote>
        )
      }
      curl={CURL}
    >
      <p>
        Create virtual cards for approved users. Fund a card from your wallet or by stablecoin
        deposits to its own address.
      </p>
    </EmptyState>
  );
}
