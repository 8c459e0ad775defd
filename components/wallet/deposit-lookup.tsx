"use client";

import { useRef, useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { RoleNote } from "@/components/ui/role-note";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { networkName } from "@/lib/chain/network-name";
import { DepositFinding, type Finding } from "./deposit-finding";
import { useProfile } from "./queries";

interface Lookup {
  chain: string;
  txHash: string;
}

const isSame = (one: Lookup | undefined, other: Lookup) =>
  one?.chain === other.chain && one.txHash === other.txHash;

/** Explains for any transaction why it was credited or not, and what to do. */
export function DepositLookup() {
  const { isLooking } = useReader();
  return (
    <section className="space-y-3">
      <h2 className="font-semibold">Missing a deposit?</h2>
      {isLooking ? (
        <RoleNote>Only the partner’s team can look up a transaction here.</RoleNote>
      ) : (
        <LookupForm />
      )}
    </section>
  );
}

/** The form of a transaction, and what was found about it. */
export function LookupForm() {
  const networks = useProfile().data?.wallet.supportedNetworks ?? [];
  const [found, setFound] = useState<{ of: Lookup | undefined; finding: Finding }>();
  const sent = useRef<Lookup>(undefined);
  const form = useContractForm("lookupDeposit", {
    initial: { chain: "", txHash: "" } as Lookup,
    input: ({ chain, txHash }) => ({
      body: { chain: chain || networks[0]?.chain, txHash: txHash.trim() },
    }),
    beforeSend: (values) => {
      sent.current = values;
      setFound(undefined);
      return false;
    },
    isRead: true,
    onDone: (finding) => setFound(finding && { of: sent.current, finding }),
  });
  // What was found about one transaction must not be read as about another one that was typed since.
  const isCurrent = found && isSame(found.of, form.values);
  return (
    <>
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
      {isCurrent && <DepositFinding finding={found.finding} />}
    </>
  );
}
