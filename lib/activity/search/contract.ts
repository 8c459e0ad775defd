import { z } from "zod";
import { fundingType } from "@/lib/cards/schema";
import { CARD_STATUSES } from "@/lib/cards/states";
import { contract } from "@/lib/contract/contract";
import { text, usd } from "@/lib/contract/fields";
import { personal } from "@/lib/contract/sensitive";

const MAX_CHARACTERS = 100;

const hit = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("user"),
    id: z.string(),
    name: personal(z.string()),
    email: personal(z.string()),
  }),
  z.object({
    kind: z.literal("card"),
    id: z.string(),
    name: personal(z.string()),
    last4: z.string(),
    status: z.enum(CARD_STATUSES),
    fundingType,
  }),
  z.object({
    kind: z.literal("transaction"),
    id: z.string(),
    name: z.string(),
    amount: usd,
    of: z.enum(["card", "wallet"]),
  }),
  z.object({ kind: z.literal("withdrawal"), id: z.string(), amount: usd, toAddress: z.string() }),
]);

export const searchContract = contract({
  id: "search",
  method: "GET",
  path: "/api/v1/partner/search",
  tag: "Overview",
  summary: "Search",
  description:
    "Finds objects by full id, cards by their last four digits, and users and their cards by the beginning of a name or email. Returns a few of each.",
  audience: "dashboard",
  query: z.object({ text: personal(text(1, MAX_CHARACTERS)) }),
  data: z.object({ hits: z.array(hit) }),
  message: "Search results",
  errors: [],
  examples: {
    query: { text: "4242" },
    data: {
      hits: [
        {
          kind: "card",
          id: "card_01m7z9d4dd3cayzvmeqtm0wvvg",
          name: "Amara Okafor",
          last4: "4242",
          status: "active",
          fundingType: "float",
        },
      ],
    },
  },
});
