import { now } from "@/lib/kernel/clock";
import { DECIDED_FILE_KEPT_MS, FREE_FILE_KEPT_MS } from "./rules";
import { deleteOldFiles } from "./store";

/** Deletes the files that are no longer needed. Source: docs/decisions/0083-dispute-files.md */
export async function purgeEvidenceFiles(): Promise<{ evidenceFiles: number }> {
  const before = (keptMs: number) => new Date(now().getTime() - keptMs);
  const evidenceFiles = await deleteOldFiles(
    before(FREE_FILE_KEPT_MS),
    before(DECIDED_FILE_KEPT_MS),
  );
  return { evidenceFiles };
}
