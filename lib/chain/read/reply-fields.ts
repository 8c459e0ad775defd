import { z } from "zod";
import type { ChainAddress } from "@/lib/chain/networks";

export type Hex = `0x${string}`;

const hex = (pattern: RegExp, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform((text) => text.toLowerCase() as Hex);

/** Numbers as nodes write them. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i, "is no number")
  .transform(BigInt);

export const hash32 = hex(/^0x[0-9a-f]{64}$/i, "is no hash");
export const data = hex(/^0x([0-9a-f]{2})*$/i, "is no data");
/** In small letters. */
export const address: z.ZodType<ChainAddress, string> = hex(/^0x[0-9a-f]{40}$/i, "is no address");

/** A number as nodes read it. */
export const toQuantity = (value: bigint): Hex => `0x${value.toString(16)}`;
