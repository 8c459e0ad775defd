import { withoutUrls } from "@/lib/kernel/without-urls";

const MAX_CHARACTERS = 500;

/** What went wrong, in one line: it is shown to the operator's people, and may name the node's URL and its key. */
export function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return withoutUrls(text.split("\n")[0] ?? "").slice(0, MAX_CHARACTERS);
}
