import { prisma, query } from "@/lib/db";
import { emailKeyOf } from "@/lib/identity/email-key";
import { cutPage, type PageRequest, type UncountedPage } from "@/lib/kernel/page";
import type { Prisma } from "@/prisma/generated/client";
import { type EntryFilter, entryStatement, sizesStatement } from "./entry-list";

export interface AuditFilter extends Omit<EntryFilter, "personId"> {
  /** A person's id or whole email. */
  person?: string | undefined;
}

export interface AuditRow {
  id: string;
  personId: string;
  personName: string;
  personEmail: string;
  partnerId: string | null;
  partnerName: string | null;
  action: string;
  targetId: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  ipAddress: string | null;
  requestId: string | null;
  createdAt: Date;
  position: bigint | null;
  hash: string | null;
}

const SHOWN = {
  person: { select: { name: true, email: true } },
  link: { select: { position: true, hash: true } },
} as const satisfies Prisma.AuditEntryInclude;

type Found = Prisma.AuditEntryGetPayload<{ include: typeof SHOWN }>;
type State = Record<string, unknown> | null;

async function namesOf(found: readonly Found[]): Promise<Map<string, string>> {
  const ids = new Set(found.flatMap(({ partnerId }) => partnerId ?? []));
  if (ids.size === 0) return new Map();
  const db = await prisma();
  const partners = await db.partner.findMany({
    where: { id: { in: [...ids] } },
    select: { id: true, name: true },
  });
  return new Map(partners.map(({ id, name }) => [id, name]));
}

async function rowsOf(found: readonly Found[]): Promise<AuditRow[]> {
  const names = await namesOf(found);
  return found.map(({ person, link, before, after, ...entry }) => ({
    ...entry,
    personName: person.name,
    personEmail: person.email,
    partnerName: names.get(entry.partnerId ?? "") ?? null,
    before: before as State,
    after: after as State,
    position: link?.position ?? null,
    hash: link?.hash ?? null,
  }));
}

/** The id of the person who was removed last of those with an email. Their accounts have given the key of the email free. */
async function removedIdOf(emailKey: string): Promise<string | undefined> {
  const db = await prisma();
  const alike = await db.person.findMany({
    where: { disabledAt: { not: null }, email: { equals: emailKey, mode: "insensitive" } },
    select: { id: true, email: true },
    orderBy: { disabledAt: "desc" },
  });
  // Prisma compares with ILIKE, for which an underscore is any character.
  return alike.find(({ email }) => emailKeyOf(email) === emailKey)?.id;
}

/** The id of a person from an id or a whole email, also of a removed person; undefined when nobody has or had the email. */
async function personIdOf(person: string): Promise<string | undefined> {
  if (!person.includes("@")) return person;
  const emailKey = emailKeyOf(person);
  const db = await prisma();
  const found = await db.person.findUnique({ where: { emailKey }, select: { id: true } });
  return found?.id ?? removedIdOf(emailKey);
}

/**
 * The ids of a page of entries, read by the filter that selects the fewest. The next page of one that is not full begins where its
 * search ended, if there is more to search.
 */
async function findIds(
  filter: EntryFilter,
  page: PageRequest,
): Promise<UncountedPage<{ id: string }>> {
  const sizes = sizesStatement(filter, page);
  const [compared] = sizes
    ? await query<{ counts: number[] }>(sizes.name, sizes.text, sizes.values)
    : [];
  const { name, text, values } = entryStatement(filter, page, compared?.counts);
  const found = await query<{ id: string | null; searchedUntil?: string | null }>(
    name,
    text,
    values,
  );
  const ids = found.flatMap(({ id }) => (id === null ? [] : [{ id }]));
  const { rows, nextCursor } = cutPage(ids, page.limit);
  return { rows, nextCursor: nextCursor ?? found[0]?.searchedUntil ?? undefined };
}

/** Entries, newest first. Every filter has an index that yields its first page; a page of several compares some of the entries of one. */
export async function listEntries(
  filter: AuditFilter,
  page: PageRequest,
): Promise<UncountedPage<AuditRow>> {
  const { person, ...others } = filter;
  const personId = person === undefined ? undefined : await personIdOf(person);
  if (person !== undefined && personId === undefined) return { rows: [] };
  const listed = await findIds({ ...others, personId }, page);
  const db = await prisma();
  const found = await db.auditEntry.findMany({
    where: { id: { in: listed.rows.map(({ id }) => id) } },
    include: SHOWN,
    orderBy: { id: "desc" },
  });
  return { ...listed, rows: await rowsOf(found) };
}

export async function findEntry(entryId: string): Promise<AuditRow | undefined> {
  const db = await prisma();
  const found = await db.auditEntry.findUnique({ where: { id: entryId }, include: SHOWN });
  return found ? (await rowsOf([found]))[0] : undefined;
}
