import { withoutUrls } from "@/lib/kernel/without-urls";

const MAX_CHARACTERS = 500;

/**
 * Returns an error as one line for the operator's people. URLs are removed, because a node's URL can contain an API
 * key. Half a surrogate pair at the cut would be refused where the text is stored in JSON.
 */
export function faultText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return withoutUrls(text.split("\n")[0] ?? "")
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();
}
