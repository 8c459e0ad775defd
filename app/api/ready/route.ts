import { answerReady } from "@/lib/health/health-routes";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = answerReady;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
