import { dollars } from "@/components/ui/words";
import { callApi } from "@/lib/api/client/call-api";
import type { ApiData } from "@/lib/api/client/types";
import { CONSOLE_PLACES, DASHBOARD_PLACES, placeOf, traceOf } from "./by-id";
import { cardActionOf, entriesOfAction } from "./card-actions";
import type { Action, Entry } from "./entry";
import { listSearches } from "./list-searches";

/** The area whose pages a palette searches. */
export type Area = "dashboard" | "console";

interface Source {
  /** Pages that are not in a sidebar. */
  places: readonly Entry[];
  actions: readonly Action[];
  /** The label of the field, which names the searched data. */
  label: string;
  find: (text: string, role: string, signal: AbortSignal) => Promise<Entry[]>;
  /** Returns the lists that can be searched for the text. */
  searches: (text: string) => Entry[];
}

type Hit = ApiData<"search">["hits"][number];

const DEVELOPERS = ["owner", "developer"];
const OWNERS = ["owner"];
const EVERYBODY = [...DEVELOPERS, "viewer"];
const ADMINS = ["admin"];
const ACCOUNT_KEYWORDS = "profile name password 2fa two-factor authenticator recovery sessions";
const PARTNERS_SHOWN = 5;
const USERS_SHOWN = 5;

function entryOf(hit: Hit): Entry {
  switch (hit.kind) {
    case "user":
      return { href: `/users/${hit.id}`, name: hit.name, icon: "people", detail: hit.email };
    case "card": {
      const detail = `${hit.name}, ${hit.status}`;
      return { href: `/cards/${hit.id}`, name: `•••• ${hit.last4}`, icon: "card", detail };
    }
    case "transaction": {
      const detail = `${dollars(hit.amount)}, ${hit.of}`;
      return { href: `/transactions/${hit.id}`, name: hit.name, icon: "lines", detail };
    }
    case "withdrawal": {
      const name = `Withdrawal of ${dollars(hit.amount)}`;
      return { href: `/withdrawals/${hit.id}`, name, icon: "out", detail: `to ${hit.toAddress}` };
    }
  }
}

/** Finds partners by name; all of the operator's people may see them. */
async function findPartners(search: string, signal: AbortSignal): Promise<Entry[]> {
  const { partners } = await callApi(
    "listPartners",
    { query: { search, limit: PARTNERS_SHOWN } },
    { signal },
  );
  return partners.map(({ partnerId, name, walletBalance }) => ({
    href: `/admin/partners/${partnerId}`,
    name,
    icon: "people",
    detail: dollars(walletBalance),
  }));
}

/** Finds card users by name, email, card digits or id. */
async function findCardUsers(search: string, signal: AbortSignal): Promise<Entry[]> {
  const query = { search, limit: USERS_SHOWN };
  const { users } = await callApi("listAdminUsers", { query }, { signal });
  return users.map(({ serviceId, firstName, lastName, partnerName, cards: [card] }) => ({
    href: `/admin/users/${serviceId}`,
    name: `${firstName} ${lastName}`,
    icon: "people",
    detail: card ? `•••• ${card.last4}, ${partnerName}` : partnerName,
  }));
}

async function findInConsole(text: string, signal: AbortSignal): Promise<Entry[]> {
  const known = [...placeOf(text, CONSOLE_PLACES), ...traceOf(text)];
  if (text.startsWith("card_")) return [...(await findCardUsers(text, signal)), ...known];
  if (known.length > 0) return known;
  const found = await Promise.all([findPartners(text, signal), findCardUsers(text, signal)]);
  return found.flat();
}

/** The contents of each palette in addition to the pages of its sidebar. */
export const SOURCES: Record<Area, Source> = {
  dashboard: {
    label: "Search pages, actions, names, card digits or IDs",
    places: [
      {
        href: "/transactions?of=wallet",
        name: "Wallet transactions",
        icon: "lines",
        keywords: "export fees ledger",
      },
      {
        href: "/wallet/statements",
        name: "Statements and fees",
        icon: "wallet",
        keywords: "monthly pdf csv invoice prices fee schedule",
      },
      {
        href: "/withdrawals?do=addresses",
        name: "Saved addresses",
        icon: "out",
        keywords: "recipients whitelist",
      },
      {
        href: "/settings/company",
        name: "Company",
        icon: "settings",
        detail: "Settings",
        keywords: "logo public name brand redirect url verification",
      },
      {
        href: "/settings/account",
        name: "Your account",
        icon: "settings",
        detail: "Settings",
        keywords: ACCOUNT_KEYWORDS,
      },
      {
        href: "/settings/audit",
        name: "Audit log",
        icon: "settings",
        detail: "Settings",
        keywords: "history changes who operator security",
      },
      {
        href: "/developers/webhooks",
        name: "Webhooks",
        icon: "code",
        detail: "Developers",
        keywords: "events endpoint secret deliveries",
      },
      {
        href: "/developers/requests",
        name: "Request log",
        icon: "code",
        detail: "Developers",
        keywords: "api calls errors",
      },
      {
        href: "/developers/reference",
        name: "API reference",
        icon: "code",
        detail: "Developers",
        keywords: "docs documentation help endpoints",
      },
    ],
    actions: [
      {
        href: "/users?do=create",
        name: "Create user",
        icon: "plus",
        keywords: "new add person cardholder customer kyc verify",
        roles: DEVELOPERS,
      },
      {
        href: "/cards?do=create",
        name: "Create card",
        icon: "plus",
        keywords: "new add issue",
        roles: DEVELOPERS,
      },
      {
        href: "/wallet",
        name: "Deposit to wallet",
        icon: "plus",
        keywords: "add money fund top up address usdc usdt crypto",
        roles: EVERYBODY,
      },
      {
        href: "/withdrawals?do=create",
        name: "Request withdrawal",
        icon: "plus",
        keywords: "payout send money transfer",
        roles: OWNERS,
      },
      {
        href: "/developers?do=create",
        name: "Create API key",
        icon: "plus",
        keywords: "new token secret",
        roles: DEVELOPERS,
      },
      {
        href: "/settings?do=invite",
        name: "Invite member",
        icon: "plus",
        keywords: "team colleague add role",
        roles: OWNERS,
      },
    ],
    find: async (text, role, signal) => {
      const [place] = placeOf(text, DASHBOARD_PLACES);
      if (place) return [place];
      const asked = DEVELOPERS.includes(role) ? cardActionOf(text) : undefined;
      const query = { text: asked?.card ?? text };
      const { hits } = await callApi("search", { query }, { signal });
      return asked ? entriesOfAction(asked.action, hits) : hits.map(entryOf);
    },
    searches: listSearches,
  },
  console: {
    label: "Search pages, partners, card users, card digits or IDs",
    places: [
      {
        href: "/admin/account",
        name: "Your account",
        icon: "settings",
        keywords: ACCOUNT_KEYWORDS,
      },
      { href: "/admin/books/journals", name: "Journals", icon: "book", detail: "Books" },
      {
        href: "/admin/books/partners",
        name: "Partner balances and statements",
        icon: "book",
        detail: "Books",
      },
      { href: "/admin/books/checks", name: "Checks", icon: "book", detail: "Books" },
      { href: "/admin?status=approved", name: "Sending", icon: "queue", detail: "Queue" },
      { href: "/admin?status=failed", name: "Failed", icon: "queue", detail: "Queue" },
    ],
    actions: [
      {
        href: "/admin/partners?do=create",
        name: "Create partner",
        icon: "plus",
        keywords: "new add customer onboard",
        roles: ADMINS,
      },
      {
        href: "/admin/operators?do=invite",
        name: "Invite operator",
        icon: "plus",
        roles: ADMINS,
      },
    ],
    find: (text, _role, signal) => findInConsole(text, signal),
    searches: () => [],
  },
};
