import { CHANGE_KINDS, type ChangeKind } from "@/lib/kernel/changes";

/** A change notice between processes: the partner concerned and the kinds of objects that changed. */
export interface Notice {
  /** Null when it concerns only the operator. */
  partnerId: string | null;
  kinds: ChangeKind[];
}

const KNOWN: ReadonlySet<string> = new Set(CHANGE_KINDS);
const isKind = (text: string): text is ChangeKind => KNOWN.has(text);

/** Formats a notice: `ptn_…:cards,wallet`. */
export function writeNotice({ partnerId, kinds }: Notice): string {
  return `${partnerId ?? ""}:${kinds.join(",")}`;
}

/** Parses a notice. Kinds that only a newer release knows are left out. */
export function readNotice(payload: string): Notice {
  const [partnerId = "", kinds = ""] = payload.split(":");
  return { partnerId: partnerId || null, kinds: kinds.split(",").filter(isKind) };
}
