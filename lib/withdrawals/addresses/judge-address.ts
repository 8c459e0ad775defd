import { sumOf } from "@/lib/kernel/bigint";
import type { AddressProblem } from "./schema";
import type { KnownAddressRow } from "./sql-store";

/** The result of the check of a destination address. */
export interface AddressJudgement {
  problem?: AddressProblem;
  savedAs?: string;
  timesPaid: number;
  lastPaidAt?: Date;
  /** Other known addresses with the same first and last characters. */
  lookalikes: { address: string; savedAs?: string }[];
}

const isSame = (first: string, second: string) => first.toLowerCase() === second.toLowerCase();

/**
 * Builds the check result from what the partner has saved and paid, and from addresses with the same first and last
 * characters.
 */
export function judgeAddress(
  address: string,
  problem: AddressProblem | undefined,
  known: readonly KnownAddressRow[],
): AddressJudgement {
  const own = known.filter((row) => isSame(row.address, address));
  const savedAs = own.find(({ label }) => label !== null)?.label ?? undefined;
  const paidAt = own.flatMap((row) => row.lastPaidAt ?? []).toSorted((a, b) => +b - +a)[0];
  const others = Map.groupBy(
    known.filter((row) => !isSame(row.address, address)),
    (row) => row.address.toLowerCase(),
  );
  return {
    ...(problem && { problem }),
    ...(savedAs !== undefined && { savedAs }),
    timesPaid: Number(sumOf(own.map(({ timesPaid }) => timesPaid))),
    ...(paidAt && { lastPaidAt: paidAt }),
    lookalikes: [...others.values()].flatMap(([first, ...rest]) => {
      if (!first) return [];
      const label = [first, ...rest].find((row) => row.label !== null)?.label;
      return [{ address: first.address, ...(label ? { savedAs: label } : {}) }];
    }),
  };
}
