"use client";

import { readAmount } from "@/components/ui/amount-text";
import { AmountField, SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { networkName } from "@/lib/chain/network-name";
import { useProfile } from "./queries";

/** Sends test money over the test chain, as somebody outside would; staging only. */
export function SimulateDeposit() {
  const networks = useProfile().data?.wallet.supportedNetworks ?? [];
  const pairs = networks.flatMap(({ chain, tokens }) => tokens.map((token) => ({ chain, token })));
  const form = useContractForm("simulateDeposit", {
    initial: { pair: "0", amount: "250.00" },
    input: ({ pair, amount }) => ({
      body: { ...pairs[Number(pair)], to: "wallet", amount: readAmount(amount) ?? Number.NaN },
    }),
    names: { chain: "pair", token: "pair" },
    onDone: () => toast("Test deposit sent. It is credited after confirmation"),
  });
  return (
    <details className="rounded-large border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-semibold">
        Simulate deposit
      </summary>
      <RequestForm
        form={form}
        isCompact
        isPlain
        className="space-y-3 border-t border-line p-4"
        title="The deposit was not sent"
        action="Send deposit"
        busy="Sending…"
      >
        <SelectField label="Network and token" {...form.field("pair")}>
          {pairs.map(({ chain, token }, index) => (
            <option key={`${chain} ${token}`} value={index}>
              {networkName(chain)} · {token.toUpperCase()}
            </option>
          ))}
        </SelectField>
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint="Test funds from the sandbox faucet."
        />
      </RequestForm>
    </details>
  );
}
