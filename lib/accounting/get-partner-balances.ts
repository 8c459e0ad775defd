import type { AdminUseCase } from "@/lib/contract/use-cases";
import { usdFromMicroUsd } from "@/lib/kernel/money";
import { uncountedPaginationOf } from "@/lib/kernel/page";
import { balanceAt, walletAccount } from "@/lib/ledger";
import type { getPartnerBalancesContract } from "./contract";
import { isFinalAt } from "./is-final-at";
import { partnerName } from "./partner-name";
import { listCardBalances } from "./store";

/**
 * Returns the balances of a partner's wallet and cards at a given time. Source: docs/books.md.
 * @throws ServiceError PARTNER_NOT_FOUND
 */
export const getPartnerBalances: AdminUseCase<typeof getPartnerBalancesContract> = async ({
  input,
  at: present,
}) => {
  const partnerId = input.params.id;
  const { at = present, ...page } = input.query;
  const name = await partnerName(partnerId);
  const [wallet, { rows, nextCursor }] = await Promise.all([
    balanceAt(walletAccount(partnerId), at),
    listCardBalances(partnerId, at, page),
  ]);
  return {
    at: at.toISOString(),
    isFinal: isFinalAt(at, present),
    partnerId,
    name,
    wallet: usdFromMicroUsd(wallet),
    cards: rows.map(({ id, status, availableMicroUsd, heldMicroUsd, shortfallMicroUsd }) => ({
      serviceCardId: id,
      status,
      available: usdFromMicroUsd(availableMicroUsd),
      held: usdFromMicroUsd(heldMicroUsd),
      shortfall: usdFromMicroUsd(shortfallMicroUsd),
    })),
    pagination: uncountedPaginationOf(page, nextCursor),
  };
};
