import { prisma } from "@/lib/db";

/** A row of `request_log`. */
export interface NewRequestRow {
  id: string;
  partnerId: string;
  keyId: string | null;
  personId: string | null;
  method: string;
  route: string;
  path: string;
  query: string | null;
  status: number;
  errorCode: string | null;
  durationMs: number;
  idempotencyKey: string | null;
  requestBody: string | null;
  responseBody: string;
  createdAt: Date;
}

/** A request with the name of its caller; null when the key or person no longer exists. */
export interface RequestRow
  extends Omit<NewRequestRow, "partnerId" | "query" | "requestBody" | "responseBody"> {
  keyName: string | null;
  personName: string | null;
}

export type RequestDetailRow = RequestRow &
  Pick<NewRequestRow, "query" | "requestBody" | "responseBody">;

/** Finds one of the partner's requests with its bodies. */
export async function findRequest(
  partnerId: string,
  requestId: string,
): Promise<RequestDetailRow | undefined> {
  const db = await prisma();
  const found = await db.loggedRequest.findUnique({
    where: { id: requestId, partnerId },
    omit: { partnerId: true },
  });
  if (!found) return undefined;
  const { keyId, personId } = found;
  const select = { name: true } as const;
  const [key, person] = await Promise.all([
    keyId === null ? null : db.apiKey.findUnique({ where: { id: keyId }, select }),
    personId === null ? null : db.person.findUnique({ where: { id: personId }, select }),
  ]);
  return { ...found, keyName: key?.name ?? null, personName: person?.name ?? null };
}
