import type { NetworkDetails } from "../../network/message";
import { currencyOf, magnitude, minorUnitsOf } from "../amounts";
import { knownFacts } from "../known-facts";
import { merchantDetails } from "../merchant";
import type { StripeAuthorization, StripeTransaction } from "./schema";

type AmountDetails = StripeAuthorization["amount_details"];

const isPositive = (cents: number | null | undefined) => (cents ?? 0) > 0;
const isCash = (details: AmountDetails) =>
  isPositive(details?.atm_fee) || isPositive(details?.cashback_amount);

function merchantOf(merchant: StripeTransaction["merchant_data"], cash: boolean) {
  return merchantDetails({
    name: merchant?.name ?? null,
    countryCode: merchant?.country ?? undefined,
    categoryCode: merchant?.category_code ?? "",
    isCash: cash,
  });
}

/**
 * Stripe's smallest units are those of ISO 4217, but for these: two digits more for currencies that lost their hundredths,
 * and none for the ariary. Source: docs.stripe.com/currencies.
 */
const HUNDREDTHS_OF_ISO = new Set(["ISK", "UGX"]);
const WITHOUT_HUNDREDTHS = new Set(["MGA"]);

/** The merchant's currency and its amount in the smallest unit of ISO 4217. */
function merchantAmountOf({
  merchant_amount: amount,
  merchant_currency,
}: Pick<StripeTransaction, "merchant_amount" | "merchant_currency">) {
  const merchantCurrency = currencyOf(merchant_currency);
  if (amount === undefined || amount === null) return { merchantCurrency };
  const minor = magnitude(minorUnitsOf(amount));
  if (HUNDREDTHS_OF_ISO.has(merchantCurrency))
    return { merchantCurrency, merchantAmountMinor: minor / 100n };
  if (WITHOUT_HUNDREDTHS.has(merchantCurrency))
    return { merchantCurrency, merchantAmountMinor: minor * 100n };
  return { merchantCurrency, merchantAmountMinor: minor };
}

/** The details of an authorization. While a request is pending, its amounts are the ones that count. */
export function detailsOfAuthorization(authorization: StripeAuthorization): NetworkDetails {
  const { pending_request: pending, network_data, request_history } = authorization;
  const amounts = pending ?? authorization;
  const code = request_history.find(
    ({ authorization_code }) => authorization_code,
  )?.authorization_code;
  return {
    ...merchantOf(authorization.merchant_data, isCash(amounts.amount_details)),
    ...merchantAmountOf(amounts),
    ...knownFacts({
      networkTransactionId: network_data?.transaction_id,
      authorizationCode: code,
      entryMode: authorization.authorization_method,
    }),
  };
}

/** The details of a capture or a refund. */
export function detailsOfTransaction(transaction: StripeTransaction): NetworkDetails {
  const { network_data: network } = transaction;
  return {
    ...merchantOf(transaction.merchant_data, isCash(transaction.amount_details)),
    ...merchantAmountOf(transaction),
    ...knownFacts({
      networkTransactionId: network?.transaction_id,
      authorizationCode: network?.authorization_code,
    }),
  };
}
