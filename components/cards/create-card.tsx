"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields } from "@/lib/api/client/check-fields";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { createCardContract } from "@/lib/cards/contract";
import { amountValue, typedMicroUsd } from "./amount-value";
import { FundingField } from "./funding-field";
import { useBalance, useTerms } from "./queries";
import { newCardSum } from "./sums";
import { UserField } from "./user-field";

interface CardValues {
  [name: string]: string;
  serviceId: string;
  fundingType: string;
  amount: string;
}

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
  const { submit, isBusy, failure } = useSubmission("createCard", {
    onDone: (data) => {
      toast("Card created");
      if (data) goTo(`/cards/${data.serviceCardId}`, { isReplacing: true });
      else onClose();
    },
  });
  const initial: CardValues = {
    serviceId: params.get("user") ?? "",
    fundingType: "float",
    amount: "",
  };
  const form = useForm({
    initial,
    check: (values) => ({
      ...checkFields(createCardContract.body, bodyOf(values)),
      ...(values.serviceId === "" ? { serviceId: "Select a user." } : {}),
    }),
    refused: failure && fieldSentences(failure.fields),
    onSubmit: (values) => submit({ body: bodyOf(values) }),
  });
  const { fundingType } = form.values;
  const amount = fundingType === "float" ? typedMicroUsd(form.values.amount ?? "") : undefined;
  const maxUsd = terms.data?.limits.firstAmount.max;
  return (
    <Dialog title="Create card" onClose={onClose}>
      <Form noValidate onSubmit={form.submit} className="space-y-4">
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
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="The card was not created"
            failure={failure}
            undone="Nothing was charged."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Creating…" : "Create card"}
        </Button>
      </Form>
    </Dialog>
  );
}
