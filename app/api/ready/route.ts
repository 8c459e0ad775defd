import { otherMethods } from "@/lib/http/other-methods";
import { answerReady } from "@/lib/operations/health/health-routes";

export const GET = answerReady;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
