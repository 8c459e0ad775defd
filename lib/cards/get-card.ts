import { supportedNetworks } from "@/lib/chain/supported-networks";
import type { UseCase } from "@/lib/contract/use-cases";
import type { getCardContract } from "./contract";
import { findCardSecrets } from "./find-card-secrets";
import { findCardWithSecrets } from "./find-card-with-secrets";
import { presentCard, presentMaskedCard } from "./present";

/** Returns the full card. In a dashboard session, number and CVV are masked. Source: spec: Get Card; threat 22. */
export const getCard: UseCase<typeof getCardContract> = async ({ partner, person, input }) => {
  const card = await findCardWithSecrets(partner.id, input.params.serviceCardId);
  const secrets = person ? presentMaskedCard(card) : await findCardSecrets(card);
  return presentCard(card, secrets, supportedNetworks());
};
