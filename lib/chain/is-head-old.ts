import { env } from "@/lib/kernel/env";

/**
 * Whether the newest block that a node knows is so old that the node or its chain must stand still: the networks make a
 * block every few seconds. Such a node answers as usual, but knows nothing of what happened since.
 */
export function isHeadOld(headAt: Date, at: Date): boolean {
  return at.getTime() - headAt.getTime() > env().CHAIN_HEAD_MAX_AGE_S * 1_000;
}
