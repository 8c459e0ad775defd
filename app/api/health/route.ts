import { answerAlive } from "@/lib/health/health-routes";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = answerAlive;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
