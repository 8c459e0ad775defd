"use client";

import { amountValue } from "@/components/ui/amount-text";
import { AmountField, SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { networkName } from "@/lib/chain/network-name";
import type { Card } from "./queries";

/** Sends test money to a card's address on the test chain; staging only. */
export function SimulateDeposit({ card }: { card: Card }) {
  const pairs = (card.supportedNetworks ?? []).flatMap(({ chain, tokens }) =>
    tokens.map((token) => ({ chain, token })),
  );
  const form = useContractForm("simulateDeposit", {
    initial: { pair: "0", amount: "50.00" },
    input: ({ pair, amount }) => ({
      body: { ...pairs[Number(pair)], to: card.serviceCardId, amount: amountValue(amount) },
    }),
    names: { chain: "pair", token: "pair" },
    onDone: () => toast("Test deposit sent. It is credited after confirmation"),
  });
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      className="space-y-3 border-b border-line pb-4"
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
  );
}
