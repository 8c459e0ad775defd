"use client";

import { useState } from "react";
import { amountValue } from "@/components/ui/amount-text";
import { AmountField, SelectField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import type { ApiData } from "@/lib/api/client/types";
import { MESSAGES, type MessageName, NETWORK_MERCHANTS } from "./network-messages";
import type { Card } from "./queries";

/** A transaction that this page simulated, so that further messages can belong to it. */
interface Simulated {
  networkTransaction: string;
  merchant: string;
}

function announce(data: ApiData<"simulateNetworkMessage"> | undefined, about: string): void {
  if (data?.approved === false)
    toast(`Declined: ${data.declinedReason}`, { state: "failed", about });
  else toast(data?.approved ? "Authorization approved" : "Network message posted", { about });
}

/** The form of a message. A message belongs to a new transaction or to one that was simulated before. */
function useMessage({ serviceCardId }: Card) {
  const [known, setKnown] = useState<readonly Simulated[]>([]);
  const merchantOf = (transaction: string, merchant: string) =>
    known.find(({ networkTransaction }) => networkTransaction === transaction)?.merchant ??
    merchant;
  const form = useContractForm("simulateNetworkMessage", {
    initial: { message: "capture" as MessageName, transaction: "", merchant: "0", amount: "25.00" },
    input: ({ message, transaction, merchant, amount }) => ({
      params: { serviceCardId },
      body: {
        ...NETWORK_MERCHANTS[Number(merchantOf(transaction, merchant))],
        ...MESSAGES[message].body,
        ...(message !== "expiry" && { amount: amountValue(amount) }),
        ...(transaction !== "" && { networkTransaction: transaction }),
      },
    }),
    names: { networkTransaction: "transaction" },
    onDone: (data) => {
      announce(data, serviceCardId);
      if (!data || form.values.transaction !== "") return;
      const { networkTransaction } = data;
      setKnown((before) => [{ networkTransaction, merchant: form.values.merchant }, ...before]);
      form.set("transaction", networkTransaction);
    },
  });
  return { form, known };
}

/** Simulates what a card network reports without asking. */
export function SimulatedMessage({ card }: { card: Card }) {
  const { form, known } = useMessage(card);
  const { message, transaction } = form.values;
  const { alone, onTransaction } = MESSAGES[message];
  return (
    <RequestForm
      form={form}
      isCompact
      isPlain
      title="The message was not simulated"
      action="Send message"
      busy="Sending…"
    >
      <SelectField
        label="Message"
        {...form.field("message")}
        hint={transaction === "" ? alone : onTransaction}
      >
        {Object.entries(MESSAGES).map(([name, { word }]) => (
          <option key={name} value={name}>
            {word}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Transaction"
        {...form.field("transaction")}
        hint="A message can belong to a transaction that you simulated here before."
      >
        <option value="">New transaction</option>
        {known.map(({ networkTransaction, merchant }, index) => (
          <option key={networkTransaction} value={networkTransaction}>
            {known.length - index}. {NETWORK_MERCHANTS[Number(merchant)]?.merchantName}
          </option>
        ))}
      </SelectField>
      {transaction === "" && (
        <SelectField label="Merchant" {...form.field("merchant")}>
          {NETWORK_MERCHANTS.map(({ merchantName, currency }, index) => (
            <option key={merchantName} value={index}>
              {merchantName} ({currency})
            </option>
          ))}
        </SelectField>
      )}
      {message !== "expiry" && <AmountField label="Amount" {...form.field("amount")} />}
    </RequestForm>
  );
}
