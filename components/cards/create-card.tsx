"use client";

import { goTo, useAddress } from "@/components/ui/address";
import { amountValue, typedMicroUsd } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { AmountField } from "@/components/ui/field";
import { useReader } from "@/components/ui/reader";
import { RequestForm } from "@/components/ui/request-form";
import { Sum } from "@/components/ui/sum";
import { TestData } from "@/components/ui/test-data";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { useContractForm } from "@/lib/api/client/form/use-contract-form";
import { FundingField } from "./funding-field";
import { useBalance, useTerms, useUsersToChoose } from "./queries";
import { newCardSum } from "./sums";
import { UserField } from "./user-field";

type CardValues = Record<"serviceId" | "fundingType" | "amount", string>;

const TEST_AMOUNT = "100.00";

function bodyOf({ serviceId, fundingType, amount }: CardValues) {
  return fundingType === "crypto"
    ? { serviceId, fundingType: "crypto" as const }
    : { serviceId, fundingType: "float" as const, amount: amountValue(amount) };
}

/** Fills the form with one of the approved users and an amount. */
function TestCard({ onFill }: { onFill: (values: CardValues) => void }) {
  const users = useUsersToChoose("").data?.users ?? [];
  const fill = () => {
    const { serviceId } = users[Math.floor(Math.random() * users.length)] ?? {};
    if (serviceId !== undefined) onFill({ serviceId, fundingType: "float", amount: TEST_AMOUNT });
  };
  return users.length > 0 && <TestData onFill={fill} />;
}

/** Creates a card for a verified user. */
export function CreateCard({ onClose }: { onClose: () => void }) {
  const { params } = useAddress();
  const { isSandbox } = useReader();
  const userId = params.get("user") ?? "";
  const balance = useBalance();
  const terms = useTerms();
  const form = useContractForm("createCard", {
    initial: { serviceId: userId, fundingType: "float", amount: "" },
    // The link of a user's sheet chooses the user, so that it has a draft of its own.
    draft: useDraftPlace(`create-card ${userId}`),
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
  const user = form.field("serviceId");
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
        {isSandbox && <TestCard onFill={form.reset} />}
        <UserField
          name="serviceId"
          value={form.values.serviceId}
          error={user.error}
          onBlur={user.onBlur}
          onChoose={(serviceId) => form.set("serviceId", serviceId)}
        />
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
