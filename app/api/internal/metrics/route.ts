import { answerMetrics } from "@/lib/health/metrics/answer-metrics";
import { otherMethods } from "@/lib/http/other-methods";

export const GET = answerMetrics;
export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods("GET");
