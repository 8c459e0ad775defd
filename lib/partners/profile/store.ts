import { change, query } from "@/lib/db";

export interface ProfileRow {
  partnerId: string;
  name: string;
  webhookUrl: string | null;
  webhookEvents: string[];
  redirectUrl: string | null;
  walletAddress: string;
}

/** Finds the settings that the partner can change. */
export async function findProfile(partnerId: string): Promise<ProfileRow> {
  const [profile] = await query<ProfileRow>(
    "find_profile",
    `SELECT p.id AS "partnerId", p.name, e.url AS "webhookUrl", coalesce(e.events, '{*}') AS "webhookEvents",
       p.redirect_url AS "redirectUrl", p.wallet_address AS "walletAddress"
     FROM partners p LEFT JOIN webhook_endpoints e ON e.partner_id = p.id WHERE p.id = $1`,
    [partnerId],
  );
  if (!profile) throw new Error(`there is no partner ${partnerId}`);
  return profile;
}

export async function changeRedirectUrl(partnerId: string, redirectUrl: string): Promise<void> {
  await change("change_redirect_url", "UPDATE partners SET redirect_url = $2 WHERE id = $1", [
    partnerId,
    redirectUrl,
  ]);
}
