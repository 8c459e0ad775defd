import { supportedNetworks } from "@/lib/chain/supported-networks";
import type { UseCase } from "@/lib/contract/use-cases";
import type { getProfileContract } from "./contract";
import { findProfile } from "./store";

/** Never contains the webhook secret. Source: design 7, Get Profile. */
export const getProfile: UseCase<typeof getProfileContract> = async ({ partner }) => {
  const { name, webhookUrl, redirectUrl, walletAddress } = await findProfile(partner.id);
  const wallet = { walletAddress, supportedNetworks: supportedNetworks() };
  return { partnerId: partner.id, name, webhookUrl, redirectUrl, wallet };
};
