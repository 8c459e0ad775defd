import { checkChain } from "./check-chain";

/** The verification of the audit log as a job. */
export async function verifyHourly(): Promise<{ entries: number; faults: number }> {
  const { end, faults } = await checkChain(null);
  return { entries: Number(end.entries), faults: faults.length };
}
