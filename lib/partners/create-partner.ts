import { depositAddress } from "@/lib/chain/deposit-address";
import { nextDepositIndex } from "@/lib/chain/store";
import { newId } from "@/lib/ids";
import { commit, walletAccount } from "@/lib/ledger";
import type { PartnerFees } from "./partner";

/** Design 7, fees and request rate: what a partner starts with. */
export const DEFAULT_FEES: PartnerFees = {
  kycFeeMicroUsd: 2_000_000n,
  cardCreationFeeMicroUsd: 1_000_000n,
  fundingFeeMicroUsd: 0n,
  fundingFeeBps: 0,
  cardWithdrawalFeeMicroUsd: 1_000_000n,
  crossBorderFeeBps: 300,
};
const DEFAULT_RATE = { requestsPerS: 100, requestBurst: 200 };

interface NewPartner {
  name: string;
  fees?: Partial<PartnerFees>;
  rate?: { requestsPerS: number; requestBurst: number };
  redirectUrl?: string;
  at: Date;
}

/** Makes a partner with its wallet and its deposit address. Answers with the partner's id and that address. */
export async function createPartner({
  name,
  fees,
  rate,
  redirectUrl,
  at,
}: NewPartner): Promise<{ partnerId: string; walletAddress: string }> {
  const partnerId = newId("ptn");
  const derivationIndex = await nextDepositIndex();
  const walletAddress = depositAddress(derivationIndex);
  const partner = {
    id: partnerId,
    name,
    walletAddress,
    redirectUrl: redirectUrl ?? null,
    createdAt: at,
    ...DEFAULT_RATE,
    ...rate,
    ...DEFAULT_FEES,
    ...fees,
  };
  await commit({
    insert: {
      partners: [partner],
      deposit_addresses: [
        { address: walletAddress, derivationIndex, partnerId, cardId: null, createdAt: at },
      ],
    },
    accounts: [{ id: walletAccount(partnerId), kind: "wallet", partnerId }],
  });
  return { partnerId, walletAddress };
}
