"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { CodeLine } from "@/components/ui/code-line";
import { useReader } from "@/components/ui/reader";
import { useLabelOf, useSavedAddresses } from "./queries";

/** Where it goes, in full, with its label; one that has none can be given one. */
export function Recipient({ address }: { address: string }) {
  const { role } = useReader();
  const { withParams } = useAddress();
  const isKnown = useSavedAddresses().isSuccess;
  const label = useLabelOf(address);
  return (
    <section className="space-y-2">
      <h3 className="font-semibold">{label ? `To ${label}` : "To"}</h3>
      <CodeLine text={address} label="the address" />
      {role === "owner" && isKnown && label === undefined && (
        <Button
          look="plain"
          size="compact"
          onClick={() => goTo(withParams({ do: "addresses", save: address }))}
        >
          Save address
        </Button>
      )}
    </section>
  );
}
