import { z } from "zod";
import { contract } from "@/lib/contract/contract";
import { EXAMPLE_EXPLANATION, explanationSchema } from "./schema";

export const explainContract = contract({
  id: "explain",
  method: "GET",
  path: "/api/v1/partner/explain/{id}",
  tag: "Explain",
  summary: "Explain an Amount",
  description:
    "Explains how an amount came about: of a transaction, a withdrawal or a deposit by its id, of a card balance by the card id, or of the wallet balance by `wallet`.",
  audience: "dashboard",
  params: z.object({ id: z.string() }),
  data: explanationSchema,
  message: "Explanation",
  errors: ["NOTHING_TO_EXPLAIN"],
  examples: { params: { id: EXAMPLE_EXPLANATION.id }, data: EXAMPLE_EXPLANATION },
});
