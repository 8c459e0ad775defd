"use client";

import { CheckField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { OWNER_SCOPES } from "@/lib/contract/scopes";
import { OWNER_SCOPE_WORDS } from "./scope-words";

export type OwnerScope = (typeof OWNER_SCOPES)[number];

interface KeyScopesProps {
  chosen: readonly OwnerScope[];
  onChoose: (chosen: OwnerScope[]) => void;
}

/** The additional scopes of a new key. Only owners choose them; a developer's key has none. */
export function KeyScopes({ chosen, onChoose }: KeyScopesProps) {
  const isOwner = useReader().role === "owner";
  const choose = (scope: OwnerScope, isChosen: boolean) =>
    onChoose(OWNER_SCOPES.filter((each) => (each === scope ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="space-y-1">
      <legend className="text-small font-medium">Additional permissions</legend>
      {OWNER_SCOPES.map((scope) => (
        <CheckField
          key={scope}
          label={OWNER_SCOPE_WORDS[scope]}
          checked={chosen.includes(scope)}
          onChange={({ target }) => choose(scope, target.checked)}
          disabled={!isOwner}
        />
      ))}
      <p className="text-small text-quiet">
        {isOwner
          ? "Every key can manage users, cards and webhooks. Grant only what your server needs."
          : "Only owners can grant these. Your key can manage users, cards and webhooks."}
      </p>
    </fieldset>
  );
}
