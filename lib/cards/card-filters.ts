import { z } from "zod";
import { instant, text } from "@/lib/contract/fields";
import { filterBy } from "@/lib/contract/list-of";
import { personal } from "@/lib/contract/sensitive";
import { fundingType } from "./schema";
import { CARD_STATUSES } from "./states";

/** Filters of List Cards. */
export const cardFilters = {
  status: filterBy(CARD_STATUSES),
  fundingType: filterBy(fundingType.options),
  serviceId: z.string().optional().meta({ description: "Filters by user" }),
  shortfall: z.enum(["owed"]).optional().meta({ description: "Only cards that owe" }),
  from: instant.optional().meta({ description: "Created at or after this time" }),
  to: instant.optional().meta({ description: "Created before this time" }),
  search: personal(text(1, 100))
    .optional()
    .meta({ description: "The last four digits, the beginning of a name, or the card id" }),
};
