import { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/errors";
import { timestamp, usd } from "./fields";

interface ErrorData {
  schema: z.ZodObject;
  example: Record<string, unknown>;
}

/** The fields that an error code adds to `data` beside `error`. Source: spec: Delete User; decision 0090. */
export const ERROR_DATA: Partial<Record<ErrorCode, ErrorData>> = {
  ACTIVE_CARDS_EXIST: {
    schema: z.object({
      activeCards: z
        .array(z.string())
        .meta({ description: "Ids of cards that are not terminated" }),
    }),
    example: { activeCards: ["card_01k9x70c5r8e5t2v7w4y0z1a2b3"] },
  },
  ADDRESS_NOT_ALLOWED: {
    schema: z.object({
      usableFrom: timestamp.optional().meta({
        description: "The time from which the address can be used. Absent if it is not saved",
      }),
    }),
    example: { usableFrom: "2026-11-22T10:00:00.000Z" },
  },
  PAYOUT_LIMIT_EXCEEDED: {
    schema: z.object({
      limit: z.enum(["hour", "day", "addressDay"]).meta({
        description: "The exceeded limit: per hour, per 24 hours, or per address and 24 hours",
      }),
      limitAmount: usd,
      leftAmount: usd.meta({ description: "USD that the limit leaves now" }),
      availableAt: timestamp.optional().meta({
        description: "The time from which the amount fits. Absent if it is above the limit",
      }),
    }),
    example: {
      limit: "hour",
      limitAmount: 100,
      leftAmount: 30,
      availableAt: "2026-11-21T11:00:00.000Z",
    },
  },
};
