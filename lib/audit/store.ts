import { prisma } from "@/lib/db";
import { emailKeyOf } from "@/lib/identity/email-key";
import { firstIdAt } from "@/lib/kernel/ids";
import { cutPage, type PageRequest, type UncountedPage } from "@/lib/kernel/page";
import type { Prisma } from "@/prisma/generated/client";
import { CLOCKS_APART_MS } from "./clocks-apart";

/** Sorts after every id in any collation: no prefix begins with z. */
const AFTER_ALL_IDS = "z";
const OPERATOR = "operator";

export interface AuditFilter {
  /** A person's id or whole email. */
  person?: string | undefined;
  action?: readonly string[] | undefined;
  target?: string | undefined;
  /** Partners' ids, or `operator`. */
  partner?: readonly string[] | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
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

function idRange({ from, until }: AuditFilter, cursor = AFTER_ALL_IDS): Prisma.StringFilter {
  const shifted = (at: Date, byMs: number) => firstIdAt("aud", new Date(at.getTime() + byMs));
  const ends = [cursor, ...(until ? [shifted(until, CLOCKS_APART_MS)] : [])];
  return {
    lt: ends.sort()[0] ?? AFTER_ALL_IDS,
    ...(from && { gte: shifted(from, -CLOCKS_APART_MS) }),
  };
}

/** A single value is compared itself, so that an index on the column also supplies the order. */
const oneOf = (values: readonly string[]) =>
  values.length === 1 ? { equals: values[0] ?? "" } : { in: [...values] };

function ofPartners(partners: readonly string[]): Prisma.AuditEntryWhereInput {
  const ids = partners.filter((each) => each !== OPERATOR);
  if (ids.length === partners.length) return { partnerId: oneOf(ids) };
  if (ids.length === 0) return { partnerId: null };
  return { OR: [{ partnerId: null }, { partnerId: oneOf(ids) }] };
}

function conditionsOf(
  filter: AuditFilter,
  cursor: string | undefined,
): Prisma.AuditEntryWhereInput {
  const { action, target, partner, from, until } = filter;
  return {
    id: idRange(filter, cursor),
    ...(action !== undefined && { action: oneOf(action) }),
    ...(target !== undefined && { targetId: target }),
    ...(partner !== undefined && ofPartners(partner)),
    ...((from ?? until) && {
      createdAt: { ...(from && { gte: from }), ...(until && { lt: until }) },
    }),
  };
}

/** Entries, newest first. Every filter has an index that yields its first page without reading further rows. */
export async function listEntries(
  filter: AuditFilter,
  { skip, limit, cursor }: PageRequest,
): Promise<UncountedPage<AuditRow>> {
  const { person } = filter;
  const personId = person === undefined ? undefined : await personIdOf(person);
  if (person !== undefined && personId === undefined) return { rows: [] };
  const db = await prisma();
  const found = await db.auditEntry.findMany({
    where: { ...conditionsOf(filter, cursor), ...(personId !== undefined && { personId }) },
    include: SHOWN,
    orderBy: { id: "desc" },
    skip,
    take: limit + 1,
  });
  const page = cutPage(found, limit);
  return { ...page, rows: await rowsOf(page.rows) };
}

export async function findEntry(entryId: string): Promise<AuditRow | undefined> {
  const db = await prisma();
  const found = await db.auditEntry.findUnique({ where: { id: entryId }, include: SHOWN });
  return found ? (await rowsOf([found]))[0] : undefined;
}
