import type { IconName } from "@/components/ui/icon";
import type { Entry } from "./entry";

/** A prefix and what follows it, as every id has it. */
const ID = /^([a-z]+)_[0-9a-z]{26}\w*$/;

interface Place {
  name: string;
  icon: IconName;
  /** Where what the id names is shown. */
  path: string;
}

/** Where a partner's people see what an id names, when no search is needed to know it. */
export const DASHBOARD_PLACES: Record<string, Place> = {
  dep: { name: "Deposit", icon: "wallet", path: "/wallet/" },
  evt: { name: "Webhook event", icon: "code", path: "/developers/webhooks/" },
  req: { name: "Request", icon: "code", path: "/developers/requests/" },
};

/** Where the operator's people do. */
export const CONSOLE_PLACES: Record<string, Place> = {
  wd: { name: "Withdrawal", icon: "queue", path: "/admin/withdrawals/" },
  ptn: { name: "Partner", icon: "people", path: "/admin/partners/" },
  dep: { name: "Held deposit", icon: "held", path: "/admin/deposits/" },
  jrn: { name: "Journal", icon: "book", path: "/admin/books/journals/" },
  pst: { name: "Operator posting", icon: "lines", path: "/admin/postings/" },
  aud: { name: "Audit log entry", icon: "shield", path: "/admin/audit/" },
};

/** What journals are posted for. */
const SOURCES = new Set(["txn", "wd", "usr", "pst"]);

/** The page of what an id names, if the text is one. */
export function placeOf(text: string, places: Record<string, Place>): Entry[] {
  const place = places[ID.exec(text)?.[1] ?? ""];
  return place ? [{ ...place, href: `${place.path}${text}`, detail: text }] : [];
}

/** What the console knows of an id besides its page: what was posted for it, and what people did to it. */
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
