import { alpha2Of } from "@/lib/kernel/country-codes";
import type { NetworkDetails } from "../../network/message";
import { currencyOf, magnitude, minorUnitsOf } from "../amounts";
import { merchantDetails } from "../merchant";
import type { LithicRequest } from "./schema";

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
  const entryMode = pos?.entry_mode?.pan?.toLowerCase();
  return {
    ...merchantDetails({
      name: merchant?.descriptor ?? null,
      countryCode: alpha2Of(merchant?.country ?? ""),
      categoryCode: merchant?.mcc ?? "",
      isCash: cashCents > 0 || pos?.terminal?.type === "ATM",
    }),
    merchantCurrency: currencyOf(merchantAmount.currency),
    merchantAmountMinor: magnitude(minorUnitsOf(merchantAmount.amount)),
    ...(entryMode && { entryMode }),
  };
}
