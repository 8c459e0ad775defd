import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { sumCardsJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(sumCardsJob);
export const POST = backgroundRoute(sumCardsJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
