import { StateWord } from "@/components/ui/state-word";
import type { Partner } from "./queries";

/** Whether the partner's keys and sessions work. */
export function PartnerStanding({ partner }: { partner: Partner }) {
  return partner.suspendedAt === undefined ? (
    <StateWord state="settled" word="Active" />
  ) : (
    <StateWord state="failed" word="Suspended" />
  );
}
