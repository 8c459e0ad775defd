import { z } from "zod";
import type { ChainAddress } from "@/lib/chain/networks";

export type Hex = `0x${string}`;

const hex = (pattern: RegExp, message: string) =>
  z
    .string()
    .regex(pattern, message)
    .transform((text) => text.toLowerCase() as Hex);

/** A number in a node's response. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i, "is no number")
  .transform(BigInt);

export const hash32 = hex(/^0x[0-9a-f]{64}$/i, "is no hash");
export const data = hex(/^0x([0-9a-f]{2})*$/i, "is no data");
/** In lower case. */
export const address: z.ZodType<ChainAddress, string> = hex(/^0x[0-9a-f]{40}$/i, "is no address");

/** Converts a number to the format of node requests. */
export const toQuantity = (value: bigint): Hex => `0x${value.toString(16)}`;
