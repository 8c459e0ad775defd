import { openAlert } from "@/lib/alerts/open-alert";
import { formatUsd } from "@/lib/kernel/money";
import type { IssuerDispute } from "../../issuer/disputes/port";
import type { DisputeRow } from "../dispute";

type Ended = Pick<IssuerDispute, "issuerDisputeId" | "amountMicroUsd" | "status" | "detail">;

/**
 * Tells operators that an issuer won a dispute of another amount than ours. The books take our amount as paid by the network, so
 * nothing else would show the difference. Call this before the dispute is decided: nobody asks about a decided one again.
 */
export async function reportOtherAmount(
  { id, issuer, amountMicroUsd }: DisputeRow,
  ended: Ended,
): Promise<void> {
  if (ended.status !== "won" || ended.amountMicroUsd === amountMicroUsd) return;
  await openAlert({
    kind: "dispute_differs",
    subject: id,
    text:
      `The dispute ${id} is won with ${formatUsd(amountMicroUsd)} USD here. ${issuer} has it as ${ended.issuerDisputeId}, ` +
      `${formatUsd(ended.amountMicroUsd)} USD, with the status ${ended.detail}.`,
  });
}
