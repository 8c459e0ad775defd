import { revealCardContract } from "@/lib/cards/contract";
import { revealCard } from "@/lib/cards/reveal-card";
import { otherMethods } from "@/lib/http/other-methods";
import { personRoute } from "@/lib/http/person-route";

export const POST = personRoute(revealCardContract, revealCard);
export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods("POST");
