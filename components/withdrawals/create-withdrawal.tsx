"use client";

import { useQueryClient } from "@tanstack/react-query";
import { goTo } from "@/components/ui/address";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { toast } from "@/components/ui/toaster";
import { type FormState, useForm } from "@/components/ui/use-form";
import { fieldSentences } from "@/lib/api/client/field-sentences";
import { useSubmission } from "@/lib/api/client/use-submission";
import { AddressField } from "./address-field";
import { AddressWarning } from "./address-warning";
import { type AddressCheck, addressCheckQuery, useAddressCheck } from "./queries";
import { AmountHint, WithdrawalBreakdown } from "./withdrawal-breakdown";
import {
  addressOf,
  bodyOf,
  checkWithdrawal,
  NO_VALUES,
  refusalOf,
  typedMicroUsd,
  type WithdrawalValues,
} from "./withdrawal-values";

/** The form's fields of the address, with the known facts about it. */
function Destination({ form, isKnown }: { form: FormState<WithdrawalValues>; isKnown: boolean }) {
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
  const { submit, isBusy, failure } = useSubmission("createWithdrawal", {
    onDone: (data) => {
      toast("Withdrawal requested");
      if (data) goTo(`/withdrawals/${data.id}`, { isReplacing: true });
      else onClose();
    },
  });
  const knownOf = (values: WithdrawalValues): AddressCheck | undefined => {
    const address = addressOf(values);
    return address === undefined
      ? undefined
      : client.getQueryData(addressCheckQuery(address).queryKey);
  };
  const form = useForm({
    initial: NO_VALUES,
    check: (values) => checkWithdrawal(values, knownOf(values)),
    refused: failure && fieldSentences(failure.fields),
    onSubmit: (values) => {
      const { amount, toAddress } = bodyOf(values);
      submit({ body: { amount: Number(amount), toAddress } });
    },
  });
  const isLooking = useAddressCheck(addressOf(form.values)).isLoading;
  return (
    <Dialog title="Request withdrawal" onClose={onClose}>
      <Form noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint={<AmountHint />}
          data-first-focus=""
        />
        <Destination form={form} isKnown={!isLooking} />
        <WithdrawalBreakdown amount={typedMicroUsd(form.values)} />
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="The withdrawal was not requested"
            failure={failure}
            undone="Your wallet was not debited."
          />
        )}
        <Button type="submit" disabled={isBusy || isLooking} className="w-full">
          {isBusy ? "Requesting…" : "Request withdrawal"}
        </Button>
      </Form>
    </Dialog>
  );
}
