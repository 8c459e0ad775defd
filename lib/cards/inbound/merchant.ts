import { oneLine } from "@/lib/contract/fields";
import { singleBlanks } from "@/lib/kernel/single-blanks";
import type { NetworkDetails } from "../network/message";

const MAX_CHARACTERS = 100;
/** Merchant category codes of cash: ISO 18245, manual and automated cash disbursements. */
const CASH_CODES = new Set(["6010", "6011"]);

/** A merchant as a card network describes it. */
interface NetworkMerchant {
  name: string | null;
  /** ISO 3166-1 alpha-2; undefined when unknown. */
  countryCode: string | undefined;
  categoryCode: string;
  /** Whether the request itself says that cash is paid out. */
  isCash: boolean;
}

/** A text of the network as one storable line. Networks fill descriptors up with blanks, which nobody sees on a page. */
const textOf = (value: string) =>
  [...singleBlanks(oneLine(value.toWellFormed()))].slice(0, MAX_CHARACTERS).join("").trimEnd();

/** Returns the part of the details that is about the merchant, with the text that the partner reads. */
export function merchantDetails({
  name,
  countryCode,
  categoryCode,
  isCash,
}: NetworkMerchant): Pick<
  NetworkDetails,
  "type" | "description" | "merchantName" | "merchantCountry" | "merchantCategoryCode"
> {
  const merchantName = textOf(name ?? "");
  const type = isCash || CASH_CODES.has(categoryCode) ? "withdrawal" : "purchase";
  const verb = type === "withdrawal" ? "Cash withdrawal" : "Purchase";
  return {
    type,
    description: merchantName === "" ? verb : `${verb} at ${merchantName}`,
    merchantName,
    merchantCountry: /^[A-Z]{2}$/.test(countryCode ?? "") ? (countryCode ?? "") : "",
    ...(/^\d{4}$/.test(categoryCode) && { merchantCategoryCode: categoryCode }),
  };
}
