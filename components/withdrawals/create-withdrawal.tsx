"use client";

import { useQueryClient } from "@tanstack/react-query";
import { goTo } from "@/components/ui/address";
import { typedMicroUsd } from "@/components/ui/amount-text";
import { Dialog } from "@/components/ui/dialog";
import { AmountField } from "@/components/ui/field";
import { RequestForm } from "@/components/ui/request-form";
import { toast } from "@/components/ui/toaster";
import { useDraftPlace } from "@/components/ui/use-draft-place";
import { type ContractForm, useContractForm } from "@/lib/api/client/form/use-contract-form";
import { AddressField } from "./address-field";
import { AddressWarning } from "./address-warning";
import { type AddressCheck, addressCheckQuery, useAddressCheck } from "./queries";
import { AmountHint, WithdrawalBreakdown } from "./withdrawal-breakdown";
import {
  addressOf,
  bodyOf,
  checkAddress,
  NO_VALUES,
  NOT_KEPT,
  refusalOf,
  type WithdrawalValues,
} from "./withdrawal-values";

/** The form's fields of the address, with the known facts about it. */
function Destination({
  form,
  isKnown,
}: {
  form: ContractForm<WithdrawalValues>;
  isKnown: boolean;
}) {
  const address = addressOf(form.values);
  const { data } = useAddressCheck(address);
  const refusal = refusalOf(data);
  const field = form.field("toAddress");
  const { value: _, onChange: __, ...tick } = form.field("confirmedFor");
  return (
    <>
      <AddressField {...field} error={field.error ?? refusal} address={address} />
      {address !== undefined && isKnown && refusal === undefined && (
        <AddressWarning
          address={address}
          known={data}
          isRestored={form.draft.isRestored}
          tick={{
            ...tick,
            checked: form.values.confirmedFor === address,
            onChange: ({ target }) => form.set("confirmedFor", target.checked ? address : ""),
          }}
          middle={form.field("middle")}
        />
      )}
    </>
  );
}

/** Requests a withdrawal; the sum and the known facts about the address are shown first. */
export function CreateWithdrawal({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const knownOf = (values: WithdrawalValues): AddressCheck | undefined => {
    const address = addressOf(values);
    return address === undefined
      ? undefined
      : client.getQueryData(addressCheckQuery(address).queryKey);
  };
  const form = useContractForm("createWithdrawal", {
    initial: NO_VALUES,
    draft: useDraftPlace("create-withdrawal", NOT_KEPT),
    input: (values) => ({ body: bodyOf(values) }),
    check: (values, isRestored) => checkAddress(values, knownOf(values), isRestored),
    onDone: (data) => {
      toast("Withdrawal requested");
      if (data) goTo(`/withdrawals/${data.id}`, { isReplacing: true });
      else onClose();
    },
  });
  const isLooking = useAddressCheck(addressOf(form.values)).isLoading;
  return (
    <Dialog title="Request withdrawal" onClose={onClose}>
      <RequestForm
        form={form}
        isReady={!isLooking}
        title="The withdrawal was not requested"
        undone="Your wallet was not debited."
        action="Request withdrawal"
        busy="Requesting…"
      >
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint={<AmountHint />}
          data-first-focus=""
        />
        <Destination form={form} isKnown={!isLooking} />
        <WithdrawalBreakdown amount={typedMicroUsd(form.values.amount)} />
      </RequestForm>
    </Dialog>
  );
}
