"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Dialog } from "@/components/ui/dialog";
import { AmountField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { amountValue, typedMicroUsd } from "./amount-value";
import { FundingField } from "./funding-field";
import { useBalance, useTerms } from "./queries";
import { newCardSum } from "./sums";
import { UserField } from "./user-field";

type CardValues = Record<"serviceId" | "fundingType" | "amount", string>;

function bodyOf({ serviceId, fundingType, amount }: CardValues) {
  return fundingType === "crypto"
    ? { serviceId, fundingType: "crypto" as const }
    : { serviceId, fundingType: "float" as const, amount: amountValue(amount) };
}

/** Creates a card for a verified user. */
export function CreateCard({ onClose }: { onClose: () => void }) {
  const { params } = useAddress();
  const balance = useBalance();
  const terms = useTerms();
  const form = useContractForm("createCard", {
    initial: { serviceId: params.get("user") ?? "", fundingType: "float", amount: "" },
    input: (values) => ({ body: bodyOf(values) }),
    check: ({ serviceId }): Record<string, string> =>
      serviceId === "" ? { serviceId: "Select a user." } : {},
    onDone: (data) => {
      toast("Card created");
      if (data) goTo(`/cards/${data.serviceCardId}`, { isReplacing: true });
      else onClose();
    },
  });
  const { fundingType } = form.values;
  const amount = fundingType === "float" ? typedMicroUsd(form.values.amount) : undefined;
  const maxUsd = terms.data?.limits.firstAmount.max;
  return (
    <Dialog title="Create card" onClose={onClose}>
      <RequestForm
        form={form}
        title="The card was not created"
        undone="Nothing was charged."
        action="Create card"
        busy="Creating…"
      >
        <UserField {...form.field("serviceId")} />
        <FundingField value={fundingType} onChoose={(value) => form.set("fundingType", value)} />
        {fundingType === "float" && (
          <AmountField
            label="Initial balance"
            {...form.field("amount")}
            hint={maxUsd && `Up to ${maxUsd.toLocaleString("en-US")} USD.`}
          />
        )}
        <Sum
          lines={
            terms.data &&
            balance.data &&
            newCardSum(terms.data, balance.data.availableBalance, amount)
          }
          isMissing={terms.isError || balance.isError}
        />
      </RequestForm>
    </Dialog>
  );
}
