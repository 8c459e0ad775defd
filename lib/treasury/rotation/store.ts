import { prisma } from "@/lib/db";

/** Lists the chains on which a relayer has signed transactions whose result is not certain. */
export async function listOpenChains(relayerAddress: string): Promise<string[]> {
  const rows = await (await prisma()).relayerTransaction.findMany({
    where: { relayerAddress, status: "pending" },
    select: { chain: true },
    distinct: ["chain"],
    orderBy: { chain: "asc" },
  });
  return rows.map(({ chain }) => chain);
}
