import { readAmount } from "@/components/ui/amount-text";
import { checkFields } from "@/lib/api/client/check-fields";
import { microUsdFromNumber } from "@/lib/kernel/money";
import { checksummed } from "@/lib/withdrawals/addresses/checksum";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import { createWithdrawalContract } from "@/lib/withdrawals/contract";
import { confirmationFor, middleOf } from "./confirmation";
import type { AddressCheck } from "./queries";

export interface WithdrawalValues {
  [name: string]: string;
  amount: string;
  toAddress: string;
  /** The address that was compared with where it came from; another one is to be compared anew. */
  confirmedFor: string;
  /** Characters of the address that were typed to show that they were looked at. */
  middle: string;
}

export const NO_VALUES: WithdrawalValues = {
  amount: "",
  toAddress: "",
  confirmedFor: "",
  middle: "",
};

/** The address that is typed, with its capitals, once it can be one. */
export function addressOf({ toAddress }: WithdrawalValues): string | undefined {
  return checksummed(toAddress.trim());
}

/** What is typed so far in micro-USD, for the sum that is shown meanwhile. */
export function typedMicroUsd({ amount }: WithdrawalValues): bigint {
  return microUsdFromNumber(readAmount(amount) ?? 0) ?? 0n;
}

export function bodyOf(values: WithdrawalValues) {
  const { amount, toAddress } = values;
  return {
    amount: amount.trim() === "" ? undefined : (readAmount(amount) ?? Number.NaN),
    toAddress: addressOf(values) ?? toAddress.trim(),
  };
}

/** Why nothing is sent to an address, whoever asks for it. */
export function refusalOf(known: AddressCheck | undefined): string | undefined {
  const problem = known?.problem;
  return problem && `This is ${PROBLEM_TEXTS[problem]}.`;
}

function addressError(values: WithdrawalValues, known: AddressCheck | undefined) {
  const isTyped = /^0x[0-9a-f]{40}$/i.test(values.toAddress.trim());
  if (isTyped && addressOf(values) === undefined)
    return "The checksum does not match. Check the address for a typo, or copy it again.";
  return refusalOf(known);
}

function confirmationError(
  values: WithdrawalValues,
  known: AddressCheck | undefined,
): Record<string, string> {
  const address = addressOf(values);
  if (address === undefined) return {};
  const wanted = confirmationFor(known);
  if (wanted === "tick" && values.confirmedFor !== address)
    return { confirmedFor: "Compare the address, then confirm here." };
  if (wanted === "type" && values.middle.trim().toLowerCase() !== middleOf(address).toLowerCase())
    return { middle: "These characters do not match the address. Check the address again." };
  return {};
}

/** What is wrong with the form, field by field. `known` is what the service says of the address, once it has. */
export function checkWithdrawal(
  values: WithdrawalValues,
  known: AddressCheck | undefined,
): Record<string, string> {
  const wrong = addressError(values, known);
  return {
    ...confirmationError(values, known),
    ...checkFields(createWithdrawalContract.body, bodyOf(values)),
    ...(wrong === undefined ? {} : { toAddress: wrong }),
  };
}
