import { callApi } from "@/lib/fetch/call-api";
import type { ApiData } from "@/lib/fetch/types";
import type { Action, Entry } from "./entry";

/** Which pages a palette is for. */
export type Area = "dashboard" | "console";

interface Source {
  actions: readonly Action[];
  /** What the text of the field is said to look for. */
  label: string;
  find: (text: string, signal: AbortSignal) => Promise<Entry[]>;
}

type Hit = ApiData<"search">["hits"][number];

const DEVELOPERS = ["owner", "developer"];
const OWNERS = ["owner"];

const dollars = (amount: number) =>
  `${amount.toLocaleString("en-US", { minimumFractionDigits: 2 })} USD`;

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

/** What each palette offers besides its pages. */
export const SOURCES: Record<Area, Source> = {
  dashboard: {
    label: "A page, an action, a name, four digits or an id",
    actions: [
      { href: "/users?do=create", name: "Create a user", icon: "plus", roles: DEVELOPERS },
      { href: "/cards?do=create", name: "Create a card", icon: "plus", roles: DEVELOPERS },
      {
        href: "/withdrawals?do=create",
        name: "Request a withdrawal",
        icon: "plus",
        roles: OWNERS,
      },
      { href: "/developers?do=create", name: "Create an API key", icon: "plus", roles: DEVELOPERS },
    ],
    find: async (text, signal) => {
      const { hits } = await callApi("search", { query: { text } }, { signal });
      return hits.map(entryOf);
    },
  },
  console: {
    label: "A page, or the id of a withdrawal",
    actions: [],
    find: async (text) =>
      /^wd_\w+$/.test(text)
        ? [{ href: `/admin/withdrawals/${text}`, name: "Withdrawal", icon: "out", detail: text }]
        : [],
  },
};
