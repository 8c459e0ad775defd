import { depositAddress } from "@/lib/chain/deposit-address";
import { nextDepositIndex } from "@/lib/chain/store";
import type { PartnerSettings } from "@/lib/contract/partner";
import { describeAudit } from "@/lib/kernel/audit-context";
import { newId } from "@/lib/kernel/ids";
import { RATE_LIMITS } from "@/lib/kernel/rate-limits";
import { commit, walletAccount } from "@/lib/ledger";

/** The initial settings of a partner. Source: design 7, fees and request rate. */
export const DEFAULT_SETTINGS: PartnerSettings = {
  kycFeeMicroUsd: 2_000_000n,
  cardCreationFeeMicroUsd: 1_000_000n,
  fundingFeeMicroUsd: 0n,
  fundingFeeBps: 0,
  cardWithdrawalFeeMicroUsd: 1_000_000n,
  crossBorderFeeBps: 300,
  requestsPerS: RATE_LIMITS.partner.perS,
  requestBurst: RATE_LIMITS.partner.burst,
  secondApprovalAboveMicroUsd: null,
};

interface NewPartner {
  name: string;
  /** The settings that differ from the defaults. */
  settings?: Partial<PartnerSettings>;
  redirectUrl?: string;
  at: Date;
}

/** Creates a partner with its wallet and deposit address. Returns the partner's id and that address. */
export async function createPartner({
  name,
  settings,
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
    clockOffsetS: 0,
    createdAt: at,
    ...DEFAULT_SETTINGS,
    ...settings,
  };
  describeAudit({ targetId: partnerId });
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
