import { amountValue } from "@/components/ui/amount-text";
import { minuteText } from "@/components/ui/instant";
import { checksummed } from "@/lib/withdrawals/addresses/checksum";
import { PROBLEM_TEXTS } from "@/lib/withdrawals/addresses/problem-texts";
import { confirmationFor, middleOf } from "./confirmation";
import type { AddressCheck } from "./queries";

export interface WithdrawalValues {
  amount: string;
  toAddress: string;
  /** The address that the person confirmed; another one must be confirmed again. */
  confirmedFor: string;
  /** The typed middle characters of the address, which prove that it was compared. */
  middle: string;
}

/** The fields that confirm an address. They are entered anew for each request. */
export const NOT_KEPT: readonly (keyof WithdrawalValues)[] = ["confirmedFor", "middle"];

export const NO_VALUES: WithdrawalValues = {
  amount: "",
  toAddress: "",
  confirmedFor: "",
  middle: "",
};

/** Returns the typed address with its checksum, once it is valid. */
export function addressOf({ toAddress }: WithdrawalValues): string | undefined {
  return checksummed(toAddress.trim());
}

export function bodyOf(values: WithdrawalValues) {
  const { amount, toAddress } = values;
  return {
    amount: amountValue(amount),
    toAddress: addressOf(values) ?? toAddress.trim(),
  };
}

/** Returns why no withdrawal to this address is possible. */
export function refusalOf(known: AddressCheck | undefined): string | undefined {
  if (!known) return undefined;
  const { problem, notAllowed } = known;
  if (problem) return `This is ${PROBLEM_TEXTS[problem]}.`;
  if (!notAllowed) return undefined;
  return notAllowed.usableFrom === undefined
    ? "Withdrawals go only to saved addresses. Save this address under Saved addresses first."
    : `This address was saved recently. It can be used from ${minuteText(notAllowed.usableFrom, { nowMs: Date.now() })}.`;
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
  isRestored: boolean,
): Record<string, string> {
  const address = addressOf(values);
  if (address === undefined) return {};
  const wanted = confirmationFor(known, isRestored);
  if (wanted === "tick" && values.confirmedFor !== address)
    return { confirmedFor: "Compare the address, then confirm here." };
  if (wanted === "type" && values.middle.trim().toLowerCase() !== middleOf(address).toLowerCase())
    return { middle: "These characters do not match the address. Check the address again." };
  return {};
}

/**
 * Returns the errors of the address and of its confirmation, which the contract does not know. `known` contains the
 * service's facts about the address, once loaded; `isRestored` says that the values come from a draft.
 */
export function checkAddress(
  values: WithdrawalValues,
  known: AddressCheck | undefined,
  isRestored = false,
): Record<string, string> {
  const wrong = addressError(values, known);
  return {
    ...confirmationError(values, known, isRestored),
    ...(wrong === undefined ? {} : { toAddress: wrong }),
  };
}
