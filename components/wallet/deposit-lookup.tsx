"use client";

import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { networkName } from "@/lib/chain/network-name";
import { DepositFinding, type Finding } from "./deposit-finding";
import { useProfile } from "./queries";

/** Explains for any transaction why it was credited or not, and what to do. */
export function DepositLookup() {
  const networks = useProfile().data?.wallet.supportedNetworks ?? [];
  const [finding, setFinding] = useState<Finding>();
  const form = useContractForm("lookupDeposit", {
    initial: { chain: "", txHash: "" },
    input: ({ chain, txHash }) => ({
      body: { chain: chain || networks[0]?.chain, txHash: txHash.trim() },
    }),
    beforeSend: () => {
      setFinding(undefined);
      return false;
    },
    isRead: true,
    onDone: setFinding,
  });
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Missing a deposit?</h2>
      <RequestForm
        form={form}
        isCompact
        isPlain
        title="The transaction could not be looked up"
        action="Look up"
        busy="Looking up…"
      >
        <SelectField label="Network" {...form.field("chain")}>
          {networks.map(({ chain }) => (
            <option key={chain} value={chain}>
              {networkName(chain)}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Transaction hash"
          {...form.field("txHash")}
          hint="0x followed by 64 hexadecimal digits."
          autoComplete="off"
          spellCheck={false}
          maxLength={80}
        />
      </RequestForm>
      {finding && <DepositFinding finding={finding} />}
    </section>
  );
}
