import { otherMethods } from "@/lib/http/other-methods";
import { answerMetrics } from "@/lib/operations/health/metrics/answer-metrics";

export const GET = answerMetrics;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
