import { getCardShortfallContract } from "@/lib/cards/contract";
import { getCardShortfall } from "@/lib/cards/get-card-shortfall";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const GET = personRoute(getCardShortfallContract, getCardShortfall);
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
