import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { findOpenSubjects } from "@/lib/alerts/sql-store";
import { runCheck } from "@/lib/checks/run-check";
import { now } from "@/lib/kernel/clock";
import { inTurn } from "@/lib/kernel/in-turn";
import { outsideIssuers } from "../../issuer/issuer";
import type { CardIssuer } from "../../issuer/port";
import { compareCards } from "./compare-cards";
import type { CardDifference, IssuerCardsFound } from "./schema";
import { settleAttempts } from "./settle-attempts";
import { findUsersOfCardholders } from "./sql-store";

/** What is stored and shown; the alert has the total. */
const MAX_EXAMPLES = 50;
const MAX_IN_TEXT = 3;

interface CardholdersThere {
  /** Why the issuer declines the cards of each cardholder, by its id; null when it does not. */
  obstacles: Map<string, string | null>;
  /** The cardholders by their reference. */
  ids: Map<string, string>;
}

async function listCardholders(issuer: CardIssuer): Promise<CardholdersThere> {
  const there: CardholdersThere = { obstacles: new Map(), ids: new Map() };
  for await (const { cardholderId, reference, obstacle } of issuer.listCardholders()) {
    there.obstacles.set(cardholderId, obstacle);
    if (reference !== null) there.ids.set(reference, cardholderId);
  }
  return there;
}

async function findBlocked(
  issuer: CardIssuer,
  obstacles: ReadonlyMap<string, string | null>,
): Promise<Pick<IssuerCardsFound, "blocked" | "blockedCardholders">> {
  const blocked = [...obstacles].flatMap(([cardholderId, obstacle]) =>
    obstacle === null ? [] : [{ cardholderId, obstacle }],
  );
  const first = blocked.slice(0, MAX_EXAMPLES);
  const ids = first.map(({ cardholderId }) => cardholderId);
  const users = new Map(
    (await findUsersOfCardholders(issuer.name, ids)).map((each) => [
      each.cardholderId,
      each.userId,
    ]),
  );
  return {
    blockedCardholders: blocked.length,
    blocked: first.map((each) => {
      const serviceId = users.get(each.cardholderId);
      return { ...each, ...(serviceId === undefined ? {} : { serviceId }) };
    }),
  };
}

function describe({ kind, issuerCardId, serviceCardId, statusHere, statusThere }: CardDifference) {
  const card = `${issuerCardId}${serviceCardId === undefined ? "" : ` (${serviceCardId})`}`;
  switch (kind) {
    case "missing_here":
      return `${card} is ${statusThere} there and unknown here`;
    case "missing_there":
      return `${card} is ${statusHere} here and unknown there`;
    case "other_status":
      return `${card} is ${statusHere} here and ${statusThere} there`;
  }
}

/** The first texts of a list, and how many are left. */
function firstOf(texts: readonly string[], total: number): string {
  const more = total - MAX_IN_TEXT;
  return [...texts.slice(0, MAX_IN_TEXT), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

async function raiseAlerts(found: IssuerCardsFound): Promise<void> {
  const { issuer, differences, examples, blockedCardholders, blocked } = found;
  const differ = { kind: "issuer_cards_differ", subject: issuer } as const;
  if (differences === 0) await closeAlert(differ);
  else
    await openAlert({
      ...differ,
      text: `Cards that differ between ${issuer} and this service: ${differences}. ${firstOf(examples.map(describe), differences)}.`,
    });
  const stopped = { kind: "cardholders_blocked", subject: issuer } as const;
  if (blockedCardholders === 0) return closeAlert(stopped);
  const texts = blocked.map(
    ({ cardholderId, serviceId = "unknown here", obstacle }) =>
      `${cardholderId} (${serviceId}): ${obstacle}`,
  );
  await openAlert({
    ...stopped,
    text: `Cardholders whose cards ${issuer} declines: ${blockedCardholders}. ${firstOf(texts, blockedCardholders)}.`,
  });
}

/**
 * Closes the alerts about single cardholders that the issuer does not decline any more, or no longer has. The events that
 * open and close them can arrive in another order than they were sent in, and nobody else closes the alerts.
 */
async function closeResolved(
  { name }: CardIssuer,
  obstacles: ReadonlyMap<string, string | null>,
  at: Date,
): Promise<void> {
  const kind = "issuer_cardholder";
  const free = (await findOpenSubjects(kind, at)).filter((id) => !obstacles.get(id));
  const ours = await findUsersOfCardholders(name, free);
  const known = new Set([...obstacles.keys(), ...ours.map(({ cardholderId }) => cardholderId)]);
  for (const subject of free) if (known.has(subject)) await closeAlert({ kind, subject });
}

async function compare(issuer: CardIssuer) {
  const at = now();
  const { cards, differences } = await compareCards(issuer, at);
  const { obstacles, ids } = await listCardholders(issuer);
  const result: IssuerCardsFound = {
    issuer: issuer.name,
    cards,
    differences: differences.length,
    examples: differences.slice(0, MAX_EXAMPLES),
    ...(await findBlocked(issuer, obstacles)),
  };
  await raiseAlerts(result);
  await closeResolved(issuer, obstacles, at);
  await settleAttempts(issuer, ids, at);
  const found = { cards, differences: differences.length, blocked: result.blockedCardholders };
  return { found, isSound: differences.length === 0, result };
}

/**
 * Compares all cards at the issuers with ours and raises alerts; the result for the issuer of new cards is stored for the
 * Health page. It changes no card: what is right, only a person can say. Cardholders of deleted users that were not known here
 * are deactivated. Transactions are compared elsewhere. An issuer that is out does not stop the comparison with another one.
 * Source: docs/decisions/0067-outside-card-issuers.md
 */
export async function reconcileCards(): Promise<Record<string, number>> {
  const issuers = outsideIssuers();
  const [found = {}] = await inTurn(issuers, async (issuer) =>
    issuer === issuers[0]
      ? runCheck("issuer_cards", null, () => compare(issuer))
      : (await compare(issuer)).found,
  );
  return found;
}
