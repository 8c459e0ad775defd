import type { ScreeningResult } from "./screening-port";

interface Screened {
  withdrawalId: string;
  partnerId: string;
  createdAt: Date;
}

/** Builds the row of a result for a change set. */
export function screeningRow(
  { withdrawalId, partnerId, createdAt }: Screened,
  stage: "request" | "review",
  { outcome, reason, listSha256 }: ScreeningResult,
) {
  return {
    ...{ withdrawalId, partnerId, stage, outcome, reason, listSha256 },
    ...{ personId: null, createdAt },
  };
}
