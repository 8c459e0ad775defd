import { checkChain } from "./check-chain";

/** The check of the audit log as background work. */
export async function verifyHourly(): Promise<{ entries: number; faults: number }> {
  const { end, faults } = await checkChain(null);
  return { entries: Number(end.entries), faults: faults.length };
}
