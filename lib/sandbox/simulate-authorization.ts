import { authorizeTransaction } from "@/lib/cards/authorize-transaction";
import { presentCardTransaction } from "@/lib/cards/present";
import type { UseCase } from "@/lib/contract/use-cases";
import type { simulateAuthorizationContract } from "./contract";

/** Simulates an authorization by the card network. Source: design 8. */
export const simulateAuthorization: UseCase<typeof simulateAuthorizationContract> = async ({
  partner,
  input,
  at,
}) => {
  const {
    amount,
    merchantName,
    merchantCountry,
    currency = "USD",
    transactionType = "purchase",
  } = input.body;
  const verb = transactionType === "purchase" ? "Purchase" : "Cash withdrawal";
  const transaction = await authorizeTransaction({
    partner,
    cardId: input.params.serviceCardId,
    amountMicroUsd: amount,
    merchantCurrency: currency,
    merchantName,
    merchantCountry,
    type: transactionType,
    description: input.body.description ?? `${verb} at ${merchantName}`,
    at,
  });
  return presentCardTransaction(transaction);
};
