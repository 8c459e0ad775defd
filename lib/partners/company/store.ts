import { prisma } from "@/lib/db";
import { writeAudited } from "@/lib/db/write-audited";

export interface CompanyRow {
  name: string;
  publicName: string | null;
  logoSha256: string | null;
}

/** Finds the names of a partner and the hash of its logo. */
export async function findCompany(partnerId: string): Promise<CompanyRow> {
  const db = await prisma();
  const [partner, brand] = await Promise.all([
    db.partner.findUnique({ where: { id: partnerId }, select: { name: true } }),
    db.partnerBrand.findUnique({
      where: { partnerId },
      select: { publicName: true, logoSha256: true },
    }),
  ]);
  if (!partner) throw new Error(`there is no partner ${partnerId}`);
  const { publicName = null, logoSha256 = null } = brand ?? {};
  return { name: partner.name, publicName, logoSha256 };
}

interface BrandChange {
  publicName?: string | null;
  logo?: Uint8Array<ArrayBuffer> | null;
  logoSha256?: string | null;
}

/** Changes what the partner shows to its users. */
export async function changeBrand(partnerId: string, change: BrandChange, at: Date): Promise<void> {
  const data = { ...change, changedAt: at };
  await writeAudited((db) =>
    db.partnerBrand.upsert({
      where: { partnerId },
      create: { partnerId, ...data },
      update: data,
      select: { partnerId: true },
    }),
  );
}

/** Finds the logo with this hash, of any partner. */
export async function findLogo(logoSha256: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const db = await prisma();
  const found = await db.partnerBrand.findFirst({ where: { logoSha256 }, select: { logo: true } });
  return found?.logo ?? undefined;
}
