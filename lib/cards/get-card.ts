import { supportedNetworks } from "@/lib/chain/networks";
import { env } from "@/lib/env";
import { ServiceError } from "@/lib/errors";
import type { UseCase } from "@/lib/http/partner-route";
import { isId } from "@/lib/ids";
import type { getCardContract } from "./contract";
import { presentCard } from "./present";
import { findCard } from "./store";

/** The whole card. Source: spec, Get Card. */
export const getCard: UseCase<typeof getCardContract> = async ({ partner, input }) => {
  const { serviceCardId } = input.params;
  const card = isId("card", serviceCardId) ? await findCard(partner.id, serviceCardId) : undefined;
  if (!card) throw new ServiceError("CARD_NOT_FOUND");
  return presentCard(card, supportedNetworks(env().SERVICE_ENVIRONMENT));
};
