import { StateWord } from "@/components/ui/state-word";
import type { Partner } from "./queries";

/** Shows whether the partner is active or suspended. */
export function PartnerStanding({ partner }: { partner: Partner }) {
  return partner.suspendedAt === undefined ? (
    <StateWord state="settled" word="Active" />
  ) : (
    <StateWord state="failed" word="Suspended" />
  );
}
