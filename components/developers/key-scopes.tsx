"use client";

import { CheckField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { OWNER_SCOPES } from "@/lib/contract/scopes";
import { OWNER_SCOPE_WORDS } from "./scope-words";

/** What a new key may do beyond what every key may. Only owners choose; a developer's key has none of it. */
export function KeyScopes() {
  const isOwner = useReader().role === "owner";
  return (
    <fieldset className="space-y-1">
      <legend className="text-small font-medium">This key may also</legend>
      {OWNER_SCOPES.map((scope) => (
        <CheckField
          key={scope}
          label={OWNER_SCOPE_WORDS[scope]}
          name="scopes"
          value={scope}
          disabled={!isOwner}
        />
      ))}
      <p className="text-small text-quiet">
        {isOwner
          ? "Every key manages users, cards and webhooks. Tick only what the server needs."
          : "Only owners can create keys that do this. Your key manages users, cards and webhooks."}
      </p>
    </fieldset>
  );
}
