import type { PersonUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import type { getCardShortfallContract } from "./contract";
import { findCardOf } from "./find-card-of";

/** Returns what the card network collected beyond the card's balance and nobody has paid yet. Source: decision 0063. */
export const getCardShortfall: PersonUseCase<typeof getCardShortfallContract> = async ({
  partner,
  input,
}) => {
  const { shortfallMicroUsd, shortfallSince } = await findCardOf(
    partner.id,
    input.params.serviceCardId,
  );
  return {
    amount: usdFromMicroUsd(shortfallMicroUsd),
    ...(shortfallSince !== null && { since: shortfallSince.toISOString() }),
  };
};
