import { expect, test, vi } from "vitest";
import type { ChainAddress } from "@/lib/chain/networks";
import { treasuryAddresses } from "./treasury-addresses";

const CURRENT: ChainAddress = "0xAaaaAaAaaaaaAaaaaaAaaAAAaaaAAAaaaaaaAaA1";
const FORMER: ChainAddress = "0xBbbBbbbbBbBbbBbbBbbBBbbBbbbbbBBbbbbbbbb2";
const lowerCase = CURRENT.toLowerCase() as ChainAddress;

vi.mock("@/lib/chain/keys/key-addresses", () => ({
  allKeyAddresses: async () => [CURRENT, FORMER],
}));

test.each([[[]], [[CURRENT, FORMER]], [[FORMER, CURRENT]], [[FORMER, lowerCase]]])(
  "the current treasury is first, in whatever order transfers name it: %j",
  async (stored) => {
    expect(await treasuryAddresses(stored as ChainAddress[])).toEqual([CURRENT, FORMER]);
  },
);
