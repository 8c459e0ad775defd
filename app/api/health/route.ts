import { otherMethods } from "@/lib/http/other-methods";
import { answerAlive } from "@/lib/operations/health/health-routes";

export const GET = answerAlive;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
