import {
  createCardContract,
  listCardsContract,
  switchCardStatusContract,
} from "@/lib/cards/contract";
import { createCard } from "@/lib/cards/create-card";
import { listCards } from "@/lib/cards/list-cards";
import { switchCardStatus } from "@/lib/cards/switch-card-status";
import { otherMethods } from "@/lib/http/other-methods";
import { partnerRoute } from "@/lib/http/partner-route";

export const POST = partnerRoute(createCardContract, createCard);
export const GET = partnerRoute(listCardsContract, listCards);
export const PATCH = partnerRoute(switchCardStatusContract, switchCardStatus);
export const { PUT, DELETE, OPTIONS } = otherMethods("POST", "GET", "PATCH");
