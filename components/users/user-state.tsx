import type { State } from "@/components/ui/state-mark";
import { StateWord } from "@/components/ui/state-word";
import type { UserStatus } from "@/lib/users/states";

const STATES: Record<UserStatus, { state: State; word: string }> = {
  pending: { state: "waiting", word: "Pending" },
  pending_kyc: { state: "waiting", word: "Pending KYC" },
  approved: { state: "settled", word: "Approved" },
  denied: { state: "failed", word: "Denied" },
};

/** The options of the status filter. */
export const STATUS_OPTIONS = Object.entries(STATES).map(([value, { word }]) => ({ value, word }));

/** The verification status of a user. */
export function UserState({ status }: { status: UserStatus }) {
  return <StateWord {...STATES[status]} />;
}
