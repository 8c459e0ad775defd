import { NETWORKS, type ServiceEnvironment } from "@/lib/chain/networks";
import type { ADDRESS_PROBLEMS } from "./schema";
import type { KnownAddressRow } from "./store";

type Problem = (typeof ADDRESS_PROBLEMS)[number];

/** What is known of an address before money is sent to it. */
export interface AddressJudgement {
  problem?: Problem;
  savedAs?: string;
  timesPaid: number;
  lastPaidAt?: Date;
  /** Known addresses that begin and end like it, and are others. */
  lookalikes: { address: string; savedAs?: string }[];
}

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;
const isSame = (first: string, second: string) => first.toLowerCase() === second.toLowerCase();

/** Contracts that keep what is sent to them: nobody can move it again. */
function isTokenContract(environment: ServiceEnvironment, address: string): boolean {
  return NETWORKS[environment]
    .flatMap(({ tokens, lookalikes = [] }) => [...tokens, ...lookalikes])
    .some((contract) => isSame(contract.address, address));
}

function problemOf(
  environment: ServiceEnvironment,
  address: string,
  own: readonly KnownAddressRow[],
): Problem | undefined {
  if (isSame(address, ZERO_ADDRESS)) return "zero_address";
  if (isTokenContract(environment, address)) return "token_contract";
  return own.some(({ isOwn }) => isOwn) ? "own_deposit_address" : undefined;
}

/** What an address is, from what the partner knows of it and of those with the same ends. */
export function judgeAddress(
  environment: ServiceEnvironment,
  address: string,
  known: readonly KnownAddressRow[],
): AddressJudgement {
  const own = known.filter((row) => isSame(row.address, address));
  const problem = problemOf(environment, address, own);
  const savedAs = own.find(({ label }) => label !== null)?.label ?? undefined;
  const paidAt = own.flatMap((row) => row.lastPaidAt ?? []).toSorted((a, b) => +b - +a)[0];
  const others = Map.groupBy(
    known.filter((row) => !isSame(row.address, address)),
    (row) => row.address.toLowerCase(),
  );
  return {
    ...(problem && { problem }),
    ...(savedAs !== undefined && { savedAs }),
    timesPaid: Number(own.reduce((sum, { timesPaid }) => sum + timesPaid, 0n)),
    ...(paidAt && { lastPaidAt: paidAt }),
    lookalikes: [...others.values()].flatMap(([first, ...rest]) => {
      if (!first) return [];
      const label = [first, ...rest].find((row) => row.label !== null)?.label;
      return [{ address: first.address, ...(label ? { savedAs: label } : {}) }];
    }),
  };
}
