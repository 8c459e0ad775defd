import { prisma } from "@/lib/db";

/** The settings that a partner makes itself. */
export function findProfile(partnerId: string) {
  return prisma().partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      id: true,
      name: true,
      webhookUrl: true,
      redirectUrl: true,
      walletAddress: true,
      webhookEvents: true,
    },
  });
}

interface ProfileChange {
  webhookUrl?: string;
  webhookSecretSealed?: string;
  webhookEvents?: string[];
  redirectUrl?: string;
}

export async function changeProfile(partnerId: string, change: ProfileChange): Promise<void> {
  await prisma().partner.update({ where: { id: partnerId }, data: change, select: { id: true } });
}
