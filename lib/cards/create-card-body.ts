import { z } from "zod";
import { amountUsd } from "@/lib/contract/fields";
import { MAX_CARD_AMOUNT_USD } from "@/lib/partners/limits";
import { fundingType } from "./schema";

/** Required for `float`. For `crypto` the field is ignored, so its value is not validated. */
const initialAmount = amountUsd({ above: 0, max: MAX_CARD_AMOUNT_USD });
/** The body of Create Card. */
export const createCardBody = z
  .object({
    serviceId: z.string().min(1),
    fundingType: fundingType.default("float"),
    amount: z.unknown().optional().meta({
      type: "number",
      exclusiveMinimum: 0,
      maximum: MAX_CARD_AMOUNT_USD,
      description: "USD, at most 2 decimals; required for float, ignored for crypto",
    }),
  })
  .superRefine(
    (body, { issues }) => {
      if (body.fundingType === "crypto") return;
      const parsed = initialAmount.safeParse(body.amount, { reportInput: true });
      for (const issue of parsed.error?.issues ?? []) {
        issues.push({ ...issue, path: ["amount"], input: body.amount } as z.core.$ZodRawIssue);
      }
    },
    // Runs always, so that this error is reported together with the errors of other fields.
    { when: () => true },
  )
  // The ignored amount is removed: otherwise a retry with another amount would count as a different request.
  .overwrite((body) => (body.fundingType === "crypto" ? { ...body, amount: undefined } : body));

/** Returns the initial amount in micro-USD; 0 for a crypto card. */
export function initialAmountMicroUsd(body: z.output<typeof createCardBody>): bigint {
  return body.fundingType === "crypto" ? 0n : initialAmount.parse(body.amount);
}
