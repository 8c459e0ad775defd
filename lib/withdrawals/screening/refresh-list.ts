import { createHash } from "node:crypto";
import { closeAlert } from "@/lib/alerts/close-alert";
import { openAlert } from "@/lib/alerts/open-alert";
import { now } from "@/lib/kernel/clock";
import { env } from "@/lib/kernel/env";
import { withoutUrls } from "@/lib/kernel/without-urls";
import { fetchList } from "./fetch-list";
import { parseList } from "./parse-list";
import { findList, type ListState, replaceList } from "./sql-store";

/** A list with a smaller share of the addresses of the one before is not accepted by itself. */
const LEAST_SHARE = 0.5;

const ALERT = { kind: "sanctions_list", subject: "sanctions-list" } as const;

/** Returns why a list is not accepted. An empty or much shorter list is more likely a fault of its source. */
function refusalOf(
  addressCount: number,
  sha256: string,
  current: ListState | undefined,
): string | undefined {
  if (addressCount === 0) return "it has no address of an EVM chain";
  const isAccepted = sha256 === env().SANCTIONS_LIST_ACCEPT_SHA256;
  if (current && addressCount < current.addressCount * LEAST_SHARE && !isAccepted)
    return `it has ${addressCount} addresses, fewer than half of the ${current.addressCount} before`;
  return undefined;
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/**
 * Fetches the sanctions list and puts it in force. Keeps the list in force, and opens an alert, when the new one cannot be
 * read, has no addresses, or has fewer than half of those before.
 * Source: docs/decisions/0095-sanctions-screening.md
 */
export async function refreshList(): Promise<Record<string, number>> {
  const { SANCTIONS_LIST: source } = env();
  if (source === undefined) {
    // Nobody refreshes a list that is not used any more, so nothing else would end the alert about it.
    await closeAlert(ALERT);
    return { addresses: 0 };
  }
  // Before the fetch: a list that another process fetches from now on is newer.
  const at = now();
  const refuse = async (text: string) => {
    const remains = (await findList())
      ? "The list before stays in force."
      : "No list is in force, so no withdrawal is approved or sent.";
    await openAlert({
      ...ALERT,
      text: `The sanctions list was not replaced: ${text}. ${remains}`,
    });
    return { refused: 1 };
  };
  let bytes: Buffer;
  try {
    bytes = await fetchList(source);
  } catch (error) {
    // Alerts are mailed, and fetch quotes a URL that it does not take, with what is secret in it.
    return refuse(`it could not be read (${withoutUrls(messageOf(error))})`);
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const addresses = parseList(bytes.toString("utf8"));
  const refusal = refusalOf(addresses.length, sha256, await findList());
  if (refusal !== undefined) return refuse(`${refusal} (SHA-256 ${sha256})`);
  if (!(await replaceList({ source, sha256, addresses, at }))) return { older: 1 };
  await closeAlert(ALERT);
  return { addresses: addresses.length };
}

/**
 * Refreshes the list as a background job, which fails while no list is in force: it then tries again soon and not after its
 * interval, because nothing is approved or paid before the first list.
 */
export async function refreshListSoon(): Promise<Record<string, number>> {
  const counts = await refreshList();
  if (counts.refused && !(await findList()))
    throw new Error("No sanctions list is in force. See the alert about it.");
  return counts;
}
