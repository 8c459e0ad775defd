import { z } from "zod";
import { rule } from "@/lib/contract/fields";

/** A month in a query: `2026-11`. */
export const monthQuery = z
  .string()
  .refine(
    (value) => /^20\d\d-(0[1-9]|1[0-2])$/.test(value),
    rule("isMonth", "must be a month, such as 2026-11"),
  );
