"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { useReader } from "@/components/ui/reader";
import { Time } from "@/components/ui/time";
import { EndSso } from "./end-sso";
import { type Partner, type PartnerPeople, usePartnerPeople } from "./queries";

type RequiredSso = NonNullable<PartnerPeople["requiredSso"]>;

/** When the identity provider last signed somebody in, and when it last failed to. */
function factsOf({ issuer, lastUsedAt, lastFailure }: RequiredSso, owners: string) {
  const provider = (
    <span key="issuer" className="wrap-anywhere">
      {issuer}
    </span>
  );
  return [
    ["Identity provider", provider],
    ["Last sign-in", lastUsedAt ? <Time key="used" instant={lastUsedAt} /> : "None"],
    ...(lastFailure
      ? [["Last refused", <Time key="refused" instant={lastFailure.at} />] as const]
      : []),
    ["Break-glass access", owners || "Nobody"],
  ] as const;
}

/** How the partner's people must sign in, while they cannot by password, and the way out when the provider is gone. */
export function PartnerRequiredSso({ partner }: { partner: Partner }) {
  const { data } = usePartnerPeople(partner.partnerId);
  const [isAsking, setAsking] = useState(false);
  const { role } = useReader();
  // The section about the team reports when the people could not be loaded.
  if (!data?.requiredSso) return null;
  const { requiredSso, people } = data;
  const owners = people.filter(({ personId }) => requiredSso.breakGlassOwnerIds.includes(personId));
  return (
    <section className="space-y-3">
      <header className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">Single sign-on required</h3>
        {role === "admin" && (
          <Button look="plain" size="compact" onClick={() => setAsking(true)}>
            End requirement
          </Button>
        )}
      </header>
      <Facts facts={factsOf(requiredSso, owners.map(({ name }) => name).join(", "))} />
      {owners.length === 0 && (
        <Notice state="attention" title="No owner can sign in without the provider">
          <p className="text-small">
            If the provider is gone, two administrators can end the requirement.
          </p>
        </Notice>
      )}
      {isAsking && <EndSso partner={partner} onClose={() => setAsking(false)} />}
    </section>
  );
}
