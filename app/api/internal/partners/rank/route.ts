import { otherMethods } from "@/lib/http/other-methods";
import { backgroundRoute } from "@/lib/operations/scheduler/background-route";
import { rankPartnersJob } from "@/lib/operations/scheduler/books-jobs";

export const GET = backgroundRoute(rankPartnersJob);
export const POST = backgroundRoute(rankPartnersJob);
export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET", "POST");
