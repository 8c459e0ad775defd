import type { IconName } from "@/components/ui/icon";
import type { Entry } from "./entry";

/** An id: a prefix and 26 or more characters. */
const ID = /^([a-z]+)_[0-9a-z]{26}\w*$/;

interface Place {
  name: string;
  icon: IconName;
  /** The path of the page, without the id. */
  path: string;
}

/** Pages of a partner's dashboard for ids that need no search. */
export const DASHBOARD_PLACES: Record<string, Place> = {
  dep: { name: "Deposit", icon: "wallet", path: "/wallet/" },
  evt: { name: "Webhook event", icon: "code", path: "/developers/webhooks/" },
  req: { name: "Request", icon: "code", path: "/developers/requests/" },
  aud: { name: "Audit log entry", icon: "settings", path: "/settings/audit/" },
};

/** Pages of the console for ids that need no search. */
export const CONSOLE_PLACES: Record<string, Place> = {
  wd: { name: "Withdrawal", icon: "queue", path: "/admin/withdrawals/" },
  ptn: { name: "Partner", icon: "people", path: "/admin/partners/" },
  usr: { name: "Card user", icon: "people", path: "/admin/users/" },
  dep: { name: "Held deposit", icon: "held", path: "/admin/deposits/" },
  dsp: { name: "Dispute", icon: "card", path: "/admin/disputes/" },
  jrn: { name: "Journal", icon: "book", path: "/admin/books/journals/" },
  pst: { name: "Operator posting", icon: "lines", path: "/admin/postings/" },
  aud: { name: "Audit log entry", icon: "shield", path: "/admin/audit/" },
};

/** The prefixes of ids that can be the source of journals. */
const SOURCES = new Set(["txn", "wd", "usr", "pst", "dsp"]);

/** Returns the page of an id, if the text is one. */
export function placeOf(text: string, places: Record<string, Place>): Entry[] {
  const place = places[ID.exec(text)?.[1] ?? ""];
  return place ? [{ ...place, href: `${place.path}${text}`, detail: text }] : [];
}

/** Returns the console's other pages about an id: its journals and its audit entries. */
export function traceOf(text: string): Entry[] {
  const prefix = ID.exec(text)?.[1];
  if (prefix === undefined) return [];
  const posted: Entry = {
    href: `/admin/books/journals?sourceId=${text}`,
    name: "Related journals",
    icon: "book",
    detail: text,
  };
  const done: Entry = {
    href: `/admin/audit?target=${text}`,
    name: "Audit log entries",
    icon: "shield",
    detail: text,
  };
  return SOURCES.has(prefix) ? [posted, done] : [done];
}
