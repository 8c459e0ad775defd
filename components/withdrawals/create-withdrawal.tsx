"use client";

import { goTo } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { readAmount } from "@/components/ui/amount-text";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorPanel } from "@/components/ui/error-panel";
import { AmountField } from "@/components/ui/field";
import { Sum } from "@/components/ui/sum";
import { toast } from "@/components/ui/toaster";
import { useForm } from "@/components/ui/use-form";
import { checkFields, fieldSentences } from "@/lib/fetch/check-fields";
import { useSubmission } from "@/lib/fetch/use-submission";
import { usdFromMicroUsd } from "@/lib/money";
import {
  createWithdrawalContract,
  MIN_WITHDRAWAL_USD,
  WITHDRAWAL_FEE_MICRO_USD,
} from "@/lib/withdrawals/contract";
import { AddressField } from "./address-field";
import { checksumError } from "./check-address";
import { useBalance } from "./queries";

const FEE_USD = usdFromMicroUsd(WITHDRAWAL_FEE_MICRO_USD);

interface WithdrawalValues {
  [name: string]: string;
  amount: string;
  toAddress: string;
}

function check({ amount, toAddress }: WithdrawalValues): Record<string, string> {
  const body = {
    amount: amount.trim() === "" ? undefined : (readAmount(amount) ?? Number.NaN),
    toAddress: toAddress.trim(),
  };
  const checksum = checksumError(body.toAddress);
  return {
    ...checkFields(createWithdrawalContract.body, body),
    ...(checksum === undefined ? {} : { toAddress: checksum }),
  };
}

/** Asks for money to be sent; every step of the sum is shown before. */
export function CreateWithdrawal({ onClose }: { onClose: () => void }) {
  const balance = useBalance().data;
  const { submit, isBusy, failure } = useSubmission("createWithdrawal", {
    onDone: (data) => {
      toast("The withdrawal was requested");
      if (data) goTo(`/withdrawals/${data.id}`, { isReplacing: true });
      else onClose();
    },
  });
  const initial: WithdrawalValues = { amount: "", toAddress: "" };
  const form = useForm({
    initial,
    check,
    refused: failure && fieldSentences(failure.fields),
    onSubmit: ({ amount, toAddress }) =>
      submit({ body: { amount: readAmount(amount) ?? 0, toAddress: toAddress.trim() } }),
  });
  const amount = readAmount(form.values.amount ?? "") ?? 0;
  const isAddressRight = check(form.values).toAddress === undefined;
  return (
    <Dialog title="Request a withdrawal" onClose={onClose}>
      <form noValidate onSubmit={form.submit} className="space-y-4">
        <AmountField
          label="Amount"
          {...form.field("amount")}
          hint={
            <>
              At least {MIN_WITHDRAWAL_USD} USD
              {balance && (
                <>
                  . You have <Amount value={balance.availableBalance} />
                </>
              )}
              .
            </>
          }
          data-first-focus=""
        />
        <AddressField {...form.field("toAddress")} isRight={isAddressRight} />
        <Sum
          lines={[
            ["Taken off the wallet", amount],
            ["Fee", Math.min(FEE_USD, amount)],
            ["Arrives as USDC", Math.max(0, amount - FEE_USD)],
          ]}
        />
        {failure && Object.keys(failure.fields).length === 0 && (
          <ErrorPanel
            title="The withdrawal was not requested"
            failure={failure}
            undone="Nothing was taken off your wallet."
            unknown="Send it again: it counts only once."
          />
        )}
        <Button type="submit" disabled={isBusy} className="w-full">
          {isBusy ? "Requesting…" : "Request the withdrawal"}
        </Button>
      </form>
    </Dialog>
  );
}
