import { alpha2Of } from "@/lib/kernel/country-codes";
import type { NetworkDetails } from "../../network/message";
import { currencyOf, magnitude, minorUnitsOf } from "../amounts";
import { knownFacts } from "../known-facts";
import { merchantDetails } from "../merchant";
import type { LithicRequest, LithicTransaction, LithicTransactionEvent } from "./schema";

interface Described {
  merchant: LithicRequest["merchant"];
  pos?: LithicRequest["pos"];
  merchantAmount: { amount: number; currency: string };
  /** Cents of cash, 0 if unknown. */
  cashCents: number;
}

/** Returns the details that an authorization request and a transaction have in common. */
export function lithicDetails({
  merchant,
  pos,
  merchantAmount,
  cashCents,
}: Described): NetworkDetails {
  return {
    ...merchantDetails({
      name: merchant?.descriptor ?? null,
      countryCode: alpha2Of(merchant?.country ?? ""),
      categoryCode: merchant?.mcc ?? "",
      isCash: cashCents > 0 || pos?.terminal?.type === "ATM",
    }),
    merchantCurrency: currencyOf(merchantAmount.currency),
    merchantAmountMinor: magnitude(minorUnitsOf(merchantAmount.amount)),
    ...knownFacts({ entryMode: pos?.entry_mode?.pan?.toLowerCase() }),
  };
}

/** The id that the card network gave to the message. */
const networkIdOf = ({ network_info: info }: LithicTransactionEvent) =>
  info?.visa?.transaction_id ||
  info?.mastercard?.banknet_reference_number ||
  info?.amex?.transaction_id;

/**
 * Returns what the networks call a transaction: the authorization code, and the id of its first message that has one.
 * Where no network gave an id, the acquirer's reference takes its place, which a cleared transaction has.
 * @param events in the order in which they were created
 */
export function lithicReferences(
  {
    authorization_code: code,
    acquirer_reference_number,
  }: Pick<LithicTransaction, "authorization_code" | "acquirer_reference_number">,
  events: readonly LithicTransactionEvent[],
): Pick<NetworkDetails, "authorizationCode" | "networkTransactionId"> {
  const ofAcquirer = events.map(({ network_info }) => network_info?.acquirer);
  const reference =
    events.map(networkIdOf).find(Boolean) ||
    ofAcquirer.map((each) => each?.acquirer_reference_number).find(Boolean) ||
    acquirer_reference_number;
  return knownFacts({ authorizationCode: code, networkTransactionId: reference });
}
