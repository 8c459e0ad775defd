import { prisma } from "@/lib/db";

export interface RecoverablePerson {
  id: string;
  name: string;
  email: string;
  partnerId: string | null;
  role: string;
}

/** Finds the active person with an email, given in lower case. */
export async function findByEmail(emailKey: string): Promise<RecoverablePerson | undefined> {
  const db = await prisma();
  const person = await db.person.findUnique({
    where: { emailKey, disabledAt: null },
    select: { id: true, name: true, email: true, partnerId: true, role: true },
  });
  return person ?? undefined;
}
