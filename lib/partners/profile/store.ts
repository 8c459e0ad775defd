import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";

export interface ProfileRow {
  partnerId: string;
  name: string;
  webhookUrl: string | null;
  webhookEvents: string[];
  redirectUrl: string | null;
  walletAddress: string;
}

/** The subscription of a partner that has never set one. */
const ALL_EVENTS = ["*"];

/** Finds the settings that the partner can change. */
export async function findProfile(partnerId: string): Promise<ProfileRow> {
  const db = await prisma();
  const [partner, endpoint] = await Promise.all([
    db.partner.findUnique({
      where: { id: partnerId },
      select: { name: true, redirectUrl: true, walletAddress: true },
    }),
    db.webhookEndpoint.findUnique({ where: { partnerId }, select: { url: true, events: true } }),
  ]);
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  return {
    partnerId,
    ...partner,
    webhookUrl: endpoint?.url ?? null,
    webhookEvents: endpoint?.events ?? ALL_EVENTS,
  };
}

export async function changeRedirectUrl(partnerId: string, redirectUrl: string): Promise<void> {
  await writeAudited((db) =>
    db.partner.updateMany({ where: { id: partnerId }, data: { redirectUrl } }),
  );
}
