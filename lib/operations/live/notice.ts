import { CHANGE_KINDS, type ChangeKind } from "@/lib/kernel/changes";

/** What one process tells the others: whose something changed, and which kinds of things. */
export interface Notice {
  /** Null when it concerns the operator alone. */
  partnerId: string | null;
  kinds: ChangeKind[];
}

const KNOWN: ReadonlySet<string> = new Set(CHANGE_KINDS);
const isKind = (text: string): text is ChangeKind => KNOWN.has(text);

/** `ptn_…:cards,wallet` */
export function writeNotice({ partnerId, kinds }: Notice): string {
  return `${partnerId ?? ""}:${kinds.join(",")}`;
}

/** Kinds of a newer release are left out. */
export function readNotice(payload: string): Notice {
  const [partnerId = "", kinds = ""] = payload.split(":");
  return { partnerId: partnerId || null, kinds: kinds.split(",").filter(isKind) };
}
